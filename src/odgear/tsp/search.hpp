// The search for one tour: greedy edges, Lin-Kernighan, and then until the stop rule ends it, up to
// PartsParameters::above cities, populations of tours that are crossed by edge assembly
// (evolution.hpp), or local kicks where there is too little time for these (whole.hpp). More cities
// are cut into parts of the tour that are searched by kicks with annealing at the same time and cut
// elsewhere in the next round (parts.hpp). Memory O(N (K + P)) for P tours of a population.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/progress.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/parallel/workers.hpp"
#include "odgear/tsp/parameters.hpp"

namespace odgear::tsp {

struct Result {
    std::vector<int> tour;  // all nodes, node 0 first
    double cost = 0;
    std::int64_t kicks = 0;  // and what takes as long (PopulationParameters)
};

// `start` is a tour of all nodes, or empty; the result is never longer. Distances must be
// symmetric. The same answer for any number of threads when only iterations (kicks) limit it.
Result search(const Instance& instance, const Parameters& parameters, std::span<const int> start,
              const StopRule& stop, const Workers& workers, std::uint64_t seed,
              const Observer& observer = {});

}  // namespace odgear::tsp
