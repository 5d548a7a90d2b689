// Annealing of a large instance in rounds of parts: the routes are cut into parts of neighbouring
// routes, each part is annealed on its own by ruin and recreate, all of them at the same
// temperature; the parts are merged where their annealing stands and cut anew for the next round.
// So the whole cools as one, on many threads, and each part stays small enough for the caches.
// Memory O(N K).
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

// `start` must be feasible; the result is never worse. The crew has the same parameters. The same
// by iterations for any number of threads. Target and iterations without improvement are looked at
// between rounds.
RoundsResult anneal_in_rounds(const Instance& instance, const Solution& start,
                              const RoundsParameters& parameters, const StopRule& stop,
                              const Crew& crew, std::uint64_t seed, const Observer& observer = {});

// On the threads of this process alone.
RoundsResult anneal_in_rounds(const Instance& instance, const Solution& start,
                              const RoundsParameters& parameters, const StopRule& stop,
                              const Workers& workers, std::uint64_t seed,
                              const Observer& observer = {});

}  // namespace odgear::expert
