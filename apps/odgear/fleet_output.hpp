// Output of the command line for rich problems: the plan in the requested format, the stops that
// are left out, a line for people, and the findings of the checker.
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

// Rejects, before the search, formats that cannot be written for a rich problem and options that do
// not apply to it.
void require_fleet_format(const FleetInput& input, const SolveArguments& arguments);

// Further outputs of a plan; checked before the search began.
struct PlanOutputs {
    std::optional<OutputFile> plot;
    std::optional<OutputFile> map;
    std::optional<OutputFile> trace;
};

struct SolvedPlan {
    fleet::Result result;
    std::vector<TracePoint> trace;  // in the units of the file
};

// Throws InfeasibleError, after writing, if a required stop is left out. Exception: the answer to a
// VROOM request lists it as unassigned.
void write_plan(const FleetInput& input, const SolvedPlan& solved, const SolveTask& task,
                const PlanOutputs& outputs, const SolveArguments& arguments,
                const LinePrinter& print_line);

// Reads a plan from a .sol or JSON file and schedules it.
fleet::Plan load_plan(const std::string& path, const FleetInput& input);

// A plan as SVG, for `odgear plot`.
std::string draw_plan(const FleetInput& input, const std::string& solution,
                      std::optional<double> best_known);

// Prints the violations and the verdict, as `odgear check` does for a CVRP. Throws InfeasibleError
// if the plan is not feasible.
void check_plan(const FleetInput& input, const std::string& instance, const std::string& solution);

}  // namespace odgear::cli
