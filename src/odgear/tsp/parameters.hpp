// Parameters of the TSP search. The defaults were chosen on generated instances.
#pragma once

#include <array>

#include "odgear/spatial/city_neighbors.hpp"
#include "odgear/spatial/priced_tree.hpp"
#include "odgear/tsp/exchange.hpp"

namespace odgear::tsp {

struct LinKernighanParameters {
    // Most edges in one exchange, and how many continuations are tried at each step.
    int depth = 10;
    std::array<int, most_exchanged> breadth{5, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    // From this number of removed edges on, a chain is continued only where it can be closed to a
    // tour.
    int closable_from = 3;
};

struct KickParameters {
    int walk = 5;  // steps over candidate edges from one of the four places to another
};

// Populations of tours that are crossed. How many kicks a step takes as long as was measured; where
// the number of kicks is limited, these figures replace the clock.
struct PopulationParameters {
    int most = 300;            // tours
    int least = 6;             // with fewer tours, kicks get further
    double share = 0.3;        // of the remaining time, for making the tours
    double noise = 1;          // of the greedy edges that the tours start from
    int children = 10;         // of a pair, at most
    int block = 8;             // pairs crossed at the same time
    double tour_kicks = 0.1;   // making a tour, per city
    int cities_a_kick = 1000;  // crossing a pair: 1 + cities / this
};

// Annealing: a kick that leaves a longer tour is kept with a probability that falls with time.
struct HeatParameters {
    double most = 0.6;         // highest temperature, as a share of the mean edge
    double full_at = 200;      // reached from this number of kicks per city on
    double none_below = 10;    // with fewer kicks per city there is no annealing
    double cold_share = 0.05;  // end of each cycle at temperature 0, as a share of the cycle
    double cycle = 500;        // kicks per city in one cycle; with more, another cycle begins
};

// Large instances: the tour is cut into parts that are searched at the same time.
struct PartsParameters {
    int above = 8000;    // cities; smaller instances are searched as a whole
    int cities = 10000;  // in a part, approximately
    double kicks = 5;    // per city, between two cuts
};

// Candidate edges by their nearness to the priced spanning tree.
struct TreeCandidateParameters {
    int kept = 8;  // per city; 0: all edges around it
    PricedTreeParameters tree{.rounds = 40, .first_step = 0.5, .last_step = 0.01};
    int most_cities = 12000;      // with more cities, pricing costs more time than it gains
    double least_seconds = 1e-4;  // remaining time per city that pricing requires
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
