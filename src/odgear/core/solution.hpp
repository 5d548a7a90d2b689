// A solution as a plain value: routes of customers, depot left out. The search keeps its own,
// mutable representations; whatever leaves the program is one of these.
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

// One order for what is one solution: routes turned so that their first customer is the smaller end
// (when distances are symmetric), then sorted by first customer.
Solution canonical(const Instance& instance, Solution solution);

}  // namespace odgear
