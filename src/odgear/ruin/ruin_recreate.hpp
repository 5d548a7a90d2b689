// Ruin and recreate with adjacent string removals (SISR, Christiaens and Vanden Berghe, 2020) under
// simulated annealing: the search for instances too large for a population.
//
// An iteration removes a few strings of customers around a random one and puts the customers back,
// each at the cheapest feasible place beside one of its K nearest neighbours (now and then blinking
// one), or in a route of its own. Some iterations also look at every place of the routes that they
// changed, others at all ways to the depot: where towns lie apart, no list of neighbours leads from
// one to the next. An iteration costs O(removed * K), whatever N is: changes are made in place
// and undone from a journal when the annealing refuses them; the best solution is kept up to date
// from the list of what changed since. Memory O(N K).
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
    Solution last;  // where the annealing stood at the end: where its next stage goes on
    std::int64_t iterations = 0;
};

// The mean cost of an arc between customers, which temperatures are measured in: ways to the depot
// would make it depend on where the depot lies.
double mean_arc_cost(const Instance& instance, const Solution& solution);

// The whole cooling for an instance. Longer routes are begun hotter, with the root of their length:
// changing one takes a larger detour. With less heat than 1 it begins so much nearer to its end.
Cooling cooling_for(const Instance& instance, const Solution& start, const Parameters& parameters,
                    double heat = 1);

// One stage of annealing between the given temperatures, whose share of the stop rule's budget
// counts from the moment of the call. `start` must be feasible; so is everything returned.
Outcome anneal(const Instance& instance, const NeighborLists& neighbors, const Solution& start,
               const Parameters& parameters, const Cooling& cooling, const StopRule& stop,
               std::uint64_t seed, const Observer& observer = {});

// The whole annealing; the best solution met, never worse than `start`.
Solution ruin_recreate(const Instance& instance, const NeighborLists& neighbors,
                       const Solution& start, const Parameters& parameters, const StopRule& stop,
                       std::uint64_t seed, const Observer& observer = {});

}  // namespace odgear::ruin
