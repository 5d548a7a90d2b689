#include "odgear/expert/crew.hpp"

#include <algorithm>
#include <numeric>

#include "odgear/decompose/subproblem.hpp"
#include "odgear/expert/route_tours.hpp"
#include "odgear/expert/town_pieces.hpp"
#include "odgear/hgs/local_search.hpp"
#include "odgear/ruin/ruin_recreate.hpp"
#include "odgear/spatial/neighbors.hpp"

namespace odgear::expert {

namespace {

Subproblem subproblem_of(const Instance& instance, const PartTask& task, bool tabulate) {
    std::vector<int> all(task.routes.size());
    std::iota(all.begin(), all.end(), 0);
    return make_subproblem(instance, task.routes, all, task.share.max_vehicles, tabulate);
}

// A part keeps its routes if nothing better is found or there is no time.
PartResult local_search(const Instance& instance, const LocalOptimumParameters& parameters,
                        const PartTask& task, const StopRule& stop) {
    if (stop.out_of_time()) return {task.routes, {}, {}};
    const Subproblem part = subproblem_of(instance, task, /*tabulate=*/true);
    const std::optional<Solution> found =
        hgs::improve(part.instance, nearest_neighbors(part.instance, parameters.neighbors),
                     part.start.routes, task.share.seed, &stop);
    if (!found || !(found->cost < part.start.cost)) return {task.routes, {}, {}};
    return {part.global_routes(found->routes), {}, {part.start.cost - found->cost, 0, 0}};
}

PartResult anneal(const Instance& instance, const RoundsParameters& parameters,
                  const PartOrder& order, const PartTask& task, const StopRule& stop) {
    const double begin = stop.elapsed();
    const Subproblem part =
        subproblem_of(instance, task, /*tabulate=*/instance.rule().metric != Metric::euclidean);
    const NeighborLists neighbors = nearest_neighbors(part.instance, parameters.neighbors);
    const double setup = stop.elapsed() - begin;
    const ruin::Outcome outcome =
        ruin::anneal(part.instance, neighbors, part.start, parameters.ruin, order.cooling, stop,
                     task.share.seed);
    return {part.global_routes(outcome.best.routes),
            part.global_routes(outcome.last.routes),
            {part.start.cost - outcome.best.cost, outcome.iterations, setup}};
}

PartResult search_tours(const Instance& instance, const RouteTourParameters& parameters,
                        const PartTask& task, const StopRule& stop) {
    PartResult result{task.routes, {}, {}};
    result.figures.gain = shorten_routes(instance, result.best, parameters, stop, task.share.seed);
    return result;
}

PartResult replan(const Instance& instance, const RoundsParameters& parameters,
                  const PartTask& task, const StopRule& stop) {
    TownPiecesResult found = replan_town_pieces(instance, task.routes, task.share.max_vehicles,
                                                parameters, stop, task.share.seed);
    return {std::move(found.routes), {}, {found.gain, found.iterations, 0}};
}

}  // namespace

int part_route_limit(const Instance& instance, std::size_t routes, std::size_t parts,
                     std::size_t own) {
    if (instance.is_tsp()) return 1;
    if (!instance.has_vehicle_limit()) return no_vehicle_limit;
    const int spare = instance.max_vehicles() - int(routes);
    return int(own) + std::max(0, spare) / int(parts);
}

PartResult solve_part(const Instance& instance, const Parameters& parameters,
                      const PartOrder& order, const PartTask& task, const StopRule& stop) {
    StopRule own = stop.until(std::min(stop.seconds, stop.elapsed() + order.slice));
    own.target = -std::numeric_limits<double>::infinity();
    own.no_improvement = std::numeric_limits<std::int64_t>::max();
    own.iterations = task.share.iterations;
    if (order.work == PartWork::local_optimum)
        return local_search(instance, parameters.local_optimum, task, own);
    if (order.work == PartWork::route_tours)
        return search_tours(instance, parameters.rounds.route_tours, task, own);
    if (order.work == PartWork::town_pieces) return replan(instance, parameters.rounds, task, own);
    return anneal(instance, parameters.rounds, order, task, own);
}

std::vector<PartResult> LocalCrew::run(const PartOrder& order, std::vector<PartTask> tasks,
                                       const StopRule& stop) const {
    std::vector<PartResult> results(tasks.size());
    workers_.for_each(tasks.size(), [&](std::size_t i) {
        results[i] = solve_part(instance_, parameters_, order, tasks[i], stop);
    });
    return results;
}

}  // namespace odgear::expert
