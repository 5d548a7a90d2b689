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
#include "odgear/expert/local_optimum.hpp"
#include "odgear/expert/phases.hpp"
#include "odgear/expert/rounds.hpp"
#include "odgear/hgs/parameters.hpp"
#include "odgear/tsp/parameters.hpp"

namespace odgear::expert {

struct Parameters {
    hgs::Parameters hgs{.batch = 8};
    PhaseParameters phases{};
    LocalOptimumParameters local_optimum{};
    // Of the time left, for the local optima of all starts together: at the most this share, and
    // not at all when that is less than so many seconds of processor time for each customer.
    double local_optimum_share = 0.15;
    double local_optimum_seconds = 1e-4;
    RoundsParameters rounds{};
    int most_for_hgs = 800;  // customers; larger instances are annealed in rounds
    // Under a time limit, annealed solutions that found the population take this share of it ...
    double founding_share = 0.3;
    int most_founders = 6;
    double founder_seconds = 1.5e-3;  // ... each at least so long, for each customer
    tsp::Parameters tsp{};
};

struct Result {
    std::optional<Solution> best;  // the best feasible solution found or given
    // Individuals of HGS, iterations of ruin and recreate, or kicks of the search for a tour.
    std::int64_t iterations = 0;
};

// Whether the instance goes to the search for one tour.
bool is_one_tour(const Instance& instance);

// Never worse than the best feasible one of `warm`. The same answer for any number of threads when
// only iterations limit it.
Result solve(const Instance& instance, const Parameters& parameters, std::span<const Solution> warm,
             const StopRule& stop, int threads, std::uint64_t seed, const Observer& observer = {});

}  // namespace odgear::expert
