#include "odgear/fleet/solve.hpp"

#include <algorithm>
#include <limits>

#include "odgear/core/errors.hpp"
#include "odgear/core/fleet/check.hpp"
#include "odgear/fleet/plans.hpp"
#include "odgear/fleet/rounds.hpp"
#include "odgear/fleet/stage.hpp"

namespace odgear::fleet {

namespace {

void check_parameters(const Parameters& p) {
    if (!(p.mean_removed >= 1) || p.longest_string < 1)
        throw ConfigurationError("fleet: at least one stop must be removed");
    if (!(p.split_rate >= 0 && p.split_rate <= 1) || !(p.split_depth > 0 && p.split_depth <= 1))
        throw ConfigurationError("fleet: split rate and depth must be probabilities, depth not 0");
    if (!(p.absent_rate >= 0 && p.absent_rate <= 1) || !(p.found_rate >= 0 && p.found_rate <= 1))
        throw ConfigurationError("fleet: the rates of stops left out must be probabilities");
    if (!(p.mix_rate >= 0 && p.mix_rate <= 1))
        throw ConfigurationError("fleet: the rate of mixed choices must be a probability");
    if (!(p.blink_rate >= 0 && p.blink_rate < 1) || !(p.route_rate >= 0 && p.route_rate <= 1))
        throw ConfigurationError("fleet: the blink and route rates must be probabilities");
    if (p.neighbors < 1 || p.absent_tried < 0 || p.rounds < 1 || p.part_size < 1)
        throw ConfigurationError("fleet: every count must be at least 1");
    if (!(p.final_temperature >= 0) || !(p.initial_temperature >= p.final_temperature))
        throw ConfigurationError("fleet: temperatures must not be negative, nor rise");
}

// Estimated time per stop for making the plan, checking it and explaining what is left out. The
// search ends this much earlier, but at most a twentieth of the time.
constexpr double finishing_seconds_per_stop = 1e-5;

StopRule before_finishing(const StopRule& stop, int stops) {
    if (!stop.timed()) return stop;
    const double finishing = std::min(finishing_seconds_per_stop * stops, 0.05 * stop.seconds);
    return stop.until(stop.seconds - finishing);
}

// The stop rule with the iterations that are left.
StopRule rest_of(const StopRule& stop, std::int64_t made) {
    StopRule rest = stop;
    if (stop.iterations != std::numeric_limits<std::int64_t>::max())
        rest.iterations = std::max<std::int64_t>(0, stop.iterations - made);
    return rest;
}

Result finish(const route::Model& model, const std::vector<Sketch>& routes, std::int64_t iterations,
              const StopRule& stop, const Workers& workers) {
    Result result;
    result.plan = explained_plan(model, routes, stop);
    const CheckReport report = check(model.problem(), result.plan);
    if (!report.drivable())
        throw InternalError("the search returned an infeasible plan: " + report.summary());
    result.complete = report.feasible();
    result.iterations = iterations;
    result.seconds = stop.elapsed();
    result.threads = workers.threads();
    return result;
}

}  // namespace

Result solve(const Problem& problem, const Parameters& parameters, const Plan* warm,
             const StopRule& given, const Workers& workers, std::uint64_t seed,
             const Observer& observer) {
    check_parameters(parameters);
    const route::Model model(problem);
    if (problem.stops() == 0) return finish(model, {}, 0, given, workers);
    StopRule stop = before_finishing(given, problem.stops());
    if (!stop.timed() && stop.iterations == std::numeric_limits<std::int64_t>::max() &&
        stop.no_improvement == std::numeric_limits<std::int64_t>::max())
        stop.iterations = parameters.iterations_per_stop * problem.stops();
    const Neighbors neighbors(model, parameters.neighbors);
    Search search(model, neighbors, parameters, seed);
    if (warm != nullptr) search.start(sketches_of(model, *warm));
    search.fill(stop);
    report(search, model, "construction", 0, stop, observer);
    if (real_cost(search, model) <= stop.target)
        return finish(model, search.best(), 0, given, workers);
    const ruin::Cooling cooling = cooling_for(search, parameters);
    std::int64_t made = 0;
    if (problem.objective().goal == Goal::vehicles_then_cost)
        made = save_vehicles(search, model, parameters, cooling, stop, observer);
    const StopRule rest = rest_of(stop, made);
    if (by_rounds(model, parameters)) {
        const RoundsResult rounds = anneal_in_rounds(model, neighbors, search.best(), parameters,
                                                     cooling, rest, workers, seed, observer);
        return finish(model, rounds.best, made + rounds.iterations, given, workers);
    }
    made += anneal(search, model, cooling, rest, observer, made);
    return finish(model, search.best(), made, given, workers);
}

}  // namespace odgear::fleet
