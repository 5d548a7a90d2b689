// What `odgear solve` leaves behind for a rich problem: the plan in the format asked for, the stops
// that are left out, and a line for people.
#pragma once

#include "fleet_input.hpp"
#include "odgear/fleet/options.hpp"
#include "solution_output.hpp"
#include "solve_arguments.hpp"
#include "solve_files.hpp"

namespace odgear::cli {

// Before the search: what cannot be written for a rich problem, and options that it does not have.
void require_fleet_format(const FleetInput& input, const SolveArguments& arguments);

// Throws InfeasibleError, after writing, when a required stop is left out, except for a VROOM
// request, whose answer lists it as unassigned.
void write_plan(const FleetInput& input, const fleet::Result& result, const SolveTask& task,
                const SolveArguments& arguments, const LinePrinter& print_line);

}  // namespace odgear::cli
