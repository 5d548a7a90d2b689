#include "odgear/serve/solve_step.hpp"

#include <algorithm>
#include <utility>

namespace odgear::serve {

namespace {

// Minimum seconds per customer; with less time, the network alone would take longer.
constexpr double least_seconds_for_policy = 1e-4;

int threads_of(const Request& request, const SolveBudget& budget) {
    const int asked = request.options.threads;
    return asked > 0 ? std::min(asked, budget.threads) : std::max(1, budget.threads);
}

StopRule stop_rule(const Request& request, const SolveBudget& budget) {
    StopRule stop;
    stop.seconds = budget.seconds;
    stop.iterations = request.iterations;
    stop.target = request.target;
    stop.flag = budget.flag;
    return stop;
}

Solved solve_fleet(const Solver& solver, const Request& request, const SolveBudget& budget,
                   const Incumbent* start, const Observer& observer) {
    const fleet::Problem& problem = request.fleet()->problem();
    fleet::Options options;
    options.threads = threads_of(request, budget);
    options.seed = request.options.seed;
    options.warm_start = request.warm_plan;
    if (start != nullptr && start->plan) options.warm_start = *start->plan;
    StopRule stop = stop_rule(request, budget);
    stop.target *= problem.units().cost;
    fleet::Result found = solver.solve(problem, options, stop, observer);
    Solved solved;
    solved.result.solution = solution_of(problem, found.plan);
    solved.result.mode = Mode::expert;
    solved.result.iterations = found.iterations;
    solved.result.threads = found.threads;
    solved.result.seconds.improve = solved.result.seconds.total = found.seconds;
    solved.complete = found.complete;
    solved.plan = std::make_shared<const fleet::Plan>(std::move(found.plan));
    return solved;
}

}  // namespace

Solution solution_of(const fleet::Problem& problem, const fleet::Plan& plan) {
    Solution solution;
    solution.cost = plan.cost() / problem.units().cost;
    for (const fleet::PlannedRoute& planned : plan.routes) {
        Route& route = solution.routes.emplace_back();
        for (const fleet::Step& step : planned.steps)
            if (step.kind == fleet::Step::Kind::stop) route.push_back(step.index + 1);
    }
    return solution;
}

Solved solve_request(const Solver& solver, const Request& request, const SolveBudget& budget,
                     const Incumbent* start, const Observer& observer) {
    if (request.fleet() != nullptr) return solve_fleet(solver, request, budget, start, observer);
    Options options = request.options;
    options.threads = threads_of(request, budget);
    if (start != nullptr) options.warm_start = start->solution.routes;
    const int customers = request.customers();
    if (options.mode == Mode::hybrid && budget.seconds < least_seconds_for_policy * customers)
        options.mode = Mode::expert;
    Solved solved;
    solved.result = solver.solve(request.instance(), options, stop_rule(request, budget), observer);
    return solved;
}

}  // namespace odgear::serve
