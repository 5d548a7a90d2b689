// Plans of rich problems as JSON, with times, loads, parts of the cost, and the reason for each
// stop that is left out (docs/formats.md lists the fields). Reading gives the same plan. O(steps).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "odgear/core/fleet/plan.hpp"

namespace odgear {

// How a plan was made.
struct PlanRecord {
    std::string rounding = "none";
    bool feasible = false;  // every required stop is visited, and every rule is kept
    std::uint64_t seed = 0;
    int threads = 1;
    double seconds = 0;
    std::int64_t iterations = 0;
};

// Distances, times and costs are in the units of the file (Problem::units).
std::string write_plan_json(const fleet::Problem& problem, const fleet::Plan& plan,
                            const PlanRecord& record);

// Routes refer to stops and depots by label. The plan is scheduled but not checked. Throws
// InputError if the problem lacks something that the text names.
fleet::Plan read_plan_json(std::string_view text, const std::string& file,
                           const fleet::Problem& problem);

}  // namespace odgear
