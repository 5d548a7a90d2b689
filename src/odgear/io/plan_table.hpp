// A solution as a table for spreadsheets: one row for each stop, in the order of the routes, with
// what has been delivered, driven and, where a speed is known, the time since departure. O(N).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"

namespace odgear {

struct PlanTableOptions {
    // Kilometres per hour. With it the table has a column `time`; only where distances are metres.
    std::optional<double> speed{};
    std::vector<double> services{};  // minutes at each node, as ReadResult has them; may be empty
};

// route,stop,id,name,demand,load,distance[,time]. Stop 0 is the departure from the depot, the last
// one the return. `distance` is `distance_m` where it is in metres. ConfigurationError for a speed
// where distances are not metres.
std::string write_plan_table(const Instance& instance, const Solution& solution,
                             const PlanTableOptions& options = {});

}  // namespace odgear
