#include "odgear/train/experts.hpp"

#include "odgear/construct/savings.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/expert/expert.hpp"
#include "odgear/expert/refine.hpp"
#include "odgear/hgs/genetic.hpp"
#include "odgear/hgs/local_search.hpp"
#include "odgear/ruin/ruin_recreate.hpp"
#include "odgear/spatial/neighbors.hpp"
#include "odgear/tsp/search.hpp"

namespace odgear::train {

namespace {

constexpr int granular_neighbors = 20;

std::optional<Solution> run_hgs(const Instance& instance, const std::vector<Route>& start,
                                int iterations, std::uint64_t seed) {
    hgs::Parameters parameters;
    // With few individuals, a small population is better than a diverse one.
    if (iterations < 1000) {
        parameters.min_population = 8;
        parameters.generation_size = 16;
        parameters.initial_factor = 2;
    }
    StopRule stop;
    stop.iterations = iterations;
    std::vector<std::vector<Route>> starts;
    if (!start.empty()) starts.push_back(start);
    return hgs::solve(instance, parameters, starts, stop, seed).best;
}

Solution found(const std::optional<Solution>& solution, const Instance& instance) {
    if (!solution) throw InfeasibleError("the expert found no solution of " + instance.name());
    return *solution;
}

// Iterations are kicks of the search for one tour.
Solution solve_by_tour(const ExpertTask& task) {
    StopRule stop;
    stop.iterations = task.iterations;
    std::vector<int> start;
    if (!task.start.empty()) {
        start.push_back(0);
        start.insert(start.end(), task.start.front().begin(), task.start.front().end());
    }
    tsp::Result result = tsp::search(*task.instance, {}, start, stop, Workers(1), task.seed);
    result.tour.erase(result.tour.begin());  // node 0 is the depot of the route
    return make_solution(*task.instance, {std::move(result.tour)});
}

Solution solve_by_hgs(const ExpertTask& task) {
    if (expert::is_one_tour(*task.instance)) return solve_by_tour(task);
    return found(run_hgs(*task.instance, task.start, task.iterations, task.seed), *task.instance);
}

// For sizes where HGS is slow: annealing reaches the same cost in an eighth of the time.
Solution solve_by_annealing(const ExpertTask& task) {
    const Instance& instance = *task.instance;
    const ruin::Parameters parameters;
    const NeighborLists neighbors = nearest_neighbors(instance, parameters.neighbors);
    StopRule stop;
    stop.iterations = std::int64_t{task.iterations} * instance.customers() / 8;
    return ruin::ruin_recreate(instance, neighbors, savings(instance, neighbors), parameters, stop,
                               task.seed);
}

Solution solve_from_scratch(const ExpertTask& task) {
    constexpr int most_for_hgs = 400;  // customers
    const bool anneal =
        task.instance->customers() > most_for_hgs && !expert::is_one_tour(*task.instance);
    return anneal ? solve_by_annealing(task) : solve_by_hgs(task);
}

Solution solve_by_local_search(const ExpertTask& task) {
    return found(hgs::improve(*task.instance, nearest_neighbors(*task.instance, granular_neighbors),
                              task.start, task.seed),
                 *task.instance);
}

}  // namespace

Expert make_solver() { return solve_from_scratch; }

Expert make_refiner(const ExpertRecipe& recipe) {
    if (recipe.kind == "hgs") return solve_by_hgs;
    if (recipe.kind == "local-search") return solve_by_local_search;
    expert::RefineParameters parameters;
    parameters.part_size = recipe.subproblem;
    return [parameters](const ExpertTask& task) {
        if (expert::is_one_tour(*task.instance)) return solve_by_tour(task);
        expert::RefineParameters own = parameters;
        own.iterations = task.iterations;
        const Solution start{task.start, solution_cost(*task.instance, task.start)};
        return expert::refine(*task.instance, start, own, task.seed);
    };
}

}  // namespace odgear::train
