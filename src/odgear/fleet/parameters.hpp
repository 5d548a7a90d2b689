// The numbers of the search for rich problems.
#pragma once

#include <cstdint>

namespace odgear::fleet {

struct Parameters {
    double mean_removed = 10;  // stops removed in an iteration, about
    int longest_string = 10;   // of stops removed from one route
    double split_rate = 0.5;   // strings that leave some stops in their middle in place
    double split_depth = 0.5;  // chance of each further stop left in place to be the last
    double blink_rate = 0.01;  // places overlooked at insertion
    double route_rate = 0.01;  // ruins that take a whole short route
    // Iterations of a mixed fleet that count only a part of what larger vehicles or new routes cost
    // when they choose places: each of the two, with a part drawn anew.
    double mix_rate = 0.5;
    int neighbors = 40;        // places tried at insertion: beside so many near stops
    int absent_tried = 8;      // stops left out that an iteration tries to place as well
    double absent_rate = 0.5;  // chance of each near one to be among them
    double found_rate = 0.05;  // iterations that bring in an optional stop at any price
    // Temperatures at the start and the end, in mean costs of an arc between stops; the first for
    // routes of 20 stops, see cooling_for.
    double initial_temperature = 3;
    double final_temperature = 0.05;
    // Share of the budget that may be spent on saving vehicles, where they come first.
    double vehicle_share = 0.4;
    // From so many stops on, the search works in rounds on parts of about `part_size` stops.
    int rounds_from = 2000;
    int part_size = 1000;
    int rounds = 30;
    // Iterations for each stop where neither time nor iterations are limited.
    std::int64_t iterations_per_stop = 2000;
};

}  // namespace odgear::fleet
