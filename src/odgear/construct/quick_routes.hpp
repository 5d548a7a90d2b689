// Routes for when there is no time for savings: customers in strips, up one strip and down the
// next, cut where the vehicle is full. O(N log N).
#pragma once

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"

namespace odgear {

// Whether quick_routes() can serve the instance: coordinates, no limit on vehicles or length.
bool has_quick_routes(const Instance& instance);

// The result is always feasible.
Solution quick_routes(const Instance& instance);

}  // namespace odgear
