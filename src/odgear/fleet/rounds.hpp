// Annealing of large rich problems in rounds. The routes are cut into parts that lie together, the
// parts are annealed in parallel as problems of their own, and the next round cuts differently. All
// parts of a round share one stretch of the cooling.
#pragma once

#include <cstdint>
#include <vector>

#include "odgear/core/progress.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/fleet/neighbors.hpp"
#include "odgear/fleet/parameters.hpp"
#include "odgear/fleet/tours.hpp"
#include "odgear/parallel/workers.hpp"
#include "odgear/ruin/chance.hpp"

namespace odgear::fleet {

struct RoundsResult {
    std::vector<Sketch> best;
    std::int64_t iterations = 0;
};

// Whether a problem is large enough. One without coordinates is cut by its distances.
bool by_rounds(const route::Model& model, const Parameters& parameters);

RoundsResult anneal_in_rounds(const route::Model& model, const Neighbors& neighbors,
                              std::vector<Sketch> start, const Parameters& parameters,
                              const ruin::Cooling& cooling, const StopRule& stop,
                              const Workers& workers, std::uint64_t seed, const Observer& observer);

}  // namespace odgear::fleet
