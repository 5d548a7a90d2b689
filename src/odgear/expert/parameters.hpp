// Every setting of the expert, grouped by component.
#pragma once

#include <array>
#include <cstdint>

#include "odgear/hgs/parameters.hpp"
#include "odgear/ruin/parameters.hpp"
#include "odgear/tsp/parameters.hpp"

namespace odgear::expert {

// The one-shot refinement of a rollout (refine.hpp).
struct RefineParameters {
    int part_size = 50;            // m: mean number of customers of a part
    std::int64_t iterations = 20;  // of HGS on each part, including the initial individuals
    bool keep_route_count = true;  // line 17: the number of routes may not grow
    // A small population, since the budget is small.
    hgs::Parameters hgs{
        .min_population = 6, .generation_size = 10, .elite = 2, .close = 2, .initial_factor = 1};
};

// Phases of decomposition inside HGS (phases.hpp).
struct PhaseParameters {
    int least_customers = 400;  // smaller instances have no phases
    // Individuals between two phases. Short runs end before the first phase, which would cost them
    // more than it gains.
    std::int64_t interval = 4000;
    RefineParameters refine{.part_size = 200, .iterations = 1000, .keep_route_count = false};
};

// The local optimum near a solution of a large instance (local_optimum.hpp).
struct LocalOptimumParameters {
    int part_size = 800;  // customers of a part
    int neighbors = 40;   // of each customer within its part
    // Each pass cuts different parts. Another pass follows as long as the last one reduced the cost
    // by this share.
    int passes = 8;
    double least_gain = 0.002;
};

// Long routes as tours (route_tours.hpp). Figures: docs/lab-notes.md, "The search".
struct RouteTourParameters {
    double least_mean = 100;   // used only if routes have this many customers on average
    int least_customers = 12;  // shorter routes are left out
    double kicks = 2;          // per customer
    // Reserved under a time limit: processor seconds per customer, up to a share of the limit.
    double seconds = 8e-5;
    double most_share = 0.02;
    // Candidate edges by nearness alone, because pricing a tree takes longer than it gains here.
    tsp::Parameters tsp{.tree = {.kept = 0}};
};

// Routes between distant towns, re-planned piece by piece (town_pieces.hpp). Figures:
// docs/lab-notes.md, "The search".
struct TownPieceParameters {
    double long_arc = 12;  // such a route has an arc of more mean arcs than this
    double cut_arc = 1;    // pieces end at an arc of more mean arcs of these routes than this
    int customers = 3;     // of a piece, at most
    int least_routes = 4;  // below that nothing is re-planned
    // Shares of a cooling after which it is done; what follows mends the order inside of towns.
    std::array<double, 2> after{0.5, 0.75};
    // What it may use each time: at most a share of the cooling, and at most this much for each
    // customer of these routes. It is left out where there is less than `least` of the latter.
    double most_share = 0.03;
    double seconds = 1.5e-3;
    double iterations = 150;
    double least = 0.1;
};

// Annealing of a large instance in rounds of parts (rounds.hpp).
struct RoundsParameters {
    ruin::Parameters ruin{};
    int rounds = 16;            // in one cooling, at most
    int part_size = 2500;       // customers of a part, at most ...
    int least_part_size = 400;  // ... and at least, if there is more than one part
    int neighbors = 60;         // of each customer within its part
    // A quick cooling comes first, in this share of the budget and from this share of the heat. So
    // a run that is stopped early has a good solution. The long cooling reaches that cost only near
    // its end.
    double quick_share = 0.06;
    double quick_heat = 0.1;
    // Iterations per customer in one cooling without a limit of time or iterations; then another
    // cooling begins.
    std::int64_t iterations_per_customer = 1000;
    // Done at the end of a cooling.
    RouteTourParameters route_tours{};
    TownPieceParameters pieces{};
};

// How the expert chooses between the searches (expert.hpp).
struct Parameters {
    hgs::Parameters hgs{.batch = 8};
    PhaseParameters phases{};
    LocalOptimumParameters local_optimum{};
    // Share of the remaining time for the local optima of all starts together, at most. They are
    // skipped if this is less than local_optimum_seconds of processor time per customer.
    double local_optimum_share = 0.15;
    double local_optimum_seconds = 1e-4;
    RoundsParameters rounds{};
    int most_for_hgs = 800;  // customers; larger instances are annealed in rounds
    // Under a time limit, this share of it goes to the annealed solutions of the first population
    // ...
    double founding_share = 0.3;
    int most_founders = 6;
    double founder_seconds = 1.5e-3;  // ... and each gets at least this much per customer
    tsp::Parameters tsp{};
};

}  // namespace odgear::expert
