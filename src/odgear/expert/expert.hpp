// The expert: the best search for the size of the instance. It is a solver by itself, and the
// second half of the hybrid.
//
// Small instances: Hybrid Genetic Search on the whole instance. Where time allows, its first
// population comes from a few short annealing runs. Medium instances add phases of decomposition
// (phases.hpp). Large instances: ruin and recreate with annealing, in rounds of sub-problems
// (rounds.hpp), from a local optimum of the start (local_optimum.hpp). A TSP with symmetric
// distances: its own search (tsp/search.hpp). All use all threads. Memory O(N K).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/progress.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/expert/crew_maker.hpp"
#include "odgear/expert/parameters.hpp"
#include "odgear/parallel/workers.hpp"
#include "odgear/spatial/shared_neighbors.hpp"

namespace odgear::expert {

struct Result {
    std::optional<Solution> best;  // the best feasible solution found or given
    // Individuals of HGS, iterations of ruin and recreate, or kicks of the search for a tour.
    std::int64_t iterations = 0;
    // Where several starts of a large instance competed: the cost of each after the same time, in
    // the order of `warm`. The search continued from the cheapest, or the first of equal ones.
    std::vector<double> starts{};
};

// Whether the instance is so large that it is solved in parts, which a crew can solve.
bool in_parts(const Instance& instance, const Parameters& parameters);

// Whether the instance goes to the search for one tour.
bool is_one_tour(const Instance& instance);

// The widest neighbour lists that solve() needs for this instance.
int widest_neighbors(const Instance& instance, const Parameters& parameters);

// The result is never worse than the best feasible one of `warm`. It does not depend on the number
// of threads if only iterations limit it. `neighbors` holds lists of the same instance, which are
// then not built again. `crew` makes the crew that solves the parts of a large instance; if it is
// empty, the threads of this process do.
Result solve(const Instance& instance, const Parameters& parameters, std::span<const Solution> warm,
             const StopRule& stop, const Workers& workers, std::uint64_t seed,
             const Observer& observer = {}, SharedNeighbors* neighbors = nullptr,
             const CrewMaker& crew = {});

}  // namespace odgear::expert
