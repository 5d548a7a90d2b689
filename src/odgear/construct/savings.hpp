// Clarke and Wright's savings construction (1964), parallel version, over neighbour lists. It gives
// the first solution of every search, and the final one where there are only a few milliseconds.
//
// Time O(N K log(N K)), memory O(N K) for lists of K neighbours. Ends that no list joins are joined
// in further rounds over the ends alone, so a TSP becomes one tour.
#pragma once

#include <cstdint>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/spatial/neighbors.hpp"

namespace odgear {

struct SavingsParameters {
    // Weight of the distance between two customers in the saving (Yellow's lambda). Above 1, routes
    // become more compact; below 1, more circumferential.
    double shape = 1;
    // How many ejections, per customer, one attempt to reach the fleet limit may take.
    int repair_effort = 100;
    std::uint64_t seed = 1;  // used only by that repair
};

// The result is always feasible. Throws InfeasibleError when the repair did not reach the fleet
// limit. The repair ends early when `stop` is out of time; the construction always runs to its end.
Solution savings(const Instance& instance, const NeighborLists& neighbors,
                 const SavingsParameters& parameters = {}, const StopRule& stop = {});

}  // namespace odgear
