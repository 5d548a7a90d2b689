#include "odgear/decompose/decompose.hpp"

#include <algorithm>

#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/decompose/embedding.hpp"

namespace odgear {

namespace {

void assert_partition(const std::vector<std::vector<int>>& parts, std::size_t routes) {
    std::vector<bool> seen(routes, false);
    for (const auto& part : parts) {
        if (part.empty()) throw InternalError("decomposition: a part has no routes");
        for (const int r : part) {
            if (seen[std::size_t(r)])
                throw InternalError("decomposition: route " + std::to_string(r + 1) +
                                    " is in two parts");
            seen[std::size_t(r)] = true;
        }
    }
    const auto missing = std::find(seen.begin(), seen.end(), false);
    if (missing != seen.end())
        throw InternalError("decomposition: route " + std::to_string(missing - seen.begin() + 1) +
                            " is in no part");
}

int route_limit(const Instance& instance, const DecomposeParameters& parameters, std::size_t routes,
                std::size_t parts, std::size_t own) {
    if (parameters.keep_route_count || instance.is_tsp()) return int(own);
    if (!instance.has_vehicle_limit()) return no_vehicle_limit;
    const int spare = instance.max_vehicles() - int(routes);
    return int(own) + std::max(0, spare) / int(parts);
}

// The routes that the inner solver found for one part, if they are better.
std::optional<std::vector<Route>> improve(const Subproblem& part, const InnerSolver& inner,
                                          std::size_t index) {
    const std::optional<Solution> found = inner(part, index);
    if (!found) return std::nullopt;
    const CheckReport report = check(part.instance, found->routes);
    if (!report.feasible())
        throw InternalError("decomposition: part " + std::to_string(index) +
                            " came back infeasible: " + report.summary());
    if (!(report.cost < part.start.cost)) return std::nullopt;
    return part.global_routes(found->routes);
}

}  // namespace

Solution decompose(const Instance& instance, const Solution& start,
                   const DecomposeParameters& parameters, const InnerSolver& inner,
                   std::uint64_t seed, const ForEachPart& for_each) {
    std::vector<Route> routes = start.routes;
    std::erase_if(routes, [](const Route& route) { return route.empty(); });
    Random random(seed);
    const auto parts = partition_routes(planar_points(instance), routes, parameters.clustering,
                                        parameters.part_size, random);
    assert_partition(parts, routes.size());
    std::vector<std::optional<std::vector<Route>>> better(parts.size());
    const auto task = [&](std::size_t i) {
        const int limit =
            route_limit(instance, parameters, routes.size(), parts.size(), parts[i].size());
        better[i] = improve(make_subproblem(instance, routes, parts[i], limit), inner, i);
    };
    if (for_each)
        for_each(parts.size(), task);
    else
        for (std::size_t i = 0; i < parts.size(); ++i) task(i);
    std::vector<Route> merged;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (better[i])
            for (Route& route : *better[i]) merged.push_back(std::move(route));
        else
            for (const int r : parts[i]) merged.push_back(routes[std::size_t(r)]);
    }
    const CheckReport report = check(instance, merged);
    if (!report.feasible())
        throw InternalError("decomposition: the merged routes are infeasible: " + report.summary());
    Solution result = make_solution(instance, std::move(merged));
    // Even without a better part, the order of routes may change the last digits of the sum.
    const bool improved =
        std::any_of(better.begin(), better.end(), [](const auto& b) { return b.has_value(); });
    return improved && result.cost < start.cost ? result : start;
}

}  // namespace odgear
