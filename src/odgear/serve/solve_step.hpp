// One request solved: the step between request.hpp and answer.hpp. Another kind of problem joins
// the service in these three files.
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

// Always comes back with a feasible solution or an InfeasibleError, about `seconds` from now: where
// these are too few for the policy, a construction and what the search can do are the answer.
// `start` is what an earlier process had found, to begin with instead of the request's warm start;
// it may be null.
Solved solve_request(const Solver& solver, const Request& request, const SolveBudget& budget,
                     const Incumbent* start, const Observer& observer);

}  // namespace odgear::serve
