#include "odgear/core/solution.hpp"

#include <algorithm>

#include "odgear/core/instance.hpp"

namespace odgear {

double route_cost(const Instance& instance, const Route& route) {
    if (route.empty()) return 0;
    double cost = instance.distance(0, route.front());
    for (std::size_t i = 1; i < route.size(); ++i)
        cost += instance.distance(route[i - 1], route[i]);
    return cost + instance.distance(route.back(), 0);
}

double solution_cost(const Instance& instance, const std::vector<Route>& routes) {
    double cost = 0;
    for (const Route& route : routes) cost += route_cost(instance, route);
    return cost;
}

Solution make_solution(const Instance& instance, std::vector<Route> routes) {
    std::erase_if(routes, [](const Route& route) { return route.empty(); });
    const double cost = solution_cost(instance, routes);
    return {std::move(routes), cost};
}

Solution canonical(const Instance& instance, Solution solution) {
    std::erase_if(solution.routes, [](const Route& route) { return route.empty(); });
    if (instance.symmetric())
        for (Route& route : solution.routes)
            if (route.front() > route.back()) std::reverse(route.begin(), route.end());
    std::sort(solution.routes.begin(), solution.routes.end());
    return solution;
}

}  // namespace odgear
