// Every setting of the expert, by the part it belongs to.
#pragma once

#include <cstdint>

#include "odgear/hgs/parameters.hpp"
#include "odgear/ruin/parameters.hpp"
#include "odgear/tsp/parameters.hpp"

namespace odgear::expert {

// The one-shot refinement of a rollout (refine.hpp).
struct RefineParameters {
    int part_size = 50;            // m: customers of a part, on average
    std::int64_t iterations = 20;  // of HGS on each part, the initial individuals included
    bool keep_route_count = true;  // line 17: vehicle count matches route count
    // A small population, since the budget is small.
    hgs::Parameters hgs{
        .min_population = 6, .generation_size = 10, .elite = 2, .close = 2, .initial_factor = 1};
};

// Phases of decomposition inside HGS (phases.hpp).
struct PhaseParameters {
    int least_customers = 400;  // smaller instances do without
    // Individuals between two phases. Short runs end before the first phase, which would cost them
    // more than it gains.
    std::int64_t interval = 4000;
    RefineParameters refine{.part_size = 200, .iterations = 1000, .keep_route_count = false};
};

// The local optimum near a solution of a large instance (local_optimum.hpp).
struct LocalOptimumParameters {
    int part_size = 800;  // customers of a part
    int neighbors = 40;   // of each customer within its part
    // Each pass cuts other parts; another one follows as long as it gains this share of the cost.
    int passes = 8;
    double least_gain = 0.002;
};

// Long routes searched as tours (route_tours.hpp). Figures: docs/lab-notes.md, "The search".
struct RouteTourParameters {
    double least_mean = 100;   // customers of a route on average, for this to be done at all
    int least_customers = 12;  // of a route
    double kicks = 2;          // for each customer
    // Set aside under a time limit: processor seconds for each customer, at most a share.
    double seconds = 8e-5;
    double most_share = 0.02;
    // Candidate edges by nearness alone: pricing a tree takes longer than it gains here.
    tsp::Parameters tsp{.tree = {.kept = 0}};
};

// Annealing of a large instance in rounds of parts (rounds.hpp).
struct RoundsParameters {
    ruin::Parameters ruin{};
    int rounds = 16;            // in one cooling, at the most
    int part_size = 2500;       // customers of a part, at the most ...
    int least_part_size = 400;  // ... and at the least, if there are to be two parts
    int neighbors = 60;         // of each customer within its part
    // A quick cooling comes first, in this share of the budget and from this share of the heat.
    // A run that is stopped early then has a good solution. The long cooling reaches that cost only
    // near its end.
    double quick_share = 0.06;
    double quick_heat = 0.1;
    // Iterations a customer in one cooling without a limit of time or iterations; then another
    // cooling begins.
    std::int64_t iterations_per_customer = 1000;
    // At the end of a cooling.
    RouteTourParameters route_tours{};
};

// The choice between them (expert.hpp).
struct Parameters {
    hgs::Parameters hgs{.batch = 8};
    PhaseParameters phases{};
    LocalOptimumParameters local_optimum{};
    // Of the time left, for the local optima of all starts together: at the most this share, and
    // not at all when that is less than local_optimum_seconds of processor time for each customer.
    double local_optimum_share = 0.15;
    double local_optimum_seconds = 1e-4;
    RoundsParameters rounds{};
    int most_for_hgs = 800;  // customers; larger instances are annealed in rounds
    // Under a time limit, annealed solutions that found the population take this share of it ...
    double founding_share = 0.3;
    int most_founders = 6;
    double founder_seconds = 1.5e-3;  // ... each at least so long, for each customer
    tsp::Parameters tsp{};
};

}  // namespace odgear::expert
