// Optimal division of a trajectory's customers, in their order, into routes (Prins, 2004): a
// shortest path over the giant tour. O(N B) time for routes of at most B customers, O(N) memory.
#pragma once

#include <span>
#include <vector>

#include "odgear/policy/rollout/rollout.hpp"

namespace odgear::policy {

// A trajectory of the same customer order, not dearer, within capacity and length limit. With a
// fleet limit, the given one is returned if the split would need more vehicles than it and than the
// limit. The log-probability stays that of the given one.
Trajectory split(const RolloutProblem& problem, const Trajectory& trajectory);

}  // namespace odgear::policy
