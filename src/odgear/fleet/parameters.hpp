// Parameters of the search for rich problems.
#pragma once

#include <cstdint>

namespace odgear::fleet {

struct Parameters {
    double mean_removed = 10;  // stops removed in an iteration, on average
    int longest_string = 10;   // of stops removed from one route
    double split_rate = 0.5;   // share of strings that leave some stops in their middle in place
    double split_depth = 0.5;  // chance that a stop left in place is the last of these
    double blink_rate = 0.01;  // share of positions skipped at insertion
    double route_rate = 0.01;  // share of ruins that remove a whole short route
    // Share of iterations of a mixed fleet that count only part of the extra cost of larger
    // vehicles, or of new routes, when they choose positions. This holds for each of the two; the
    // part is drawn anew.
    double mix_rate = 0.5;
    int neighbors = 40;        // near stops beside which insertion is tried
    int absent_tried = 8;      // stops left out that an iteration also tries to insert
    double absent_rate = 0.5;  // chance of each near stop left out to be among them
    double found_rate = 0.05;  // share of iterations that insert an optional stop at any price
    // Temperatures at the start and the end, in mean costs of an arc between stops. The first is
    // for routes of 20 stops, see cooling_for.
    double initial_temperature = 3;
    double final_temperature = 0.05;
    // Share of the budget for saving vehicles, where that comes first.
    double vehicle_share = 0.4;
    // With at least this many stops, the search works in rounds on parts of about `part_size`
    // stops.
    int rounds_from = 2000;
    int part_size = 1000;
    int rounds = 30;
    // Iterations per stop where neither time nor iterations are limited.
    std::int64_t iterations_per_stop = 2000;
};

}  // namespace odgear::fleet
