// The classic ant colony (Ant System), the baseline "ACO" of the paper's Table 1: no local search,
// no learned weights. The paper states no settings; these defaults are usual in related work. With
// a network's edge weights instead of 1 / distance it is the inference of GFACS (Kim et al., 2025),
// whose ants may also be improved by local search. O(rounds * ants * N^2) time, O(N^2) memory.
#pragma once

#include <cstdint>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/policy/network/network.hpp"

namespace odgear::bench {

struct AntColonyOptions {
    int ants = 20;
    int rounds = 100;
    double pheromone_power = 1;  // alpha
    double nearness_power = 1;   // beta, of 1 / distance
    double decay = 0.9;          // share of the pheromone that remains after a round
    bool local_search = false;   // improves the routes of each ant before it lays pheromone
    std::uint64_t seed = 1;
    int threads = 1;
};

// The best solution of any ant. Each ant walks from the depot and chooses among the customers that
// fit (and the depot, unless it is there) in proportion to pheromone^alpha / distance^beta. All
// ants of a round then lay 1 / cost along their edges. The same seed gives the same answer for any
// number of threads. The first ant always completes its walk; clock and flag may stop later rounds.
Solution ant_colony(const Instance& instance, const AntColonyOptions& options,
                    const StopRule& stop = {});

// The same with learned weights instead of 1 / distance: exp(u_ij) of the network's edges, 1e-10
// outside of its graph.
Solution ant_colony(const Instance& instance, const policy::Network& network,
                    const AntColonyOptions& options, const StopRule& stop = {});

}  // namespace odgear::bench
