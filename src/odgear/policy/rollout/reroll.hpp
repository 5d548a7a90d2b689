// Rollouts by region. The best of many whole trajectories is hardly better than their mean when N
// is large, since the lucky and the unlucky parts of each even out. So parts are drawn by
// themselves: the routes are divided into regions of two to four neighbouring ones, the policy
// visits the customers of each region anew, a few times, and the best routes stay. The next round
// divides otherwise. Edge weights are those of the whole instance; there is no other search.
//
// O(N K) time at worst for each `trajectories`, as for a whole one; O(N) memory a thread.
#pragma once

#include <cstdint>

#include "odgear/core/stop.hpp"
#include "odgear/parallel/workers.hpp"
#include "odgear/policy/rollout/rollout.hpp"
#include "odgear/policy/rollout/sorted_rows.hpp"

namespace odgear::policy {

// A saving below this share of the cost is rounding.
constexpr double least_saving = 1e-9;

struct RerollOptions {
    int trajectories = 90;  // visits of a customer, at most
    std::uint64_t seed = 1;
};

// Never worse than `start`, nor with more routes where that would break the fleet limit. The same
// whatever the number of threads.
Trajectory reroll(const RolloutProblem& problem, const SortedRows& rows, const Trajectory& start,
                  const RerollOptions& options, const Workers& workers = Workers(),
                  const StopRule& stop = {});

}  // namespace odgear::policy
