// The policy's part of a solve: which model, whether it can run on this instance, and its rollouts
// improved by local search.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/policy/policy.hpp"
#include "odgear/solve/options.hpp"
#include "odgear/spatial/neighbors.hpp"

namespace odgear {

// Why the policy cannot run on this instance, for people; nothing when it can.
std::optional<std::string> policy_obstacle(const Instance& instance, const Options& options);

struct PolicyStage {
    policy::PolicyResult rollouts;
    std::string model;
};

// A few whole rollouts and some by region, which are better than whole ones where customers are
// many: for a start that the expert improves at once.
Options mostly_by_region(Options options);

// `keep` distinct solutions come back besides the best.
PolicyStage run_policy(const Instance& instance, const Options& options, int keep,
                       const StopRule& stop, int threads);

// Each solution's local optimum, in parallel, in the order given; those that the clock left no time
// for, or that cannot be made feasible, are left out.
std::vector<Solution> improve_all(const Instance& instance, const NeighborLists& neighbors,
                                  const std::vector<Solution>& solutions, const StopRule& stop,
                                  std::uint64_t seed, int threads);

}  // namespace odgear
