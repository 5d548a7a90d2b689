// Every setting of the Hybrid Genetic Search, with the values of Vidal (2022) as defaults.
#pragma once

namespace odgear::hgs {

struct Parameters {
    // Granular search: customers near to each one whose moves are tried.
    int neighbors = 20;
    bool swap_star = true;

    // Population: each of the two parts is cut back to min_population once it holds
    // generation_size more.
    int min_population = 25;
    int generation_size = 40;
    int elite = 4;  // kept for their cost alone
    int close = 5;  // nearest individuals that make up the contribution to diversity
    // Random individuals at the start: initial_factor * min_population (less the warm starts).
    int initial_factor = 4;

    // Individuals made at a time, from the same population and under the same penalties, so that
    // they can be made in parallel. The result depends on it, never on the number of threads.
    int batch = 1;

    // Penalties for excess load and length: adapted every penalty_interval individuals towards
    // this share of offspring that is feasible by itself.
    double target_feasible = 0.2;
    double penalty_increase = 1.2;
    double penalty_decrease = 0.85;
    int penalty_interval = 100;

    // An infeasible offspring is repaired with this probability, under penalties this much higher.
    double repair_probability = 0.5;
    double repair_factor = 10;

    // Iterations without improvement after which the population is made anew.
    int restart_after = 20000;

    // Throws ConfigurationError naming the first setting that is out of range.
    void check() const;
};

}  // namespace odgear::hgs
