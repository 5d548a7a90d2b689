// Every setting of ruin and recreate.
#pragma once

namespace odgear::ruin {

struct Parameters {
    double mean_removed = 10;   // customers removed in an iteration, about
    int longest_string = 10;    // of customers removed from one route
    double split_rate = 0.5;    // strings that leave some customers in their middle in place
    double split_depth = 0.5;   // chance of each further customer left in place to be the last
    double blink_rate = 0.01;   // places overlooked at insertion
    int neighbors = 40;         // places tried at insertion: beside so many nearest customers
    double leg_rate = 0.03;     // iterations that also try the ways of all routes to the depot
    double wide_rate = 0.1;     // iterations that also try every place of the routes they changed
    int polish_neighbors = 10;  // tail exchanges and turns tried with so many; 0: none
    // Polished is what costs at most so many mean arc costs more than would be accepted.
    double polish_margin = 3;
    // Temperatures at the start and the end, in mean arc costs of the given solution; the first for
    // routes of 20 customers (see cooling_for). The temperature falls geometrically with the share
    // of the time or iterations used up.
    double initial_temperature = 3;
    double final_temperature = 0.05;
};

}  // namespace odgear::ruin
