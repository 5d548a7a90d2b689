// The options of solving a rich problem, and the result.
#pragma once

#include <cstdint>
#include <optional>

#include "odgear/core/fleet/plan.hpp"
#include "odgear/fleet/parameters.hpp"

namespace odgear::fleet {

struct Options {
    int threads = 0;  // 0: all threads of the solver
    std::uint64_t seed = 1;
    Parameters search{};
    // May be partial or infeasible: infeasible routes are dissolved, and their stops are inserted
    // again.
    std::optional<Plan> warm_start{};
};

struct Result {
    Plan plan;              // scheduled and checked; feasible when complete
    bool complete = false;  // no required stop is left out
    std::int64_t iterations = 0;
    double seconds = 0;
    int threads = 1;
};

}  // namespace odgear::fleet
