// Clarke and Wright's savings construction (1964), parallel version, over neighbour lists: the
// first solution of every search, and the whole solver where a few milliseconds are all there is.
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
    // Weight of the distance between two customers in the saving (Yellow's lambda): above 1 the
    // routes become more compact, below 1 more circumferential.
    double shape = 1;
    // Ejections that one attempt at reaching the fleet limit may take, for each customer.
    int repair_effort = 100;
    std::uint64_t seed = 1;  // used by that repair only
};

// Always feasible. Throws InfeasibleError when a fleet limit could not be met by the repair, which
// stops early when `stop` is out of time; the construction itself runs to its end.
Solution savings(const Instance& instance, const NeighborLists& neighbors,
                 const SavingsParameters& parameters = {}, const StopRule& stop = {});

}  // namespace odgear
