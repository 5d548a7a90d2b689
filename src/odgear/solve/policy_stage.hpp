// The policy's part of a solve: whether it can run on this instance, with which settings, and its
// rollouts improved by local search.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/parallel/workers.hpp"
#include "odgear/policy/settings.hpp"
#include "odgear/solve/network_store.hpp"
#include "odgear/solve/options.hpp"
#include "odgear/spatial/neighbors.hpp"

namespace odgear {

// Why the policy cannot run on this instance, for people; nothing when it can. A model that cannot
// be read is an error even where the policy turns out not to be asked.
std::optional<std::string> policy_obstacle(const Instance& instance, const PolicySettings& settings,
                                           NetworkStore& networks);

// A few whole rollouts and some by region, which are better than whole ones where customers are
// many: for a start that the expert improves at once.
PolicySettings mostly_by_region(PolicySettings settings);

// Whether the estimated time of the policy is within its share of the limit. Always without a
// limit.
bool affordable(const Instance& instance, const HybridParameters& parameters, const StopRule& stop,
                int threads);

// Each solution's local optimum, in parallel, in the order given; nothing for those that the clock
// left no time for, or that cannot be made feasible. `first` is the stream of the first one.
std::vector<std::optional<Solution>> improve_all(const Instance& instance,
                                                 const NeighborLists& neighbors,
                                                 std::span<const Solution> solutions,
                                                 const StopRule& stop, std::uint64_t seed,
                                                 std::size_t first, const Workers& workers);

}  // namespace odgear
