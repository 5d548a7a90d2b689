#include "odgear/ruin/ruin_recreate.hpp"

#include <algorithm>
#include <cmath>

#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/ruin/search.hpp"

namespace odgear::ruin {

namespace {

void check_parameters(const Parameters& p) {
    if (!(p.mean_removed >= 1) || p.longest_string < 1)
        throw ConfigurationError("ruin: at least one customer must be removed");
    if (!(p.split_rate >= 0 && p.split_rate <= 1) || !(p.split_depth > 0 && p.split_depth <= 1))
        throw ConfigurationError("ruin: split rate and depth must be probabilities, depth not 0");
    if (!(p.blink_rate >= 0 && p.blink_rate < 1))
        throw ConfigurationError("ruin: the blink rate must be a probability below 1");
    if (!(p.leg_rate >= 0 && p.leg_rate <= 1))
        throw ConfigurationError("ruin: the leg rate must be a probability");
    if (!(p.wide_rate >= 0 && p.wide_rate <= 1))
        throw ConfigurationError("ruin: the wide rate must be a probability");
    if (p.neighbors < 1 || p.polish_neighbors < 0)
        throw ConfigurationError("ruin: at least one neighbour must be tried");
    if (!(p.final_temperature >= 0) || !(p.initial_temperature >= p.final_temperature))
        throw ConfigurationError("ruin: temperatures must not be negative, nor rise");
}

template <class Travel>
Outcome run(const Instance& instance, const NeighborLists& neighbors, const Solution& start,
            const Parameters& parameters, const Cooling& cooling, const StopRule& stop,
            std::uint64_t seed, const Observer& observer, Travel travel) {
    // Reading the clock costs a good part of an iteration.
    constexpr std::int64_t iterations_per_look = 32;
    Search<Travel> search(instance, neighbors, start, parameters, travel, seed);
    const BudgetShare budget(stop);
    double temperature = cooling.from;
    std::int64_t iteration = 0;
    std::int64_t last_improvement = 0;
    for (;; ++iteration) {
        if (iteration >= stop.iterations || iteration - last_improvement >= stop.no_improvement ||
            search.best_cost() <= stop.target)
            break;
        if (iteration % iterations_per_look == 0) {
            if (stop.out_of_time()) break;
            temperature = temperature_at(cooling, budget.at(iteration));
        }
        if (!search.step(temperature)) continue;
        last_improvement = iteration;
        if (observer) observer({"ruin", iteration, stop.elapsed(), search.best_cost(), true});
    }
    return {search.tours().best(), search.tours().current(), iteration};
}

}  // namespace

double mean_arc_cost(const Instance& instance, const Solution& solution) {
    double sum = 0;
    std::size_t arcs = 0;
    for (const Route& route : solution.routes)
        for (std::size_t i = 1; i < route.size(); ++i, ++arcs)
            sum += instance.distance(route[i - 1], route[i]);
    if (arcs > 0 && sum > 0) return sum / double(arcs);
    // With only single-customer routes or coincident customers, all arcs lead to or from the depot.
    return solution_cost(instance, solution.routes) / double(2 * instance.customers());
}

Cooling cooling_for(const Instance& instance, const Solution& start, const Parameters& parameters,
                    double heat) {
    const double unit = mean_arc_cost(instance, start);
    const double length =
        double(instance.customers()) / double(std::max<std::size_t>(1, start.routes.size()));
    const double to = unit * parameters.final_temperature;
    const double from =
        unit * parameters.initial_temperature * std::clamp(std::sqrt(length / 20), 0.6, 2.5);
    return {to + heat * std::max(0.0, from - to), to};
}

Outcome anneal(const Instance& instance, const NeighborLists& neighbors, const Solution& start,
               const Parameters& parameters, const Cooling& cooling, const StopRule& stop,
               std::uint64_t seed, const Observer& observer) {
    check_parameters(parameters);
    const CheckReport report = check(instance, start.routes);
    if (!report.feasible())
        throw ConfigurationError("ruin: the start is not feasible: " + report.summary());
    const auto run_with = [&](auto travel) {
        return run(instance, neighbors, start, parameters, cooling, stop, seed, observer, travel);
    };
    Outcome outcome = [&] {
        const DistanceRule& rule = instance.rule();
        if (rule.metric == Metric::euclidean && rule.rounding == Rounding::none)
            return run_with(Euclidean{rule.scale});
        if (rule.metric == Metric::euclidean && rule.rounding == Rounding::nearest)
            return run_with(RoundedEuclidean{rule.scale});
        if (instance.matrix() != nullptr)
            return run_with(Lookup{instance.matrix(), static_cast<std::size_t>(instance.nodes())});
        return run_with(AnyMetric{&instance});
    }();
    if (!(outcome.best.cost < report.cost)) outcome.best = make_solution(instance, start.routes);
    return outcome;
}

Solution ruin_recreate(const Instance& instance, const NeighborLists& neighbors,
                       const Solution& start, const Parameters& parameters, const StopRule& stop,
                       std::uint64_t seed, const Observer& observer) {
    const Cooling cooling = cooling_for(instance, start, parameters);
    return anneal(instance, neighbors, start, parameters, cooling, stop, seed, observer).best;
}

}  // namespace odgear::ruin
