// Brings a solution with too many routes within the fleet limit, keeping it feasible otherwise.
//
// The lightest routes are dissolved. Their customers are inserted where they fit, or inserted after
// customers that have been easy to place so far are ejected (the ejection pool with penalty
// counters of Nagata and Braysy, 2009), with random exchanges in between. Where capacity is the
// only limit, a second attempt starts from a best-fit-decreasing packing instead of the given
// routes.
#pragma once

#include "odgear/core/instance.hpp"
#include "odgear/core/random.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/spatial/neighbors.hpp"

namespace odgear {

struct FleetRepairParameters {
    int effort = 100;          // ejections in one attempt, per customer
    int most_steps = 200'000;  // ejections in one attempt, in total
};

// `routes` must hold every customer once and respect capacity and length. On success there are at
// most instance.max_vehicles() routes, and the result is true; otherwise they are unchanged.
bool repair_fleet(const Instance& instance, const NeighborLists& neighbors,
                  const FleetRepairParameters& parameters, const StopRule& stop, Random& random,
                  std::vector<Route>& routes);

}  // namespace odgear
