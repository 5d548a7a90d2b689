// Every setting of the Hybrid Genetic Search, with the values of Vidal (2022) as defaults.
#pragma once

namespace odgear::hgs {

struct Parameters {
    // Granular search: number of near customers with which moves of each customer are tried.
    int neighbors = 20;
    bool swap_star = true;

    // Population: each of the two parts is reduced to min_population when it has generation_size
    // more.
    int min_population = 25;
    int generation_size = 40;
    int elite = 4;  // never removed, because of their cost
    int close = 5;  // nearest individuals that define the contribution to diversity
    // Random individuals at the start: initial_factor * min_population, minus the warm starts.
    int initial_factor = 4;

    // Individuals made in parallel, from the same population and under the same penalties. The
    // result depends on this number, but not on the number of threads.
    int batch = 1;

    // Penalties for excess load and length: adapted every penalty_interval individuals, so that
    // this share of offspring is feasible before repair.
    double target_feasible = 0.2;
    double penalty_increase = 1.2;
    double penalty_decrease = 0.85;
    int penalty_interval = 100;

    // An infeasible offspring is repaired with this probability, with penalties multiplied by this
    // factor.
    double repair_probability = 0.5;
    double repair_factor = 10;

    // Iterations without improvement after which a new population begins.
    int restart_after = 20000;

    // Throws ConfigurationError naming the first setting that is out of range.
    void check() const;
};

}  // namespace odgear::hgs
