#include "odgear/expert/local_optimum.hpp"

#include <algorithm>

#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/core/random.hpp"
#include "odgear/decompose/embedding.hpp"
#include "odgear/decompose/partition.hpp"

namespace odgear::expert {

namespace {

// One pass over parts cut with this seed. Returns `start` if nothing is gained.
Solution pass_over(const Instance& instance, std::span<const Point> points, const Solution& start,
                   const LocalOptimumParameters& parameters, const StopRule& stop, const Crew& crew,
                   std::uint64_t seed) {
    Random random(seed);
    const auto parts =
        partition_routes(points, start.routes, Clustering::bisection, parameters.part_size, random);
    std::vector<PartTask> tasks(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        for (const int route : parts[i])
            tasks[i].routes.push_back(start.routes[std::size_t(route)]);
        PartShare& share = tasks[i].share;
        share.seed = Random::stream(seed, i)();
        share.max_vehicles = part_route_limit(instance, start.routes.size(), parts.size(),
                                              /*own=*/parts[i].size());
    }
    PartOrder order;
    order.work = PartWork::local_optimum;
    std::vector<Route> merged;
    bool gained = false;
    for (PartResult& part : crew.run(order, std::move(tasks), stop)) {
        gained = gained || part.figures.gain > 0;
        std::move(part.best.begin(), part.best.end(), std::back_inserter(merged));
    }
    if (!gained) return start;
    if (const CheckReport report = check(instance, merged); !report.feasible())
        throw InternalError("local optimum: the merged routes are infeasible: " + report.summary());
    Solution result = make_solution(instance, std::move(merged));
    return result.cost < start.cost ? result : start;
}

}  // namespace

Solution local_optimum(const Instance& instance, const Solution& start,
                       const LocalOptimumParameters& parameters, const StopRule& stop,
                       const Crew& crew, std::uint64_t seed) {
    if (parameters.part_size < 1 || parameters.neighbors < 1 || parameters.passes < 1)
        throw ConfigurationError("local optimum: every count must be at least 1");
    const std::vector<Point> points = planar_points(instance);
    Solution best = start;
    std::erase_if(best.routes, [](const Route& route) { return route.empty(); });
    for (int pass = 0; pass < parameters.passes && !stop.out_of_time(); ++pass) {
        const double before = best.cost;
        best = pass_over(instance, points, best, parameters, stop, crew,
                         Random::stream(seed, std::uint64_t(pass))());
        if (best.cost > (1 - parameters.least_gain) * before) break;
    }
    return best;
}

Solution local_optimum(const Instance& instance, const Solution& start,
                       const LocalOptimumParameters& parameters, const StopRule& stop,
                       const Workers& workers, std::uint64_t seed) {
    Parameters all;
    all.local_optimum = parameters;
    return local_optimum(instance, start, parameters, stop, LocalCrew(instance, all, workers),
                         seed);
}

}  // namespace odgear::expert
