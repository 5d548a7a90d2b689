// The search for one tour: greedy edges, then Lin-Kernighan. After that, up to
// PartsParameters::above cities, populations of tours that are crossed by edge assembly
// (evolution.hpp), or local kicks where there is too little time for these (whole.hpp). Larger
// tours are cut into parts, which are searched by kicks with annealing at the same time and cut
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
    std::int64_t kicks = 0;  // including other work, converted to kicks (PopulationParameters)
};

// `start` is a tour of all nodes, or empty; the result is never longer. Distances must be
// symmetric. If only iterations (kicks) limit the search, the result does not depend on the number
// of threads.
Result search(const Instance& instance, const Parameters& parameters, std::span<const int> start,
              const StopRule& stop, const Workers& workers, std::uint64_t seed,
              const Observer& observer = {});

}  // namespace odgear::tsp
