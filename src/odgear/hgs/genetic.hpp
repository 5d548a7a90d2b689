// Hybrid Genetic Search for the CVRP and the TSP (Vidal et al. 2012; Vidal 2022, Algorithm 1).
//
// An iteration makes one individual (warm start, random, or offspring) and improves it by local
// search, which costs at least O(N K). Memory O(N) for each individual of the population.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/progress.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/hgs/parameters.hpp"
#include "odgear/hgs/workspace.hpp"
#include "odgear/spatial/neighbors.hpp"

namespace odgear::hgs {

struct Result {
    std::optional<Solution> best;  // the best feasible solution found or given
    std::int64_t iterations = 0;   // individuals made, including the initial ones
    std::int64_t restarts = 0;
};

// Calls task(0), ..., task(count - 1), in any order, on any threads; returns when all are done.
using ForEach =
    std::function<void(std::size_t count, const std::function<void(std::size_t)>& task)>;

// An improvement by other means. After every `interval` individuals (0: never) it improves one
// elite solution, and the result joins the population. Its random numbers must depend on the seed
// alone.
struct Phase {
    std::int64_t interval = 0;
    std::function<std::vector<Route>(const Solution& elite, std::uint64_t seed)> improve;
};

// Warm starts are sets of routes, feasible or not. The result is never worse than the best feasible
// one of them. It is determined by seed and iterations, unless time or the flag ends the search.
// The observer is told of every improvement, and from time to time without one. `for_each` makes
// the individuals of a batch (parameters.batch); without it they are made one after the other.
// `neighbors` are lists of parameters.neighbors for this instance, if the caller already has them.
Result solve(const Instance& instance, const Parameters& parameters,
             std::span<const std::vector<Route>> warm_starts, const StopRule& stop,
             std::uint64_t seed, const Observer& observer = {}, Workspace* workspace = nullptr,
             const ForEach& for_each = {}, const Phase& phase = {},
             const NeighborLists* neighbors = nullptr);

}  // namespace odgear::hgs
