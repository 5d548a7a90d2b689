// Every setting of ruin and recreate.
#pragma once

namespace odgear::ruin {

struct Parameters {
    double mean_removed = 10;  // customers removed in an iteration, on average
    int longest_string = 10;   // of customers removed from one route
    double split_rate = 0.5;  // share of strings that leave some customers in their middle in place
    double split_depth = 0.5;  // chance that a customer left in place is the last of these
    double blink_rate = 0.01;  // share of positions skipped at insertion
    int neighbors = 40;        // nearest customers beside which insertion is tried
    // share of iterations that also try the first and last arcs of all routes
    double leg_rate = 0.03;
    // share of iterations that also try every position of the routes they changed
    double wide_rate = 0.1;
    int polish_neighbors = 10;  // nearest customers with which 2-opt* and 2-opt are tried; 0: none
    // A result is polished if it costs at most this many mean arc costs more than would be
    // accepted.
    double polish_margin = 3;
    // Temperatures at the start and the end, in mean arc costs of the given solution. The first is
    // for routes of 20 customers (see cooling_for). The temperature falls geometrically with the
    // used share of the time or iterations.
    double initial_temperature = 3;
    double final_temperature = 0.05;
};

}  // namespace odgear::ruin
