// The expert: the best search for the size of the instance. A solver of its own, and the second
// half of the hybrid.
//
// Small instances go to Hybrid Genetic Search as a whole. Large ones are annealed by ruin and
// recreate in rounds of parts, in parallel (rounds.hpp). Memory O(N K).
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "odgear/core/instance.hpp"
#include "odgear/core/progress.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/expert/rounds.hpp"
#include "odgear/hgs/parameters.hpp"

namespace odgear::expert {

struct Parameters {
    hgs::Parameters hgs{};
    RoundsParameters rounds{};
    int most_for_hgs = 1000;  // customers; larger instances are annealed in rounds
};

struct Result {
    std::optional<Solution> best;  // the best feasible solution found or given
    std::int64_t iterations = 0;   // individuals of HGS, or iterations of ruin and recreate
};

// Never worse than the best feasible one of `warm`. The same answer for any number of threads when
// only iterations limit it.
Result solve(const Instance& instance, const Parameters& parameters, std::span<const Solution> warm,
             const StopRule& stop, int threads, std::uint64_t seed, const Observer& observer = {});

}  // namespace odgear::expert
