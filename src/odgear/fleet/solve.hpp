// Rich problems from beginning to end: construction or warm start; saving vehicles, where that
// comes first; annealing (in rounds on parts where the problem is large); the plan with its times,
// and a reason for every stop that is left out.
//
// With an iteration limit the result depends only on the problem, the parameters and the seed, not
// on the number of threads. A time limit breaks that.
#pragma once

#include <cstdint>

#include "odgear/core/fleet/plan.hpp"
#include "odgear/core/progress.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/fleet/options.hpp"
#include "odgear/parallel/workers.hpp"

namespace odgear::fleet {

// `warm` may be partial or infeasible: infeasible routes are dissolved, and their stops are
// inserted again. The observer is told the cost without virtual prices; infinity while required
// stops are missing.
Result solve(const Problem& problem, const Parameters& parameters = {}, const Plan* warm = nullptr,
             const StopRule& stop = {}, const Workers& workers = Workers(1), std::uint64_t seed = 1,
             const Observer& observer = {});

}  // namespace odgear::fleet
