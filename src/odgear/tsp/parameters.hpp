// What steers the TSP search. The defaults were chosen on generated instances.
#pragma once

#include <array>

#include "odgear/spatial/city_neighbors.hpp"
#include "odgear/spatial/priced_tree.hpp"
#include "odgear/tsp/exchange.hpp"

namespace odgear::tsp {

struct LinKernighanParameters {
    // Edges exchanged at most, and how many continuations are tried at each step.
    int depth = 10;
    std::array<int, most_exchanged> breadth{5, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    // From so many removed edges on, only what can be closed to a tour is continued.
    int closable_from = 3;
};

struct KickParameters {
    int walk = 5;  // steps over candidate edges from one of the four places to another
};

// Tours that are crossed with each other. What takes as long as how many kicks is measured; where
// kicks are limited it takes the clock's place.
struct PopulationParameters {
    int most = 300;            // tours
    int least = 6;             // with fewer, kicks get further
    double share = 0.3;        // of the time that is left, for the making of the tours
    double noise = 1;          // of the greedy edges that they begin with
    int children = 10;         // of a pair, at the most
    int block = 8;             // pairs crossed at the same time
    double tour_kicks = 0.1;   // the making of a tour, for each city
    int cities_a_kick = 1000;  // a pair: one kick, and one more for so many cities
};

// Annealing: a kick that leaves a longer tour stays with a probability that falls with time.
struct HeatParameters {
    double most = 0.6;         // highest temperature, as a share of the mean edge ...
    double full_at = 200;      // ... which needs so many kicks a city,
    double none_below = 10;    // and with fewer than these there is none
    double cold_share = 0.05;  // of a cycle, at its end, without any
    double cycle = 500;        // kicks a city; where there are more, another cycle begins
};

// Very many cities: the tour is cut into parts that are searched at the same time.
struct PartsParameters {
    int above = 8000;    // cities; fewer are searched as a whole
    int cities = 10000;  // in a part, about
    double kicks = 5;    // for each city, between two cuts
};

// Candidate edges by their nearness to the priced spanning tree.
struct TreeCandidateParameters {
    int kept = 8;  // of each city; 0: all that are around it
    PricedTreeParameters tree{.rounds = 40, .first_step = 0.5, .last_step = 0.01};
    int most_cities = 12000;      // above, pricing takes longer than it gains
    double least_seconds = 1e-4;  // that must be left, for each city
};

struct Parameters {
    CityNeighborParameters candidates{};
    TreeCandidateParameters tree{};
    LinKernighanParameters lin_kernighan{};
    KickParameters kick{};
    PopulationParameters population{};
    HeatParameters heat{};
    PartsParameters parts{};
};

}  // namespace odgear::tsp
