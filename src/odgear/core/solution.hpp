// A solution as a plain value: routes of customers, without the depot. A search keeps its own,
// mutable representation; what leaves the program is a Solution.
#pragma once

#include <vector>

namespace odgear {

class Instance;

using Route = std::vector<int>;

struct Solution {
    std::vector<Route> routes;
    double cost = 0;

    bool operator==(const Solution&) const = default;
};

// Travel cost of one route, depot to depot; 0 for an empty one.
double route_cost(const Instance& instance, const Route& route);

// The sum over all routes.
double solution_cost(const Instance& instance, const std::vector<Route>& routes);

// Builds a Solution: empty routes dropped, cost computed.
Solution make_solution(const Instance& instance, std::vector<Route> routes);

// Gives equal solutions the same order: each route begins at its smaller end (when distances are
// symmetric), and routes are sorted by their first customer.
Solution canonical(const Instance& instance, Solution solution);

}  // namespace odgear
