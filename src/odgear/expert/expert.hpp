// The expert: Hybrid Genetic Search, decomposed when the instance is large. A solver of its own,
// and the second half of the hybrid.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "odgear/core/instance.hpp"
#include "odgear/core/progress.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/hgs/parameters.hpp"

namespace odgear::expert {

struct Parameters {
    hgs::Parameters hgs{};
};

struct Result {
    std::optional<Solution> best;  // the best feasible solution found or given
    std::int64_t iterations = 0;
};

// Never worse than the best feasible one of `warm`.
Result solve(const Instance& instance, const Parameters& parameters, std::span<const Solution> warm,
             const StopRule& stop, int threads, std::uint64_t seed, const Observer& observer = {});

}  // namespace odgear::expert
