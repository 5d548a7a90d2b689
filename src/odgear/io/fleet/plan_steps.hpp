// Shared by the readers of plans in JSON: `routes`, each with `steps` that have a type.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "odgear/core/fleet/schedule.hpp"
#include "odgear/io/json.hpp"

namespace odgear {

// `read_vehicle(field, route)` sets the type and vehicle of a route; `add_step(field, type, route)`
// adds a step. Starts and ends are determined by the vehicle and skipped.
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
