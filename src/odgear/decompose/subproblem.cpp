#include "odgear/decompose/subproblem.hpp"

namespace odgear {

std::vector<Route> Subproblem::global_routes(const std::vector<Route>& local) const {
    std::vector<Route> global = local;
    for (Route& route : global)
        for (int& c : route) c = to_global[static_cast<std::size_t>(c)];
    return global;
}

Subproblem make_subproblem(const Instance& instance, const std::vector<Route>& routes,
                           std::span<const int> chosen, int max_vehicles, bool tabulate) {
    std::vector<int> to_global{0};
    std::vector<Route> local;
    local.reserve(chosen.size());
    for (const int r : chosen) {
        Route& route = local.emplace_back();
        for (const int c : routes[static_cast<std::size_t>(r)]) {
            route.push_back(static_cast<int>(to_global.size()));
            to_global.push_back(c);
        }
    }
    InstanceData data;
    data.name = instance.name();
    data.problem = instance.problem();
    data.rule = instance.rule();
    data.capacity = instance.capacity();
    data.max_vehicles = max_vehicles;
    data.max_route_length = instance.max_route_length();
    data.service_time = instance.service_time();
    data.tabulate = tabulate;
    for (const int c : to_global) {
        data.demands.push_back(instance.demand(c));
        if (instance.has_points()) data.points.push_back(instance.point(c));
        if (data.rule.metric == Metric::matrix)
            for (const int d : to_global) data.matrix.push_back(instance.distance(c, d));
    }
    Instance part(std::move(data));
    Solution start = make_solution(part, std::move(local));
    return {std::move(part), std::move(start), std::move(to_global)};
}

}  // namespace odgear
