// What a user can ask of the solution of a rich problem, and what comes back.
#pragma once

#include <cstdint>
#include <optional>

#include "odgear/core/fleet/plan.hpp"
#include "odgear/fleet/parameters.hpp"

namespace odgear::fleet {

struct Options {
    int threads = 0;  // 0: all that the solver has
    std::uint64_t seed = 1;
    Parameters search{};
    // May be partial or infeasible: routes that do not hold are taken apart and filled in again.
    std::optional<Plan> warm_start{};
};

struct Result {
    Plan plan;              // scheduled and checked; feasible when complete
    bool complete = false;  // nothing required is left out
    std::int64_t iterations = 0;
    double seconds = 0;
    int threads = 1;
};

}  // namespace odgear::fleet
