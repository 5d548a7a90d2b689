// Plans of rich problems: solved, checked, written, and as dictionaries in the units of the file.
#include <utility>

#include "bindings.hpp"
#include "fleet_bindings.hpp"
#include "odgear/core/fleet/check.hpp"
#include "odgear/core/fleet/schedule.hpp"
#include "odgear/io/files.hpp"
#include "odgear/io/fleet/fleet_input.hpp"
#include "odgear/io/fleet/plan_json.hpp"
#include "odgear/io/fleet/plan_sol.hpp"
#include "odgear/io/fleet/plan_views.hpp"
#include "odgear/solve/solver.hpp"

namespace odgear::python {

namespace {

using fleet::Step;
using SharedInput = std::shared_ptr<FleetInput>;

py::dict costs_dict(const fleet::Costs& costs, double unit) {
    py::dict result;
    result["fixed"] = costs.fixed / unit;
    result["distance"] = costs.distance / unit;
    result["duration"] = costs.duration / unit;
    result["driving"] = costs.driving / unit;
    result["overtime"] = costs.overtime / unit;
    result["prizes"] = costs.prizes / unit;
    result["balance"] = costs.balance / unit;
    return result;
}

const char* name_of(Step::Kind kind) {
    switch (kind) {
        case Step::Kind::start: return "start";
        case Step::Kind::stop: return "client";
        case Step::Kind::reload: return "reload";
        case Step::Kind::pause: return "break";
        case Step::Kind::end: return "end";
    }
    return "client";
}

std::string id_of(const fleet::Problem& problem, int type, const Step& step) {
    if (step.index < 0) return "";
    switch (step.kind) {
        case Step::Kind::stop: return problem.stop(step.index).label;
        case Step::Kind::pause:
            return problem.type(type).breaks[static_cast<std::size_t>(step.index)].label;
        default: return problem.depot(step.index).label;
    }
}

py::dict step_dict(const fleet::Problem& problem, int type, const Step& step) {
    const fleet::Units& units = problem.units();
    const bool client = step.kind == Step::Kind::stop;
    py::dict result;
    result["kind"] = name_of(step.kind);
    result["client"] = client ? py::object(py::int_(step.index + 1)) : py::object(py::none());
    result["index"] = step.index;
    result["id"] = id_of(problem, type, step);
    result["arrival"] = step.arrival / units.duration;
    result["wait"] = step.wait / units.duration;
    result["begin"] = step.begin / units.duration;
    result["departure"] = step.departure / units.duration;
    result["distance"] = step.distance / units.distance;
    result["load"] = step.load;
    return result;
}

py::dict route_dict(const fleet::Problem& problem, const fleet::PlannedRoute& route) {
    const fleet::Units& units = problem.units();
    py::list steps;
    if (route.start.index >= 0) steps.append(step_dict(problem, route.type, route.start));
    for (const Step& step : route.steps) steps.append(step_dict(problem, route.type, step));
    if (route.end.index >= 0) steps.append(step_dict(problem, route.type, route.end));
    py::dict result;
    result["type"] = route.type;
    result["vehicle"] = route.vehicle;
    result["name"] = problem.type(route.type).label;
    result["start"] = route.start.begin / units.duration;
    result["end"] = route.end.arrival / units.duration;
    result["distance"] = route.distance / units.distance;
    result["duration"] = route.duration / units.duration;
    result["driving"] = route.driving / units.duration;
    result["waiting"] = route.waiting / units.duration;
    result["service"] = route.service / units.duration;
    result["cost"] = route.costs.total() / units.cost;
    result["steps"] = steps;
    return result;
}

py::dict plan_dict(const FleetInput& input, const fleet::Plan& plan) {
    const fleet::Problem& problem = input.problem();
    py::list routes;
    for (const fleet::PlannedRoute& route : plan.routes) routes.append(route_dict(problem, route));
    py::list unassigned;
    for (const fleet::Unassigned& left : plan.unassigned)
        unassigned.append(unassigned_dict(problem, left));
    py::dict result;
    result["cost"] = plan.cost() / problem.units().cost;
    result["costs"] = costs_dict(plan.costs, problem.units().cost);
    result["routes"] = routes;
    result["unassigned"] = unassigned;
    return result;
}

std::vector<Route> client_numbers(const fleet::Plan& plan) {
    std::vector<Route> routes;
    for (const fleet::PlannedRoute& route : plan.routes) {
        Route& numbers = routes.emplace_back();
        for (const Step& step : route.steps)
            if (step.kind == Step::Kind::stop) numbers.push_back(step.index + 1);
    }
    return routes;
}

// (type, vehicle, [(kind, index)]) for each route: a plan before it is scheduled.
using Orders = std::vector<std::tuple<int, int, std::vector<std::pair<std::string, int>>>>;

fleet::Plan plan_of(const FleetInput& input, const Orders& orders) {
    fleet::Plan plan;
    for (const auto& [type, vehicle, steps] : orders) {
        fleet::PlannedRoute route;
        route.type = type;
        route.vehicle = vehicle;
        for (const auto& [kind, index] : steps)
            route.steps.push_back(kind == "reload"  ? fleet::reload_at(index)
                                  : kind == "break" ? fleet::take_break(index)
                                                    : fleet::visit(index));
        plan.routes.push_back(std::move(route));
    }
    fleet::schedule(input.problem(), plan);
    return plan;
}

py::dict check_dict(const FleetInput& input, const fleet::Plan& plan) {
    const fleet::CheckReport report = fleet::check(input.problem(), plan);
    py::list violations;
    for (const fleet::Violation& violation : report.violations) violations.append(violation.text);
    py::dict result;
    result["feasible"] = report.feasible();
    result["drivable"] = report.drivable();
    result["cost"] = report.cost() / input.problem().units().cost;
    result["vehicles"] = report.vehicles;
    result["violations"] = violations;
    return result;
}

py::tuple solve_fleet(const Solver& solver, const SharedInput& input, const py::dict& keywords) {
    const fleet::Problem& problem = input->problem();
    fleet::Options options;
    take(keywords, "threads", options.threads);
    take(keywords, "seed", options.seed);
    if (keywords.contains("warm_start"))
        options.warm_start = *keywords["warm_start"].cast<std::shared_ptr<fleet::Plan>>();
    StopFlag own;
    StopFlag& flag = flag_of(keywords, own);
    StopRule stop = stop_rule_of(keywords);
    stop.flag = &flag;
    if (!stop.limited()) stop.seconds = default_seconds(problem.stops());
    stop.target *= problem.units().cost;
    Caller caller(keywords["callback"], flag);
    std::vector<TracePoint> trace;
    const double unit = problem.units().cost;
    const Observer observer = [&](const Progress& progress) {
        if (!progress.improved) return;
        trace.push_back({progress.seconds, progress.best_cost / unit, std::string(progress.stage)});
        caller.call(progress.best_cost / unit, progress,
                    [&] { return client_numbers(progress.plan()); });
    };
    fleet::Result found;
    const bool interrupted =
        run_watched([&] { found = solver.solve(problem, options, stop, observer); }, flag);
    caller.rethrow();
    py::dict result;
    result["complete"] = found.complete;
    result["iterations"] = found.iterations;
    result["seconds"] = found.seconds;
    result["threads"] = found.threads;
    result["interrupted"] = interrupted;
    result["trace"] = trace_dict(trace);
    return py::make_tuple(std::make_shared<fleet::Plan>(std::move(found.plan)), result);
}

PlanRecord record_of(const FleetInput& input, const py::dict& facts) {
    PlanRecord record;
    record.rounding = input.rounding();
    take(facts, "complete", record.feasible);
    take(facts, "seed", record.seed);
    take(facts, "threads", record.threads);
    take(facts, "seconds", record.seconds);
    take(facts, "iterations", record.iterations);
    return record;
}

std::string vroom_text(const FleetInput& input, const fleet::Plan& plan, double seconds) {
    if (input.vroom() == nullptr)
        throw py::value_error("format 'vroom' needs a problem that was read from a VROOM request");
    return write_vroom_plan(*input.vroom(), plan, {.solving = seconds});
}

PlanTextOptions text_options(const FleetInput& input) { return {input.clock()}; }

}  // namespace

py::dict unassigned_dict(const fleet::Problem& problem, const fleet::Unassigned& left) {
    py::dict result;
    result["client"] = left.stop + 1;
    result["id"] = problem.stop(left.stop).label;
    result["reason"] = fleet::name_of(left.reason);
    result["text"] = left.text;
    return result;
}

void bind_fleet_plan(py::module_& module) {
    // NOLINTNEXTLINE(bugprone-unused-raii): its constructor binds the class.
    py::class_<fleet::Plan, std::shared_ptr<fleet::Plan>>(module, "FleetPlan");
    module.def("solve_fleet", &solve_fleet);
    module.def("plan_dict", &plan_dict);
    module.def("make_plan", [](const FleetInput& input, const Orders& orders) {
        return std::make_shared<fleet::Plan>(plan_of(input, orders));
    });
    module.def("read_plan", [](const std::string& path, const FleetInput& input) {
        return std::make_shared<fleet::Plan>(parse_plan(read_text_file(path), path, input));
    });
    module.def("check_plan", &check_dict);
    module.def("plan_json",
               [](const FleetInput& input, const fleet::Plan& plan, const py::dict& facts) {
                   return write_plan_json(input.problem(), plan, record_of(input, facts));
               });
    module.def("plan_sol", [](const FleetInput& input, const fleet::Plan& plan) {
        return write_plan_sol(input.problem(), plan);
    });
    module.def("plan_vroom", &vroom_text);
    module.def("plan_csv", [](const FleetInput& input, const fleet::Plan& plan) {
        return write_plan_csv(input.problem(), plan, text_options(input));
    });
    module.def("plan_geojson", [](const FleetInput& input, const fleet::Plan& plan) {
        return write_plan_geojson(input.problem(), plan, text_options(input));
    });
    module.def("plan_svg", [](const FleetInput& input, const fleet::Plan& plan, double width) {
        return plot_plan(input.problem(), plan, {.text = text_options(input), .width = width});
    });
    module.def("plan_map",
               [](const FleetInput& input, const fleet::Plan& plan, const std::string& tiles) {
                   return write_plan_map(input.problem(), plan, {tiles}, text_options(input));
               });
}

}  // namespace odgear::python
