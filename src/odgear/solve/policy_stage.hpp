// The policy's part of a solve: whether it can run on this instance, its settings, and local search
// on its rollouts.
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

// Why the policy cannot run on this instance, for people; nothing if it can. A model that cannot be
// read is an error, even if the policy is not used in the end.
std::optional<std::string> policy_obstacle(const Instance& instance, const PolicySettings& settings,
                                           NetworkStore& networks);

// A few whole rollouts and some by region, which are better than whole ones where there are many
// customers. For a start that the expert improves at once.
PolicySettings mostly_by_region(PolicySettings settings);

// Whether the estimated time of the policy is within its share of the limit. Always true without a
// limit.
bool affordable(const Instance& instance, const HybridParameters& parameters, const StopRule& stop,
                int threads);

// The local optimum of each solution, in parallel, in the given order. Empty for a solution if
// there was no time left or it cannot be made feasible. `first` is the random stream of the first
// one.
std::vector<std::optional<Solution>> improve_all(const Instance& instance,
                                                 const NeighborLists& neighbors,
                                                 std::span<const Solution> solutions,
                                                 const StopRule& stop, std::uint64_t seed,
                                                 std::size_t first, const Workers& workers);

}  // namespace odgear
