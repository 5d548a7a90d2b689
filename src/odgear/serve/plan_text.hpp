// Plans of rich problems as JSON: as clients draw and list them, and as the state file keeps them.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>

#include "odgear/core/fleet/plan.hpp"
#include "odgear/serve/request.hpp"

namespace odgear::serve {

// For each route its vehicle, times, lengths and path (stops from 1; depots as -1, -2, ...), and
// the stops that are left out, with the reason. In the units of the file.
void add_plan(nlohmann::ordered_json& object, const fleet::Problem& problem,
              const fleet::Plan& plan);

// What a plan is before it is scheduled: vehicles and the order of their steps.
nlohmann::ordered_json write_orders(const fleet::Plan& plan);
// Scheduled anew. InputError where the request is no rich problem.
std::shared_ptr<const fleet::Plan> read_orders(const nlohmann::json& value, const Request& request);

}  // namespace odgear::serve
