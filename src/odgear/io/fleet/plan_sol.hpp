// Plans of rich problems as .sol files: one line for each vehicle, in the order of the problem's
// vehicles, including empty ones if vehicles differ. A visit is written as the number of its place
// in the file (its label), a reload as that of its depot. O(file).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "odgear/core/fleet/plan.hpp"

namespace odgear {

struct PlanSolFile {
    fleet::Plan plan;            // scheduled but not checked (use fleet::check)
    std::optional<double> cost;  // the stated cost
};

// Throws InputError for a number that is not a stop or depot of the problem, and for more routes
// than vehicles.
PlanSolFile read_plan_sol(std::string_view text, const std::string& file,
                          const fleet::Problem& problem);

// The cost is in the units of the file (Problem::units).
std::string write_plan_sol(const fleet::Problem& problem, const fleet::Plan& plan);

}  // namespace odgear
