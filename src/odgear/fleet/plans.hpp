// From the routes of a search to a plan with times and reasons, and back.
#pragma once

#include <vector>

#include "odgear/core/fleet/plan.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/fleet/tours.hpp"

namespace odgear::fleet {

// Scheduled, vehicles numbered by type, breaks put in.
Plan make_plan(const route::Model& model, const std::vector<Sketch>& routes);

// With the stops that are left out and why.
Plan explained_plan(const route::Model& model, const std::vector<Sketch>& routes,
                    const StopRule& stop = {});

// What a plan says about order: types and codes. Unknown and repeated stops are left out, tied
// stops that are not all there in order too, vehicles beyond the fleet as well.
std::vector<Sketch> sketches_of(const route::Model& model, const Plan& plan);

// Why each stop that the routes do not visit is left out: what makes it impossible, or, from the
// best place it could have now, whether its prize is too low or the fleet has no room. That place
// is looked for while time and a fixed amount of work allow; the others get a shorter text.
std::vector<Unassigned> explain(const route::Model& model, const std::vector<Sketch>& routes,
                                const StopRule& stop = {});

}  // namespace odgear::fleet
