// The expert: the best search for the size of the instance. A solver of its own, and the second
// half of the hybrid.
//
// Small instances go to Hybrid Genetic Search as a whole, whose population is founded by a few
// short annealings where time allows, and which goes through phases of decomposition when they are
// of medium size (phases.hpp). Large ones are annealed by ruin and recreate in rounds of parts
// (rounds.hpp), from the best local optimum near what is given (local_optimum.hpp). A TSP with
// symmetric distances goes to its own search (tsp/search.hpp). All use all threads. Memory O(N K).
#pragma once

#include <cstdint>
#include <optional>
#include <span>

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
};

// Whether the instance is so large that it is solved in parts, which a crew can do.
bool in_parts(const Instance& instance, const Parameters& parameters);

// Whether the instance goes to the search for one tour.
bool is_one_tour(const Instance& instance);

// The widest neighbour lists that solve() asks for on this instance.
int widest_neighbors(const Instance& instance, const Parameters& parameters);

// Never worse than the best feasible one of `warm`. The same answer for any number of threads when
// only iterations limit it. `neighbors`, of the same instance, spares building lists again. `crew`
// makes whoever does the parts of a large instance, the threads of this process if it is empty.
Result solve(const Instance& instance, const Parameters& parameters, std::span<const Solution> warm,
             const StopRule& stop, const Workers& workers, std::uint64_t seed,
             const Observer& observer = {}, SharedNeighbors* neighbors = nullptr,
             const CrewMaker& crew = {});

}  // namespace odgear::expert
