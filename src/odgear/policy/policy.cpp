#include "odgear/policy/policy.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "odgear/policy/graph/tour_frame.hpp"
#include "odgear/policy/models/models.hpp"
#include "odgear/policy/rollout/reroll.hpp"
#include "odgear/policy/rollout/split.hpp"
#include "odgear/policy/rollout/tour_reroll.hpp"
#include "odgear/policy/tiles.hpp"

namespace odgear::policy {

namespace {

class Stopwatch {
public:
    // Seconds since the last call.
    double lap() {
        const Clock::time_point now = Clock::now();
        const double seconds = std::chrono::duration<double>(now - last_).count();
        last_ = now;
        return seconds;
    }

private:
    Clock::time_point last_ = Clock::now();
};

RolloutOptions rollout_options(const PolicySettings& settings, const Model& model,
                               std::uint64_t seed) {
    return {.trajectories = settings.rollouts,
            .decoding = settings.decoding,
            .rho = settings.rho.value_or(model.rho),
            .inverse_temperature = settings.inverse_temperature,
            .seed = seed};
}

void split_all(const RolloutProblem& problem, std::vector<Trajectory>& trajectories,
               const Workers& workers) {
    workers.run(static_cast<int>(trajectories.size()), 1, [&](int begin, int end, int) {
        for (int k = begin; k < end; ++k) {
            Trajectory& trajectory = trajectories[static_cast<std::size_t>(k)];
            trajectory = split(problem, trajectory);
        }
    });
}

// The order of trajectories: within the fleet limit first, then by cost.
auto standing(const Instance& instance, const Trajectory& t) {
    return std::tuple(std::max(0, t.routes - instance.max_vehicles()), t.cost, t.index);
}

const Trajectory& best_of(const Instance& instance, const std::vector<Trajectory>& trajectories) {
    return *std::min_element(trajectories.begin(), trajectories.end(),
                             [&](const Trajectory& a, const Trajectory& b) {
                                 return standing(instance, a) < standing(instance, b);
                             });
}

// The best distinct solutions. Equal trajectories are mostly, but not always, next to each other in
// the order.
std::vector<Solution> best_solutions(const Instance& instance, const Graph& graph,
                                     const std::vector<Trajectory>& trajectories, int keep) {
    std::vector<const Trajectory*> order;
    order.reserve(trajectories.size());
    for (const Trajectory& trajectory : trajectories) order.push_back(&trajectory);
    std::sort(order.begin(), order.end(), [&](const Trajectory* a, const Trajectory* b) {
        return standing(instance, *a) < standing(instance, *b);
    });
    std::vector<Solution> kept;
    for (const Trajectory* trajectory : order) {
        if (static_cast<int>(kept.size()) >= std::max(1, keep)) break;
        std::vector<Route> routes = routes_of(graph, trajectory->nodes);
        if (instance.is_tsp()) routes = {route_of_tour(routes.front())};
        Solution solution = canonical(instance, make_solution(instance, std::move(routes)));
        const bool known = std::any_of(kept.begin(), kept.end(), [&](const Solution& other) {
            return other.routes == solution.routes;
        });
        if (!known) kept.push_back(std::move(solution));
    }
    return kept;
}

}  // namespace

PolicyResult run(const Instance& original, const Network& network, const PolicySettings& settings,
                 const RunOptions& options, const StopRule& stop, const Workers& workers) {
    const Model& model = network.model();
    require_match(model, original);
    if (in_tiles(original) && !options.keep_trajectories && !options.keep_edge_probabilities)
        return run_in_tiles(original, network, settings, options, stop, workers);
    std::optional<Instance> frame;
    if (original.is_tsp()) frame.emplace(tour_frame(original));
    const Instance& instance = frame ? *frame : original;
    PolicyResult result;
    result.k_attention = settings.attention.value_or(model.attention).at(instance.customers());
    result.k_decode = settings.neighbors.value_or(model.decode).at(instance.customers());
    Stopwatch watch;
    // Before the first trajectory there is no result, so the work is aborted when time is up.
    std::optional<Workers::Deadline> deadline;
    if (options.deadline != nullptr) deadline.emplace(workers, *options.deadline);
    const Graph graph = build_graph(instance,
                                    {.neighbors = std::max(result.k_attention, result.k_decode),
                                     .features = model.architecture.features,
                                     .reorder = true},
                                    workers);
    result.seconds.graph = watch.lap();
    const Encoding encoding = network.encode(graph, result.k_attention, workers);
    result.log_z = encoding.log_z;
    result.seconds.encode = watch.lap();
    const EdgeTable table = network.decode(graph, encoding, result.k_decode, workers);
    result.seconds.decode = watch.lap();
    const RolloutProblem problem(instance, graph, table);
    const SortedRows rows(table, static_cast<float>(settings.inverse_temperature), workers);
    deadline.reset();
    if (options.deadline != nullptr && options.deadline->out_of_time()) throw OutOfTime();
    std::vector<Trajectory> trajectories =
        rollout(problem, rows, rollout_options(settings, model, options.seed), workers, stop);
    if (options.keep_trajectories)
        result.trajectories =
            drawn_trajectories(problem, trajectories, settings.inverse_temperature, workers);
    if (options.keep_edge_probabilities)
        result.edge_probabilities = edge_probabilities(problem, settings.inverse_temperature);
    if (settings.split && !instance.is_tsp()) split_all(problem, trajectories, workers);
    for (const Trajectory& trajectory : trajectories) result.costs.push_back(trajectory.cost);
    result.mean_cost = std::accumulate(result.costs.begin(), result.costs.end(), 0.0) /
                       static_cast<double>(result.costs.size());
    if (settings.rerolls > 0) {
        const RerollOptions more{.trajectories = settings.rerolls, .seed = options.seed};
        const Trajectory& best = best_of(instance, trajectories);
        trajectories.push_back(instance.is_tsp()
                                   ? reroll_tour(problem, rows, best, more, workers, stop)
                                   : reroll(problem, rows, best, more, workers, stop));
    }
    result.solutions = best_solutions(original, graph, trajectories, options.keep);
    result.best = result.solutions.front();
    result.within_fleet = static_cast<int>(result.best.routes.size()) <= instance.max_vehicles();
    result.seconds.rollout = watch.lap();
    return result;
}

PolicyResult run(const Instance& instance, const Model& model, const PolicySettings& settings,
                 const RunOptions& options, const StopRule& stop, int threads) {
    return run(instance, Network(model), settings, options, stop, Workers(threads));
}

}  // namespace odgear::policy
