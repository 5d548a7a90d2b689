// Ruin and recreate with adjacent string removals (SISR, Christiaens and Vanden Berghe, 2020) under
// simulated annealing: the search for instances too large for a population.
//
// An iteration removes a few strings of customers around a random one. It puts each customer back
// at the cheapest feasible position beside one of its K nearest neighbours (skipping a position
// from time to time), or in a route of its own. Some iterations also try every position of the
// routes that they changed, others the first and last arcs of all routes: where towns lie apart, no
// list of neighbours leads from one to the next. An iteration costs O(removed * K), whatever N is:
// changes are made in place and undone from a journal when the annealing rejects them, and the best
// solution is updated from a list of what changed since. Memory O(N K).
#pragma once

#include <cstdint>

#include "odgear/core/instance.hpp"
#include "odgear/core/progress.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/ruin/chance.hpp"
#include "odgear/ruin/parameters.hpp"
#include "odgear/spatial/neighbors.hpp"

namespace odgear::ruin {

struct Outcome {
    Solution best;
    Solution last;  // the current solution at the end, from which the next stage continues
    std::int64_t iterations = 0;
};

// The mean cost of an arc between customers, the unit of temperatures. Arcs to the depot are left
// out, because they would make it depend on where the depot lies.
double mean_arc_cost(const Instance& instance, const Solution& solution);

// The whole cooling for an instance. Longer routes start hotter, with the square root of their
// length, because changing one takes a larger detour. A `heat` below 1 starts that much closer to
// the end.
Cooling cooling_for(const Instance& instance, const Solution& start, const Parameters& parameters,
                    double heat = 1);

// One stage of annealing between the given temperatures. Its share of the stop rule's budget counts
// from the moment of the call. `start` must be feasible; all results are.
Outcome anneal(const Instance& instance, const NeighborLists& neighbors, const Solution& start,
               const Parameters& parameters, const Cooling& cooling, const StopRule& stop,
               std::uint64_t seed, const Observer& observer = {});

// The whole annealing. Returns the best solution found, never worse than `start`.
Solution ruin_recreate(const Instance& instance, const NeighborLists& neighbors,
                       const Solution& start, const Parameters& parameters, const StopRule& stop,
                       std::uint64_t seed, const Observer& observer = {});

}  // namespace odgear::ruin
