// A part of an instance as an instance of its own, and the way back (lines 14 to 22 of the paper's
// Algorithm 1).
#pragma once

#include <span>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"

namespace odgear {

struct Subproblem {
    Instance instance;
    Solution start;              // the given routes in local numbers
    std::vector<int> to_global;  // by local node; to_global[0] = 0

    std::vector<Route> global_routes(const std::vector<Route>& local) const;
};

// The depot and the customers of the chosen routes, with at most max_vehicles routes. Customers are
// numbered in the order of the routes, so near customers are near in memory. `tabulate` = false
// saves the distance table for a search that computes its own distances.
Subproblem make_subproblem(const Instance& instance, const std::vector<Route>& routes,
                           std::span<const int> chosen, int max_vehicles, bool tabulate = true);

}  // namespace odgear
