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
#include "odgear/parallel/workers.hpp"
#include "odgear/ruin/ruin_recreate.hpp"

namespace odgear::expert {

struct RoundsParameters {
    ruin::Parameters ruin{};
    int rounds = 16;            // in one cooling, at the most
    int part_size = 2500;       // customers of a part, at the most ...
    int least_part_size = 400;  // ... and at the least, if there are to be two parts
    int neighbors = 60;         // of each customer within its part
    // A quick cooling comes first, in this share of the budget and from this share of the heat:
    // whoever stops early then has a good solution, which the whole cooling passes only near its
    // end.
    double quick_share = 0.06;
    double quick_heat = 0.1;
    // Without a limit of time or iterations, one cooling takes so many iterations a customer; then
    // it begins again.
    std::int64_t iterations_per_customer = 1000;
};

struct RoundsResult {
    Solution best;
    std::int64_t iterations = 0;
};

// `start` must be feasible; the result is never worse. The same by iterations for any number of
// threads. Target and iterations without improvement are looked at between rounds.
RoundsResult anneal_in_rounds(const Instance& instance, const Solution& start,
                              const RoundsParameters& parameters, const StopRule& stop,
                              const Workers& workers, std::uint64_t seed,
                              const Observer& observer = {});

}  // namespace odgear::expert
