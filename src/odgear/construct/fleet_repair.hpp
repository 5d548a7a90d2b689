// Brings a solution with too many routes within the fleet limit, keeping it feasible otherwise.
//
// The lightest routes are dissolved; their customers are inserted where they fit, or pushed in by
// ejecting customers that have been easy to place so far (the ejection pool with penalty counters
// of Nagata and Braysy, 2009), with random exchanges in between. Where only the capacity limits, a
// second attempt starts from a best-fit-decreasing packing instead of the given routes.
#pragma once

#include "odgear/core/instance.hpp"
#include "odgear/core/random.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/spatial/neighbors.hpp"

namespace odgear {

struct FleetRepairParameters {
    int effort = 100;          // ejections of one attempt, for each customer ...
    int most_steps = 200'000;  // ... but no more than this in all
};

// `routes` must hold every customer once and respect capacity and length. True when they are at
// most instance.max_vehicles() now; otherwise they are left as they were.
bool repair_fleet(const Instance& instance, const NeighborLists& neighbors,
                  const FleetRepairParameters& parameters, const StopRule& stop, Random& random,
                  std::vector<Route>& routes);

}  // namespace odgear
