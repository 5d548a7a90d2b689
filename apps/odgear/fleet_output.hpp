// What the command line says about rich problems: the plan in the format asked for, the stops that
// are left out, a line for people, and what the checker finds.
#pragma once

#include "odgear/fleet/options.hpp"
#include "odgear/io/fleet/fleet_input.hpp"
#include "solve_arguments.hpp"
#include "solve_files.hpp"

namespace odgear::cli {

// Before the search: what cannot be written for a rich problem, and options that it does not have.
void require_fleet_format(const FleetInput& input, const SolveArguments& arguments);

// Throws InfeasibleError, after writing, when a required stop is left out, except for a VROOM
// request, whose answer lists it as unassigned.
void write_plan(const FleetInput& input, const fleet::Result& result, const SolveTask& task,
                const SolveArguments& arguments);

// A plan from a .sol or JSON file, scheduled anew.
fleet::Plan load_plan(const std::string& path, const fleet::Problem& problem);

// Prints the violations and the verdict, as `odgear check` does for a CVRP. Throws InfeasibleError
// when the plan is not feasible.
void check_plan(const FleetInput& input, const std::string& instance, const std::string& solution);

}  // namespace odgear::cli
