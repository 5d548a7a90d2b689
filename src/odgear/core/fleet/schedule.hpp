// Times, loads and costs of given routes by plain simulation: drive, wait, serve, step by step. It
// shares no formula with the search, so that the checker can judge the search by it.
//
// A route leaves as late as it can without returning later. Where stops have several windows, it
// leaves at the time that makes it shortest. O(steps), times the number of further windows where
// stops have several.
#pragma once

#include <vector>

#include "odgear/core/fleet/plan.hpp"

namespace odgear::fleet {

// Fills in the start, the end, every step and the totals of the route. This works for an infeasible
// route too: service then begins late, and `lateness` is the sum of all delays.
void schedule(const Problem& problem, PlannedRoute& route);

// Schedules every route and sets the costs of the plan. A stop that is neither visited nor listed
// as unassigned is counted as left out.
void schedule(const Problem& problem, Plan& plan);

}  // namespace odgear::fleet
