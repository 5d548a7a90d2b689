// Rollouts by region for one long tour. A region is a city with its nearest ones; the rest of the
// tour becomes paths that do not change. The policy visits the cities of the region again; a path
// is entered at either end and left at the other. The shorter tour stays. Edge weights are those of
// the whole instance; there is no other search.
//
// Long tours are cut into windows of consecutive cities, which threads process in parallel. O(N K)
// time at worst for each of `trajectories`, as for a whole one; O(N) memory per thread.
#pragma once

#include "odgear/policy/rollout/reroll.hpp"

namespace odgear::policy {

// Never worse than `start`. The result does not depend on the number of threads.
Trajectory reroll_tour(const RolloutProblem& problem, const SortedRows& rows,
                       const Trajectory& start, const RerollOptions& options,
                       const Workers& workers = Workers(), const StopRule& stop = {});

}  // namespace odgear::policy
