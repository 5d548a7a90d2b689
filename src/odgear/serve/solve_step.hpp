// Solves one request: the step between request.hpp and answer.hpp. To add another kind of problem
// to the service, change these three files.
#pragma once

#include "odgear/core/progress.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/serve/request.hpp"
#include "odgear/serve/solved.hpp"
#include "odgear/solve/solver.hpp"

namespace odgear::serve {

struct SolveBudget {
    double seconds = 0;  // from now
    int threads = 1;
    const StopFlag* flag = nullptr;
};

// Returns a feasible solution or throws InfeasibleError, about `seconds` from now. If the time is
// too short for the policy, the answer is a construction and the result of a short search. `start`
// is the solution of an earlier process, which replaces the request's warm start; it may be null.
Solved solve_request(const Solver& solver, const Request& request, const SolveBudget& budget,
                     const Incumbent* start, const Observer& observer);

}  // namespace odgear::serve
