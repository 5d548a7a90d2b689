#include "odgear/serve/solve_step.hpp"

#include <algorithm>

namespace odgear::serve {

namespace {

// Below so much time a customer the network alone would take longer.
constexpr double least_seconds_for_policy = 1e-4;

}  // namespace

Result solve_request(const Solver& solver, const Request& request, const SolveBudget& budget,
                     const std::vector<Route>& start, const Observer& observer) {
    Options options = request.options;
    options.threads = options.threads > 0 ? std::min(options.threads, budget.threads)
                                          : std::max(1, budget.threads);
    if (!start.empty()) options.warm_start = start;
    const int customers = request.instance().customers();
    if (options.mode == Mode::hybrid && budget.seconds < least_seconds_for_policy * customers)
        options.mode = Mode::expert;
    StopRule stop;
    stop.seconds = budget.seconds;
    stop.iterations = request.iterations;
    stop.target = request.target;
    stop.flag = budget.flag;
    return solver.solve(request.instance(), options, stop, observer);
}

}  // namespace odgear::serve
