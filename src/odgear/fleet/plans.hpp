// Converts the routes of a search to a plan with times and reasons, and back.
#pragma once

#include <vector>

#include "odgear/core/fleet/plan.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/fleet/tours.hpp"

namespace odgear::fleet {

// A scheduled plan, with vehicles numbered by type and breaks inserted.
Plan make_plan(const route::Model& model, const std::vector<Sketch>& routes);

// The same, with the stops that are left out and the reasons.
Plan explained_plan(const route::Model& model, const std::vector<Sketch>& routes,
                    const StopRule& stop = {});

// The types and codes of a plan's routes. Left out are unknown and repeated stops, tied stops that
// are incomplete or out of order, and vehicles beyond the fleet.
std::vector<Sketch> sketches_of(const route::Model& model, const Plan& plan);

// Why each stop that the routes do not visit is left out. The reason is what makes it impossible;
// or else its best position now shows whether its prize is too low or the fleet has no room. The
// search for that position is limited in time and work; the remaining stops get a shorter text.
std::vector<Unassigned> explain(const route::Model& model, const std::vector<Sketch>& routes,
                                const StopRule& stop = {});

}  // namespace odgear::fleet
