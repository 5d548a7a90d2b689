// Plans of rich problems as JSON, for clients and for the state file.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>

#include "odgear/core/fleet/plan.hpp"
#include "odgear/serve/request.hpp"

namespace odgear::serve {

// For each route: vehicle, times, lengths and path (stops from 1; depots as -1, -2, ...). Also the
// stops that are left out, with the reason. In the units of the file.
void add_plan(nlohmann::ordered_json& object, const fleet::Problem& problem,
              const fleet::Plan& plan);

// A plan without its schedule: vehicles and the order of their steps.
nlohmann::ordered_json write_orders(const fleet::Plan& plan);
// Reads such a plan and schedules it. Throws InputError if the request is not a rich problem.
std::shared_ptr<const fleet::Plan> read_orders(const nlohmann::json& value, const Request& request);

}  // namespace odgear::serve
