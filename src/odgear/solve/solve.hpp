// The one place that joins construction, policy, local search, HGS and decomposition.
#pragma once

#include "odgear/core/instance.hpp"
#include "odgear/core/progress.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/solve/options.hpp"
#include "odgear/solve/result.hpp"

namespace odgear {

// Solves until the rule says stop. The result has passed the checker and is never worse than a
// feasible warm start. A feasible solution is held from the first milliseconds on, so a raised flag
// or an elapsed limit still gives one. Throws InfeasibleError when none was found.
Result solve(const Instance& instance, const Options& options, const StopRule& stop,
             const Observer& observer = {});

}  // namespace odgear
