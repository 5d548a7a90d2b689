// Turns a user's routes into a feasible solution and keeps as much of them as possible.
#pragma once

#include <optional>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"

namespace odgear {

// Customers that do not exist or occur twice are dropped. Routes above capacity, length or fleet
// limit lose customers until they fit. Missing customers are inserted at the cheapest position,
// farthest from the depot first. Empty if they cannot all be placed within the fleet. O(missing *
// N).
std::optional<Solution> repair(const Instance& instance, const std::vector<Route>& routes);

}  // namespace odgear
