// What the readers of plans in JSON have in common: `routes`, each with `steps` that state a type.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "odgear/core/fleet/schedule.hpp"
#include "odgear/io/json.hpp"

namespace odgear {

// `read_vehicle(field, route)` sets a route's type and vehicle; `add_step(field, type, route)` adds
// a step. Starts and ends are those of the vehicle and are passed over.
template <class ReadVehicle, class AddStep>
fleet::Plan read_plan_routes(const json::Field& root, const fleet::Problem& problem,
                             const ReadVehicle& read_vehicle, const AddStep& add_step) {
    fleet::Plan plan;
    const json::Field routes = root.at("routes");
    for (std::size_t r = 0; r < routes.array_size(); ++r) {
        const json::Field field = routes.at(r);
        fleet::PlannedRoute route;
        read_vehicle(field, route);
        const json::Field steps = field.at("steps");
        for (std::size_t s = 0; s < steps.array_size(); ++s) {
            const json::Field step = steps.at(s);
            const std::string type = step.at("type").string();
            if (type != "start" && type != "end") add_step(step, type, route);
        }
        plan.routes.push_back(std::move(route));
    }
    fleet::schedule(problem, plan);
    return plan;
}

}  // namespace odgear
