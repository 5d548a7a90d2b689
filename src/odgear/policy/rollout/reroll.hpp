// Rollouts by region. When N is large, the best of many whole trajectories is hardly better than
// their mean, because lucky and unlucky parts of each cancel out. So parts are re-sampled
// separately: the routes are divided into regions of two to four neighbouring ones, the policy
// visits the customers of each region again a few times, and the best routes stay. The next round
// divides the routes differently. Edge weights are those of the whole instance; there is no other
// search.
//
// O(N K) time at worst for each of `trajectories`, as for a whole one; O(N) memory per thread.
#pragma once

#include <cstdint>

#include "odgear/core/stop.hpp"
#include "odgear/parallel/workers.hpp"
#include "odgear/policy/rollout/rollout.hpp"
#include "odgear/policy/rollout/sorted_rows.hpp"

namespace odgear::policy {

// A saving below this share of the cost is a rounding error.
constexpr double least_saving = 1e-9;

struct RerollOptions {
    int trajectories = 90;  // visits per customer, at most
    std::uint64_t seed = 1;
};

// Never worse than `start`; has no more routes than `start` if that would break the fleet limit.
// The result does not depend on the number of threads.
Trajectory reroll(const RolloutProblem& problem, const SortedRows& rows, const Trajectory& start,
                  const RerollOptions& options, const Workers& workers = Workers(),
                  const StopRule& stop = {});

}  // namespace odgear::policy
