// The one-shot refinement of the paper's Algorithm 1: the routes of a rollout are cut into parts by
// their barycentres (BCC), HGS improves each part from its current routes with their number as
// fleet limit, and the parts are merged. The trainer calls it thousands of times.
//
// The seed determines the result. It uses one thread: callers with many solutions refine them in
// parallel, with one workspace per thread. At N = 200, m = 50 it takes a few tens of milliseconds.
#pragma once

#include <cstdint>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/decompose/decompose.hpp"
#include "odgear/expert/parameters.hpp"
#include "odgear/hgs/genetic.hpp"

namespace odgear::expert {

// `start` must be feasible; the result is never worse.
Solution refine(const Instance& instance, const Solution& start, const RefineParameters& parameters,
                std::uint64_t seed, hgs::Workspace* workspace = nullptr);

// The same under a stop rule, of which only time and flag count, with the parts in parallel.
Solution refine(const Instance& instance, const Solution& start, const RefineParameters& parameters,
                std::uint64_t seed, const StopRule& stop, const ForEachPart& for_each);

}  // namespace odgear::expert
