// The one-shot refinement of the paper's Algorithm 1: the routes of a rollout are cut into parts by
// their barycentres (BCC), each part is improved by HGS from where it stands, with its number of
// routes as fleet limit, and the parts are merged. The trainer calls it thousands of times.
//
// Deterministic by its seed. It uses one thread: callers with many solutions refine
// them in parallel, with a workspace for each thread. At N = 200, m = 50 it takes a few tens of
// milliseconds.
#pragma once

#include <cstdint>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/decompose/decompose.hpp"
#include "odgear/expert/parameters.hpp"
#include "odgear/hgs/genetic.hpp"

namespace odgear::expert {

// `start` must be feasible. Never worse than it.
Solution refine(const Instance& instance, const Solution& start, const RefineParameters& parameters,
                std::uint64_t seed, hgs::Workspace* workspace = nullptr);

// The same under a stop rule, of which only time and the flag count, with the parts in parallel.
Solution refine(const Instance& instance, const Solution& start, const RefineParameters& parameters,
                std::uint64_t seed, const StopRule& stop, const ForEachPart& for_each);

}  // namespace odgear::expert
