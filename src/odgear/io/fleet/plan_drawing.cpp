#include "odgear/io/fleet/plan_drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "odgear/core/errors.hpp"
#include "odgear/core/index.hpp"
#include "odgear/io/drawing.hpp"

namespace odgear {

namespace {

using fleet::Step;

// An Instance needs a node before its customers, so a problem without depots gets an extra one.
Instance points_of(const fleet::Problem& problem) {
    if (!has_coordinates(problem))
        throw InputError("the problem has no coordinates, so it cannot be drawn");
    InstanceData data;
    data.name = problem.name();
    data.tabulate = false;
    for (const fleet::Profile& profile : problem.data().profiles)
        if (profile.rule.metric == Metric::haversine || profile.rule.metric == Metric::geographical)
            data.rule.metric = profile.rule.metric;
    const auto point = [&](int location) { return problem.data().locations[at(location)].point; };
    for (const fleet::Depot& depot : problem.data().depots)
        data.points.push_back(point(depot.location));
    if (data.points.empty() && problem.stops() > 0)
        data.points.push_back(point(problem.stop(0).location));
    for (int i = 0; i < problem.stops(); ++i)
        data.points.push_back(point(problem.stop(i).location));
    data.demands.assign(data.points.size(), 0);
    return Instance(std::move(data));
}

}  // namespace

bool has_coordinates(const fleet::Problem& problem) {
    const auto& locations = problem.data().locations;
    return std::any_of(locations.begin(), locations.end(),
                       [&](const fleet::Location& l) { return !(l.point == locations[0].point); });
}

int stops_of(const fleet::PlannedRoute& route) {
    return static_cast<int>(
        std::count_if(route.steps.begin(), route.steps.end(),
                      [](const Step& step) { return step.kind == Step::Kind::stop; }));
}

std::string PlanText::time(double value) const {
    const double units = value / problem_.units().duration;
    if (options_.clock <= 0) return drawing::cost_text(units);
    const auto seconds = static_cast<std::int64_t>(std::llround(units * options_.clock));
    return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

std::string PlanText::distance(double value) const {
    return drawing::cost_text(value / problem_.units().distance);
}

std::string PlanText::cost(double value) const {
    return drawing::cost_text(value / problem_.units().cost);
}

std::string PlanText::load(const std::vector<Load>& load) const {
    return fmt::format("{}", fmt::join(load, " / "));
}

std::string PlanText::vehicle(const fleet::PlannedRoute& route) const {
    return problem_.vehicle_name(route.type, route.vehicle);
}

std::string PlanText::facts(const fleet::PlannedRoute& route) const {
    const int stops = stops_of(route);
    std::string text =
        fmt::format("{} stop{}, length {}", stops, stops == 1 ? "" : "s", distance(route.distance));
    if (route.end.arrival > 0)
        text += fmt::format(", {} to {}", time(route.start.begin), time(route.end.arrival));
    return text;
}

PlanDrawing::PlanDrawing(const fleet::Problem& problem, const fleet::Plan& plan)
    : problem_(problem), first_stop_(std::max(1, problem.depots())), nodes_(points_of(problem)) {
    std::vector<Route> routes;
    for (const fleet::PlannedRoute& route : plan.routes) {
        Route& stops = routes.emplace_back();
        for (const Step& step : route.steps)
            if (step.kind == Step::Kind::stop) stops.push_back(node_of_stop(step.index));
    }
    colours_ = drawing::route_colours(nodes_, routes);
}

std::vector<int> PlanDrawing::path(const fleet::PlannedRoute& route) const {
    std::vector<int> nodes;
    if (route.start.index >= 0) nodes.push_back(node_of_depot(route.start.index));
    for (const Step& step : route.steps) {
        if (step.kind == Step::Kind::stop) nodes.push_back(node_of_stop(step.index));
        if (step.kind == Step::Kind::reload) nodes.push_back(node_of_depot(step.index));
    }
    if (route.end.index >= 0) nodes.push_back(node_of_depot(route.end.index));
    return nodes;
}

}  // namespace odgear
