#include "odgear/policy/rollout/split.hpp"

#include <algorithm>
#include <limits>

namespace odgear::policy {

Trajectory split(const RolloutProblem& problem, const Trajectory& trajectory) {
    const Instance& instance = problem.instance();
    if (instance.max_vehicles() == 1) return trajectory;  // a tour has nothing to divide
    std::vector<int> tour;
    std::copy_if(trajectory.nodes.begin(), trajectory.nodes.end(), std::back_inserter(tour),
                 [](int node) { return node != 0; });
    const std::size_t customers = tour.size();
    std::vector<double> cost(customers + 1, std::numeric_limits<double>::infinity());
    std::vector<std::size_t> from(customers + 1, 0);
    cost[0] = 0;
    for (std::size_t begin = 0; begin < customers; ++begin) {
        Load load = 0;
        double length = problem.distance(0, tour[begin]);
        for (std::size_t end = begin; end < customers; ++end) {
            if (end > begin) length += problem.distance(tour[end - 1], tour[end]);
            load += problem.demand(tour[end]);
            const double home = length + problem.distance(tour[end], 0);
            const double service = static_cast<double>(end - begin + 1) * instance.service_time();
            if (load > instance.capacity() || length + service > instance.max_route_length()) break;
            if (home + service > instance.max_route_length()) continue;
            if (cost[begin] + home < cost[end + 1]) {
                cost[end + 1] = cost[begin] + home;
                from[end + 1] = begin;
            }
        }
    }
    Trajectory result = trajectory;
    result.cost = cost[customers];
    result.routes = 0;
    std::vector<std::size_t> ends;
    for (std::size_t end = customers; end > 0; end = from[end]) ends.push_back(end);
    result.nodes.clear();
    std::size_t begin = 0;
    for (auto end = ends.rbegin(); end != ends.rend(); ++end) {
        result.nodes.insert(result.nodes.end(), tour.begin() + static_cast<std::ptrdiff_t>(begin),
                            tour.begin() + static_cast<std::ptrdiff_t>(*end));
        result.nodes.push_back(0);
        begin = *end;
        ++result.routes;
    }
    const bool too_many = result.routes > instance.max_vehicles();
    return too_many && result.routes > trajectory.routes ? trajectory : result;
}

}  // namespace odgear::policy
