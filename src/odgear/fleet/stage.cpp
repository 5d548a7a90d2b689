#include "odgear/fleet/stage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "odgear/fleet/plans.hpp"

namespace odgear::fleet {

namespace {

// Reading the clock costs a good part of an iteration.
constexpr std::int64_t iterations_per_look = 4;

// A lower bound on the number of vehicles, by loads, for a fleet of one type.
int least_vehicles(const route::Model& model) {
    if (model.types() != 1 || !model.type(0).reloads.empty()) return 1;
    Load initial = 0;
    Load final = 0;
    for (int i = 0; i < model.stops(); ++i) {
        if (!model.unit(model.stop(i).unit).required) continue;
        initial += model.stop(i).initial;
        if (model.problem().shipment_of(i) < 0) final += model.stop(i).final;
    }
    const Load capacity = std::max<Load>(1, model.type(0).capacity);
    return static_cast<int>(
        std::max<Load>(1, (std::max(initial, final) + capacity - 1) / capacity));
}

}  // namespace

ruin::Cooling cooling_for(const Search& search, const Parameters& parameters) {
    const double unit = search.mean_arc_cost();
    const double length = std::clamp(std::sqrt(search.mean_route() / 20), 0.6, 2.5);
    const double to = unit * parameters.final_temperature;
    return {std::max(to, unit * parameters.initial_temperature * length), to};
}

double real_cost(const Search& search, const route::Model& model) {
    if (search.best_missing() > 0) return std::numeric_limits<double>::infinity();
    return search.best_cost() - model.vehicle_price() * double(search.best().size());
}

void report(const Search& search, const route::Model& model, const char* stage,
            std::int64_t iteration, const StopRule& stop, const Observer& observer) {
    if (!observer) return;
    Progress progress;
    progress.stage = stage;
    progress.iteration = iteration;
    progress.seconds = stop.elapsed();
    progress.best_cost = real_cost(search, model);
    progress.improved = search.best_missing() == 0;
    progress.plan = [&] { return explained_plan(model, search.best(), stop); };
    observer(progress);
}

std::int64_t anneal(Search& search, const route::Model& model, const ruin::Cooling& cooling,
                    const StopRule& stop, const Observer& observer, std::int64_t made_before) {
    const ruin::BudgetShare budget(stop);
    double temperature = cooling.from;
    std::int64_t iteration = 0;
    std::int64_t improved_at = 0;
    for (;; ++iteration) {
        if (iteration >= stop.iterations || iteration - improved_at >= stop.no_improvement) break;
        if (iteration % iterations_per_look == 0) {
            if (stop.out_of_time()) break;
            temperature = ruin::temperature_at(cooling, budget.at(iteration));
        }
        if (!search.step(temperature)) continue;
        improved_at = iteration;
        const double cost = real_cost(search, model);
        report(search, model, "ruin", made_before + iteration, stop, observer);
        if (cost <= stop.target) break;
    }
    return iteration;
}

std::int64_t save_vehicles(Search& search, const route::Model& model, const Parameters& parameters,
                           const ruin::Cooling& cooling, const StopRule& stop,
                           const Observer& observer) {
    StopRule phase = stop;
    if (stop.timed())
        phase.seconds = stop.elapsed() + parameters.vehicle_share * std::max(0.0, stop.remaining());
    const auto no_limit_of_iterations = std::numeric_limits<std::int64_t>::max();
    phase.iterations = stop.iterations != no_limit_of_iterations
                           ? std::int64_t(parameters.vehicle_share * double(stop.iterations))
                           : no_limit_of_iterations;
    if (!phase.timed() && phase.iterations == no_limit_of_iterations)
        phase.iterations = parameters.iterations_per_stop * model.stops() / 4;
    const ruin::BudgetShare budget(phase);
    const int least = least_vehicles(model);
    std::int64_t iteration = 0;
    double temperature = cooling.from;
    const auto over = [&] {
        if (iteration % iterations_per_look == 0) {
            temperature = ruin::temperature_at(cooling, budget.at(iteration));
            if (phase.out_of_time()) return true;
        }
        return iteration >= phase.iterations;
    };
    while (!over() && static_cast<int>(search.best().size()) > least) {
        ++iteration;
        if (search.tours().active().size() <= 1) break;
        if (search.tours().missing() == 0) search.drop_route();
        while (search.tours().missing() > 0) {
            ++iteration;
            if (over()) break;
            if (search.step(temperature))
                report(search, model, "vehicles", iteration, stop, observer);
        }
        if (iteration >= phase.iterations) break;
    }
    search.restart_from_best();
    search.tours().limit_routes(std::max(1, static_cast<int>(search.best().size())));
    return iteration;
}

}  // namespace odgear::fleet
