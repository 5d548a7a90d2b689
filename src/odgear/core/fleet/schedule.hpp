// Times, loads and costs of given routes by plain simulation: drive, wait, serve, step by step. It
// shares no formula with the search, so that the checker can judge the search by it.
//
// A route leaves as late as it can without returning later, and with several windows at the time
// that makes it shortest. O(steps), times the number of further windows where stops have several.
#pragma once

#include <vector>

#include "odgear/core/fleet/plan.hpp"

namespace odgear::fleet {

// Fills in the start, the end, every step and the totals of the route. An infeasible route is
// filled in too: service begins late, and `lateness` sums by how much.
void schedule(const Problem& problem, PlannedRoute& route);

// Every route, and the costs of the plan. Stops that are neither visited nor listed as unassigned
// count in the costs as left out.
void schedule(const Problem& problem, Plan& plan);

}  // namespace odgear::fleet
