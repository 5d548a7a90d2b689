#include "odgear/serve/plan_text.hpp"

#include <utility>

#include "odgear/core/errors.hpp"
#include "odgear/core/fleet/schedule.hpp"

namespace odgear::serve {

namespace {

using fleet::Step;
using Json = nlohmann::json;
using Ordered = nlohmann::ordered_json;

Ordered path_of(const fleet::PlannedRoute& route) {
    Ordered path = Ordered::array();
    const auto depot = [&](int index) {
        if (index >= 0) path.push_back(-1 - index);
    };
    depot(route.start.index);
    for (const Step& step : route.steps) {
        if (step.kind == Step::Kind::stop) path.push_back(step.index + 1);
        if (step.kind == Step::Kind::reload) depot(step.index);
    }
    depot(route.end.index);
    return path;
}

Ordered vehicle_of(const fleet::Problem& problem, const fleet::PlannedRoute& route) {
    const fleet::Units& units = problem.units();
    Ordered object;
    object["type"] = route.type;
    object["vehicle"] = route.vehicle;
    object["name"] = problem.vehicle_name(route.type, route.vehicle);
    object["start"] = route.start.begin / units.duration;
    object["end"] = route.end.arrival / units.duration;
    object["distance"] = route.distance / units.distance;
    object["duration"] = route.duration / units.duration;
    object["waiting"] = route.waiting / units.duration;
    object["path"] = path_of(route);
    return object;
}

}  // namespace

void add_plan(Ordered& object, const fleet::Problem& problem, const fleet::Plan& plan) {
    object["vehicles"] = Ordered::array();
    for (const fleet::PlannedRoute& route : plan.routes)
        object["vehicles"].push_back(vehicle_of(problem, route));
    object["unassigned"] = Ordered::array();
    for (const fleet::Unassigned& left : plan.unassigned)
        object["unassigned"].push_back({{"customer", left.stop + 1},
                                        {"id", problem.stop(left.stop).label},
                                        {"reason", fleet::name_of(left.reason)},
                                        {"text", left.text}});
}

Ordered write_orders(const fleet::Plan& plan) {
    Ordered object;
    object["routes"] = Ordered::array();
    for (const fleet::PlannedRoute& route : plan.routes) {
        Ordered steps = Ordered::array();
        for (const Step& step : route.steps)
            steps.push_back({static_cast<int>(step.kind), step.index});
        object["routes"].push_back({route.type, route.vehicle, std::move(steps)});
    }
    object["unassigned"] = Ordered::array();
    for (const fleet::Unassigned& left : plan.unassigned)
        object["unassigned"].push_back({left.stop, static_cast<int>(left.reason), left.text});
    return object;
}

std::shared_ptr<const fleet::Plan> read_orders(const Json& value, const Request& request) {
    if (request.fleet() == nullptr) throw InputError("state file: a plan of no rich problem");
    const fleet::Problem& problem = request.fleet()->problem();
    auto plan = std::make_shared<fleet::Plan>();
    const auto below = [](int index, int count) {
        if (index < 0 || index >= count) throw InputError("state file: a plan of another problem");
        return index;
    };
    for (const Json& orders : value.at("routes")) {
        fleet::PlannedRoute& route = plan->routes.emplace_back();
        route.type = below(orders.at(0), problem.types());
        route.vehicle = orders.at(1);
        for (const Json& step : orders.at(2)) {
            const auto kind = static_cast<Step::Kind>(step.at(0).get<int>());
            const int index = step.at(1);
            if (kind == Step::Kind::stop) {
                route.steps.push_back(fleet::visit(below(index, problem.stops())));
            } else if (kind == Step::Kind::reload) {
                route.steps.push_back(fleet::reload_at(below(index, problem.depots())));
            } else {
                const auto breaks = static_cast<int>(problem.type(route.type).breaks.size());
                route.steps.push_back(fleet::take_break(below(index, breaks)));
            }
        }
    }
    for (const Json& left : value.at("unassigned"))
        plan->unassigned.push_back({below(left.at(0), problem.stops()),
                                    static_cast<fleet::Reason>(left.at(1).get<int>()), left.at(2)});
    fleet::schedule(problem, *plan);
    return plan;
}

}  // namespace odgear::serve
