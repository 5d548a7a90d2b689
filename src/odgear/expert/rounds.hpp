// Annealing of a large instance in rounds of parts. The routes are cut into parts of neighbouring
// routes, and ruin and recreate anneals each part on its own, all at the same temperature. The
// current solutions of the parts are merged and cut anew for the next round. So the whole instance
// cools as one, on many threads, and each part stays small enough for the caches. Memory O(N K).
#pragma once

#include <cstdint>

#include "odgear/core/instance.hpp"
#include "odgear/core/progress.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/expert/crew.hpp"
#include "odgear/expert/parameters.hpp"
#include "odgear/parallel/workers.hpp"

namespace odgear::expert {

struct RoundsResult {
    Solution best;
    std::int64_t iterations = 0;
};

// `start` must be feasible; the result is never worse. The crew has the same parameters. With an
// iteration limit, the result does not depend on the number of threads. The target and the
// iterations without improvement are checked between rounds.
RoundsResult anneal_in_rounds(const Instance& instance, const Solution& start,
                              const RoundsParameters& parameters, const StopRule& stop,
                              const Crew& crew, std::uint64_t seed, const Observer& observer = {});

// The same, on the threads of this process alone.
RoundsResult anneal_in_rounds(const Instance& instance, const Solution& start,
                              const RoundsParameters& parameters, const StopRule& stop,
                              const Workers& workers, std::uint64_t seed,
                              const Observer& observer = {});

}  // namespace odgear::expert
