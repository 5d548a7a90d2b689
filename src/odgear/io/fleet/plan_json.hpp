// Plans of rich problems as JSON, with times, loads, costs by part and the reason for each stop
// that is left out (docs/formats.md lists the fields). Reads back as the same plan. O(steps).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "odgear/core/fleet/plan.hpp"

namespace odgear {

// How a plan came about.
struct PlanRecord {
    std::string rounding = "none";
    bool feasible = false;  // every stop that must be visited is, and every rule is kept
    std::uint64_t seed = 0;
    int threads = 1;
    double seconds = 0;
    std::int64_t iterations = 0;
};

// Distances, times and costs are in the file's units (Problem::units).
std::string write_plan_json(const fleet::Problem& problem, const fleet::Plan& plan,
                            const PlanRecord& record);

// Routes by the labels of stops and depots; scheduled anew, not yet checked. InputError on what the
// problem does not have.
fleet::Plan read_plan_json(std::string_view text, const std::string& file,
                           const fleet::Problem& problem);

}  // namespace odgear
