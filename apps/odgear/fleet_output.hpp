// What the command line says about rich problems: the plan in the format asked for, the stops that
// are left out, a line for people, and what the checker finds.
#pragma once

#include <optional>
#include <vector>

#include "odgear/core/progress.hpp"
#include "odgear/fleet/options.hpp"
#include "odgear/io/fleet/fleet_input.hpp"
#include "solution_output.hpp"
#include "solve_arguments.hpp"
#include "solve_files.hpp"

namespace odgear::cli {

// Before the search: what cannot be written for a rich problem, and options that it does not have.
void require_fleet_format(const FleetInput& input, const SolveArguments& arguments);

// Where a plan goes besides its file; checked before the search began.
struct PlanOutputs {
    std::optional<OutputFile> plot;
    std::optional<OutputFile> map;
    std::optional<OutputFile> trace;
};

struct SolvedPlan {
    fleet::Result result;
    std::vector<TracePoint> trace;  // in the file's units
};

// Throws InfeasibleError, after writing, when a required stop is left out, except for a VROOM
// request, whose answer lists it as unassigned.
void write_plan(const FleetInput& input, const SolvedPlan& solved, const SolveTask& task,
                const PlanOutputs& outputs, const SolveArguments& arguments,
                const LinePrinter& print_line);

// A plan from a .sol or JSON file, scheduled anew.
fleet::Plan load_plan(const std::string& path, const FleetInput& input);

// A plan as SVG, for `odgear plot`.
std::string draw_plan(const FleetInput& input, const std::string& solution,
                      std::optional<double> best_known);

// Prints the violations and the verdict, as `odgear check` does for a CVRP. Throws InfeasibleError
// when the plan is not feasible.
void check_plan(const FleetInput& input, const std::string& instance, const std::string& solution);

}  // namespace odgear::cli
