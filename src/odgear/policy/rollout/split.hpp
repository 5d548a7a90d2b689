// Optimal division of a trajectory's customers, in their order, into routes (Prins, 2004): a
// shortest path over the giant tour. O(N B) time for routes of at most B customers, O(N) memory.
#pragma once

#include <span>
#include <vector>

#include "odgear/policy/rollout/rollout.hpp"

namespace odgear::policy {

// A trajectory with the same order of customers and no higher cost, within capacity and length
// limit. If the split would need more vehicles than the fleet limit and than the given trajectory,
// the given one is returned. The log-probability stays that of the given one.
Trajectory split(const RolloutProblem& problem, const Trajectory& trajectory);

}  // namespace odgear::policy
