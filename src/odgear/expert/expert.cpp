#include "odgear/expert/expert.hpp"

#include <utility>
#include <vector>

#include "odgear/construct/savings.hpp"
#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/hgs/genetic.hpp"
#include "odgear/spatial/neighbors.hpp"

namespace odgear::expert {

namespace {

constexpr int construction_neighbors = 40;

const Solution* best_feasible(const Instance& instance, std::span<const Solution> warm) {
    const Solution* best = nullptr;
    for (const Solution& solution : warm)
        if ((best == nullptr || solution.cost < best->cost) &&
            check(instance, solution.routes).feasible())
            best = &solution;
    return best;
}

// A feasible solution to anneal from; none when the fleet limit could not be met.
std::optional<Solution> first_solution(const Instance& instance, std::span<const Solution> warm,
                                       const StopRule& stop, std::uint64_t seed) {
    if (const Solution* best = best_feasible(instance, warm))
        return make_solution(instance, best->routes);
    try {
        const NeighborLists neighbors = nearest_neighbors(instance, construction_neighbors);
        return savings(instance, neighbors, {.seed = seed}, stop);
    } catch (const InfeasibleError&) {
        return std::nullopt;
    }
}

Result solve_by_hgs(const Instance& instance, const Parameters& parameters,
                    std::span<const Solution> warm, const StopRule& stop, std::uint64_t seed,
                    const Observer& observer) {
    std::vector<std::vector<Route>> starts;
    for (const Solution& solution : warm) starts.push_back(solution.routes);
    hgs::Result found = hgs::solve(instance, parameters.hgs, starts, stop, seed, observer);
    return {std::move(found.best), found.iterations};
}

}  // namespace

Result solve(const Instance& instance, const Parameters& parameters, std::span<const Solution> warm,
             const StopRule& stop, int threads, std::uint64_t seed, const Observer& observer) {
    if (threads < 1) throw ConfigurationError("at least one thread is needed");
    if (instance.customers() <= parameters.most_for_hgs)
        return solve_by_hgs(instance, parameters, warm, stop, seed, observer);
    const std::optional<Solution> start = first_solution(instance, warm, stop, seed);
    // HGS searches among infeasible solutions too: the better chance where nothing fits yet.
    if (!start) return solve_by_hgs(instance, parameters, warm, stop, seed, observer);
    Workers workers(threads);
    RoundsResult found =
        anneal_in_rounds(instance, *start, parameters.rounds, stop, workers, seed, observer);
    return {std::move(found.best), found.iterations};
}

}  // namespace odgear::expert
