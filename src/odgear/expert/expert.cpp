#include "odgear/expert/expert.hpp"

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "odgear/construct/savings.hpp"
#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/core/random.hpp"
#include "odgear/expert/crew.hpp"
#include "odgear/expert/local_optimum.hpp"
#include "odgear/expert/phases.hpp"
#include "odgear/expert/rounds.hpp"
#include "odgear/hgs/genetic.hpp"
#include "odgear/ruin/ruin_recreate.hpp"
#include "odgear/tsp/search.hpp"

namespace odgear::expert {

namespace {

constexpr int construction_neighbors = 40;

std::vector<Solution> feasible_ones(const Instance& instance, std::span<const Solution> warm) {
    std::vector<Solution> result;
    for (const Solution& solution : warm)
        if (check(instance, solution.routes).feasible())
            result.push_back(make_solution(instance, solution.routes));
    return result;
}

const Solution& cheapest(const std::vector<Solution>& solutions) {
    return *std::min_element(solutions.begin(), solutions.end(),
                             [](const auto& a, const auto& b) { return a.cost < b.cost; });
}

// Costs of the competing starts; empty if a given one was infeasible, or if there was only one.
std::vector<double> costs_of(const std::vector<Solution>& starts, std::size_t given) {
    std::vector<double> costs;
    if (starts.size() < 2 || starts.size() != given) return costs;
    for (const Solution& start : starts) costs.push_back(start.cost);
    return costs;
}

// Feasible starts: the given ones, else savings. Empty when the fleet limit could not be met.
std::vector<Solution> feasible_starts(const Instance& instance, std::span<const Solution> warm,
                                      SharedNeighbors& neighbors, const StopRule& stop,
                                      std::uint64_t seed) {
    std::vector<Solution> starts = feasible_ones(instance, warm);
    if (!starts.empty()) return starts;
    try {
        return {savings(instance, neighbors.nearest(construction_neighbors), {.seed = seed}, stop)};
    } catch (const InfeasibleError&) {
        return {};
    }
}

// Solutions that are annealed independently, each in its share of the time. Where the time is too
// short for even one, a single one gets all of it and starts cooler. The observer is told of each
// that is the best so far.
std::vector<Solution> found_population(const Instance& instance, const Parameters& parameters,
                                       const Solution& start, SharedNeighbors& shared,
                                       const StopRule& stop, const Workers& workers,
                                       std::uint64_t seed, const Observer& observer) {
    const double left = stop.seconds - stop.elapsed();
    const double least = parameters.founder_seconds * instance.customers();
    const double fitting = parameters.founding_share * left * workers.threads() / least;
    const bool hurried = fitting < 1;
    const int count =
        hurried ? workers.threads() : int(std::min(fitting, double(parameters.most_founders)));
    const int waves = (count + workers.threads() - 1) / workers.threads();
    const double seconds = (hurried ? left : parameters.founding_share * left) / waves;
    const ruin::Parameters& ruin = parameters.rounds.ruin;
    const ruin::Cooling cooling =
        ruin::cooling_for(instance, start, ruin, hurried ? parameters.rounds.quick_heat : 1);
    const NeighborLists neighbors = shared.nearest(parameters.rounds.neighbors);
    std::vector<Solution> founders(static_cast<std::size_t>(count));
    std::mutex reporting;
    double best = start.cost;
    workers.for_each(founders.size(), [&](std::size_t i) {
        const StopRule until = stop.until(stop.elapsed() + seconds);
        founders[i] = ruin::anneal(instance, neighbors, start, ruin, cooling, until,
                                   Random::stream(seed, i)())
                          .best;
        const std::scoped_lock lock(reporting);
        if (founders[i].cost >= best) return;
        best = founders[i].cost;
        if (observer)
            observer({"ruin", 0, stop.elapsed(), best, true, [&, i] { return founders[i]; }});
    });
    return founders;
}

Result solve_by_hgs(const Instance& instance, const Parameters& parameters,
                    std::span<const Solution> warm, SharedNeighbors& neighbors,
                    const StopRule& stop, const Workers& workers, std::uint64_t seed,
                    const Observer& observer) {
    std::vector<std::vector<Route>> starts;
    for (const Solution& solution : warm) starts.push_back(solution.routes);
    if (stop.timed())
        if (const auto feasible = feasible_starts(instance, warm, neighbors, stop, seed);
            !feasible.empty())
            for (Solution& founder : found_population(instance, parameters, cheapest(feasible),
                                                      neighbors, stop, workers, seed, observer))
                starts.push_back(std::move(founder.routes));
    const hgs::ForEach for_each = [&](std::size_t count, const auto& task) {
        workers.for_each(count, task);
    };
    const NeighborLists lists = neighbors.nearest(parameters.hgs.neighbors);
    hgs::Result found =
        hgs::solve(instance, parameters.hgs, starts, stop, seed, observer, nullptr, for_each,
                   decomposition_phase(instance, parameters.phases, stop, workers), &lists);
    return {std::move(found.best), found.iterations};
}

// The start to anneal, at its local optimum, which is reported to the observer. Several starts
// compete: each gets one pass of the local search in an equal share of the time; the best one gets
// the rest.
Solution improved_start(std::vector<Solution>& starts, const Instance& instance,
                        const Parameters& parameters, const StopRule& stop, const Crew& crew,
                        std::uint64_t seed, const Observer& observer) {
    const double begin = stop.elapsed();
    const double seconds = parameters.local_optimum_share * (stop.seconds - begin);
    if (seconds * crew.threads() < parameters.local_optimum_seconds * instance.customers())
        return cheapest(starts);
    LocalOptimumParameters passes = parameters.local_optimum;
    if (starts.size() > 1) {
        passes.passes = 1;
        for (std::size_t i = 0; i < starts.size(); ++i)
            starts[i] = local_optimum(
                instance, starts[i], passes,
                stop.until(begin + seconds * double(i + 1) / double(starts.size())), crew, seed);
        passes.passes = std::max(1, parameters.local_optimum.passes - 1);
    }
    const std::uint64_t later = starts.size() > 1 ? Random::stream(seed, 1)() : seed;
    Solution best =
        local_optimum(instance, cheapest(starts), passes, stop.until(begin + seconds), crew, later);
    if (observer)
        observer({"local search", 0, stop.elapsed(), best.cost, true, [&] { return best; }});
    return best;
}

Result solve_by_tour(const Instance& instance, const Parameters& parameters,
                     std::span<const Solution> warm, const StopRule& stop, const Workers& workers,
                     std::uint64_t seed, const Observer& observer) {
    std::vector<int> start;
    if (const std::vector<Solution> starts = feasible_ones(instance, warm); !starts.empty()) {
        start.push_back(0);
        const Route& route = cheapest(starts).routes.front();
        start.insert(start.end(), route.begin(), route.end());
    }
    tsp::Result found = tsp::search(instance, parameters.tsp, start, stop, workers, seed, observer);
    found.tour.erase(found.tour.begin());  // node 0 is the depot of the route
    return {make_solution(instance, {std::move(found.tour)}), found.kicks};
}

}  // namespace

int widest_neighbors(const Instance& instance, const Parameters& parameters) {
    if (instance.customers() > parameters.most_for_hgs) return construction_neighbors;
    return std::max(
        {construction_neighbors, parameters.rounds.neighbors, parameters.hgs.neighbors});
}

bool is_one_tour(const Instance& instance) {
    return instance.is_tsp() && instance.symmetric() && instance.customers() > 0 &&
           !instance.has_length_limit();
}

bool in_parts(const Instance& instance, const Parameters& parameters) {
    return instance.customers() > parameters.most_for_hgs && !is_one_tour(instance);
}

Result solve(const Instance& instance, const Parameters& parameters, std::span<const Solution> warm,
             const StopRule& stop, const Workers& workers, std::uint64_t seed,
             const Observer& observer, SharedNeighbors* shared, const CrewMaker& make_crew) {
    if (is_one_tour(instance))
        return solve_by_tour(instance, parameters, warm, stop, workers, seed, observer);
    SharedNeighbors own(instance, widest_neighbors(instance, parameters));
    SharedNeighbors& neighbors = shared != nullptr ? *shared : own;
    if (instance.customers() <= parameters.most_for_hgs)
        return solve_by_hgs(instance, parameters, warm, neighbors, stop, workers, seed, observer);
    std::vector<Solution> starts = feasible_starts(instance, warm, neighbors, stop, seed);
    // HGS also searches among infeasible solutions, so it has better chances where no feasible one
    // is known.
    if (starts.empty())
        return solve_by_hgs(instance, parameters, warm, neighbors, stop, workers, seed, observer);
    const auto crew = make_crew ? make_crew(instance, parameters, workers, stop)
                                : std::make_unique<LocalCrew>(instance, parameters, workers);
    const Solution start =
        improved_start(starts, instance, parameters, stop, *crew, seed, observer);
    RoundsResult found =
        anneal_in_rounds(instance, start, parameters.rounds, stop, *crew, seed, observer);
    return {std::move(found.best), found.iterations, costs_of(starts, warm.size())};
}

}  // namespace odgear::expert
