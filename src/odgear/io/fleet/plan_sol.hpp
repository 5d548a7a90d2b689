// Plans of rich problems as .sol files: one line for each vehicle, in the order of the problem's
// vehicles, empty ones included where vehicles differ. A visit is written as the number of its
// place in the file (its label), a reload as that of its depot. O(file).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "odgear/core/fleet/plan.hpp"

namespace odgear {

struct PlanSolFile {
    fleet::Plan plan;            // scheduled; not yet checked (use fleet::check)
    std::optional<double> cost;  // as stated
};

// InputError on a number that is no stop or depot of the problem, or more routes than vehicles.
PlanSolFile read_plan_sol(std::string_view text, const std::string& file,
                          const fleet::Problem& problem);

// The cost is in the file's units (Problem::units).
std::string write_plan_sol(const fleet::Problem& problem, const fleet::Plan& plan);

}  // namespace odgear
