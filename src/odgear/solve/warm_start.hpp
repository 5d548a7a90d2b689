// Makes a user's routes into a feasible solution, keeping as much of them as possible.
#pragma once

#include <optional>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"

namespace odgear {

// Customers that do not exist or come a second time are dropped; routes above capacity, length or
// fleet lose customers until they fit; missing customers are inserted where it is cheapest,
// farthest from the depot first. Nothing when they cannot all be placed within the fleet. O(missing
// * N).
std::optional<Solution> repair(const Instance& instance, const std::vector<Route>& routes);

}  // namespace odgear
