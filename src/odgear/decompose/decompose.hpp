// One round of route-based decomposition around any inner solver (Algorithm 1 of the paper; BCC of
// Santini et al., 2023): partition the routes, improve each part on its own, merge. The result is
// never worse than the input: a part keeps its routes unless the inner solver's are better.
// Memory: one sub-instance for each part that is being solved at the same time.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/decompose/partition.hpp"
#include "odgear/decompose/subproblem.hpp"

namespace odgear {

struct DecomposeParameters {
    Clustering clustering = Clustering::barycentre;
    int part_size = 200;  // m of the paper: customers of a part, on average
    // Whether a part may use no more routes than it had before, as in Algorithm 1. Otherwise only
    // the limit of the instance counts, and its spare vehicles are shared among the parts.
    bool keep_route_count = true;
};

// Improves part `index`; returns nothing if it found no solution. Parts may be solved in any order
// and at the same time, so random numbers must depend on the index alone.
using InnerSolver = std::function<std::optional<Solution>(const Subproblem&, std::size_t index)>;

// Calls task(0), ..., task(count - 1), in any order or in parallel. Without it, tasks run one after
// the other.
using ForEachPart =
    std::function<void(std::size_t count, const std::function<void(std::size_t)>& task)>;

// `start` must be feasible. Throws InternalError when parts overlap, miss a customer, or come back
// infeasible. These are defects of a clustering or an inner solver and must not go unnoticed.
Solution decompose(const Instance& instance, const Solution& start,
                   const DecomposeParameters& parameters, const InnerSolver& inner,
                   std::uint64_t seed, const ForEachPart& for_each = {});

}  // namespace odgear
