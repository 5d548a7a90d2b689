#include "odgear/policy/rollout/rollout.hpp"

#include <algorithm>
#include <memory>

#include "odgear/core/errors.hpp"
#include "odgear/policy/rollout/walk.hpp"

namespace odgear::policy {

namespace {

// Number of trajectories that one thread advances in turn: first all choices, then all moves. While
// one waits for memory, the others compute.
constexpr int most_in_lockstep = 8;
constexpr int steps_between_looks = 256;  // between two checks of the clock

struct Runner {
    Walk walk;
    Random random;
    Trajectory* trajectory = nullptr;
    bool greedy = false;
    int target = 0;  // of the current step
};

class Rollout {
public:
    Rollout(const RolloutProblem& problem, const SortedRows& rows, const RolloutOptions& options,
            const Workers& workers, const StopRule& stop)
        : problem_(problem),
          rows_(rows),
          options_(options),
          workers_(workers),
          stop_(stop),
          runners_(static_cast<std::size_t>(workers.threads())) {
        if (options.trajectories < 1)
            throw ConfigurationError("the number of rollouts must be positive");
        if (!(options.rho >= 0 && options.rho <= 1))
            throw ConfigurationError("rho must be between 0 and 1");
        if (!(options.inverse_temperature > 0))
            throw ConfigurationError("the inverse temperature must be positive");
    }

    std::vector<Trajectory> run() {
        std::vector<Trajectory> all(static_cast<std::size_t>(options_.trajectories));
        // An equal number of parts for each thread.
        const int threads = workers_.threads();
        const int turns =
            (options_.trajectories + threads * most_in_lockstep - 1) / (threads * most_in_lockstep);
        const std::int64_t parts = std::int64_t{turns} * threads;
        const auto begin_of = [&](std::int64_t part) {
            return static_cast<std::size_t>(part * options_.trajectories / parts);
        };
        workers_.run(static_cast<int>(parts), 1, [&](int part, int, int worker) {
            const std::size_t begin = begin_of(part);
            advance(std::span(all).subspan(begin, begin_of(part + 1) - begin),
                    static_cast<int>(begin), runners_[static_cast<std::size_t>(worker)]);
        });
        std::erase_if(all, [](const Trajectory& t) { return t.nodes.empty(); });
        return all;
    }

private:
    void advance(std::span<Trajectory> part, int first,
                 std::vector<std::unique_ptr<Runner>>& runners) {
        if (first > 0 && stop_.out_of_time()) return;
        std::vector<Runner*> active;
        for (std::size_t k = 0; k < part.size(); ++k) {
            if (k == runners.size())
                runners.push_back(std::make_unique<Runner>(
                    Runner{Walk(problem_, rows_.beta(), &rows_), Random()}));
            Runner& runner = *runners[k];
            const int index = first + static_cast<int>(k);
            runner.walk.restart();
            runner.random = Random::stream(options_.seed, static_cast<std::uint64_t>(index));
            runner.trajectory = &part[k];
            runner.greedy = options_.first_greedy && index == 0;
            part[k].index = index;
            const auto customers = static_cast<std::size_t>(problem_.customers());
            part[k].nodes.reserve(customers + customers / 4 + 2);
            active.push_back(&runner);
        }
        for (std::int64_t turn = 1; !active.empty(); ++turn) {
            for (Runner* runner : active) choose(*runner);
            std::erase_if(active, [&](Runner* runner) { return step(*runner); });
            if (turn % steps_between_looks == 0 && stop_.out_of_time()) abandon(active);
        }
    }

    void choose(Runner& runner) const {
        Walk& walk = runner.walk;
        double* log_probability =
            options_.log_probabilities ? &runner.trajectory->log_probability : nullptr;
        runner.target = samples(runner) ? walk.sample(runner.random, log_probability)
                                        : walk.best(log_probability);
        walk.prefetch_move(runner.target);
    }

    // True when the trajectory is complete.
    static bool step(Runner& runner) {
        Walk& walk = runner.walk;
        walk.move(runner.target);
        walk.prefetch_choice();
        runner.trajectory->nodes.push_back(runner.target);
        if (!walk.finished()) return false;
        runner.trajectory->cost = walk.cost();
        runner.trajectory->routes = walk.routes();
        return true;
    }

    bool samples(Runner& runner) const {
        if (runner.greedy) return false;
        if (runner.walk.choosing_start()) return true;
        if (options_.decoding == Decoding::depot_sampling) return runner.walk.node() == 0;
        if (options_.rho >= 1) return true;
        return options_.rho > 0 && runner.random.unit() < options_.rho;
    }

    // Drops incomplete trajectories, except the first.
    static void abandon(std::vector<Runner*>& active) {
        std::erase_if(active, [](Runner* runner) {
            if (runner->trajectory->index == 0) return false;
            runner->trajectory->nodes.clear();
            return true;
        });
    }

    const RolloutProblem& problem_;
    const SortedRows& rows_;
    const RolloutOptions& options_;
    const Workers& workers_;
    const StopRule& stop_;
    std::vector<std::vector<std::unique_ptr<Runner>>> runners_;  // by worker
};

}  // namespace

std::vector<Trajectory> rollout(const RolloutProblem& problem, const SortedRows& rows,
                                const RolloutOptions& options, const Workers& workers,
                                const StopRule& stop) {
    return Rollout(problem, rows, options, workers, stop).run();
}

std::vector<Trajectory> rollout(const RolloutProblem& problem, const RolloutOptions& options,
                                const Workers& workers, const StopRule& stop) {
    const SortedRows rows(problem.table(), static_cast<float>(options.inverse_temperature),
                          workers);
    return rollout(problem, rows, options, workers, stop);
}

std::vector<Route> routes_of(const Graph& graph, std::span<const int> nodes) {
    std::vector<Route> routes;
    Route route;
    for (const int node : nodes) {
        if (node != 0) {
            route.push_back(graph.label[static_cast<std::size_t>(node)]);
            continue;
        }
        routes.push_back(std::move(route));
        route.clear();
    }
    return routes;
}

std::vector<int> trajectory_of(const Graph& graph, const std::vector<Route>& routes) {
    std::vector<int> position(graph.label.size());
    for (std::size_t i = 0; i < graph.label.size(); ++i)
        position[static_cast<std::size_t>(graph.label[i])] = static_cast<int>(i);
    std::vector<int> nodes;
    for (const Route& route : routes) {
        if (route.empty()) continue;
        for (const int customer : route)
            nodes.push_back(position[static_cast<std::size_t>(customer)]);
        nodes.push_back(0);
    }
    return nodes;
}

}  // namespace odgear::policy
