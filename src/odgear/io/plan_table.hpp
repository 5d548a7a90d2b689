// A solution as a table for spreadsheets: one row for each stop, in the order of the routes, with
// the quantity delivered, the distance driven and, if a speed is known, the time since departure.
// O(N).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"

namespace odgear {

struct PlanTableOptions {
    // km/h. Adds the column `time`; only if distances are metres.
    std::optional<double> speed{};
    std::vector<double> services{};  // service minutes at each node, as in ReadResult; may be empty
};

// route,stop,id,name,demand,load,distance[,time]. Stop 0 is the departure from the depot, the last
// one the return. `distance` is named `distance_m` if it is in metres. Throws ConfigurationError
// for a speed if distances are not metres.
std::string write_plan_table(const Instance& instance, const Solution& solution,
                             const PlanTableOptions& options = {});

}  // namespace odgear
