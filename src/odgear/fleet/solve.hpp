// Rich problems from beginning to end: construction or warm start, vehicles saved where they come
// first, annealing (in rounds on parts where the problem is large), the plan with its times, and a
// reason for every stop that is left out.
//
// By iterations the result depends on the problem, the parameters and the seed alone, never on the
// number of threads. A time limit breaks that.
#pragma once

#include <cstdint>

#include "odgear/core/fleet/plan.hpp"
#include "odgear/core/progress.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/fleet/parameters.hpp"
#include "odgear/parallel/workers.hpp"

namespace odgear::fleet {

struct Result {
    Plan plan;              // scheduled and checked; feasible when complete
    bool complete = false;  // nothing required is left out
    std::int64_t iterations = 0;
    double seconds = 0;
    int threads = 1;
};

// `warm` may be partial, or infeasible: routes that do not hold are taken apart and filled in
// again. The observer hears the cost without virtual prices; infinity while required stops are
// missing.
Result solve(const Problem& problem, const Parameters& parameters = {}, const Plan* warm = nullptr,
             const StopRule& stop = {}, const Workers& workers = Workers(1), std::uint64_t seed = 1,
             const Observer& observer = {});

}  // namespace odgear::fleet
