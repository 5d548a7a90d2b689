#include "odgear/bench/ant_colony.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "odgear/core/errors.hpp"
#include "odgear/core/random.hpp"
#include "odgear/hgs/local_search.hpp"
#include "odgear/parallel/workers.hpp"
#include "odgear/spatial/neighbors.hpp"

namespace odgear::bench {

namespace {

constexpr int largest = 20'000;  // nodes; larger matrices would not fit into memory
constexpr double least_distance = 1e-10;
constexpr int granular_neighbors = 20;  // of the local search

class Colony {
public:
    // nearness: [n, n], before the power is applied.
    Colony(const Instance& instance, const AntColonyOptions& options, std::vector<double> nearness)
        : instance_(instance),
          options_(options),
          n_(static_cast<std::size_t>(instance.nodes())),
          pheromone_(n_ * n_, 1.0),
          nearness_(std::move(nearness)),
          weight_(n_ * n_) {
        if (options.nearness_power != 1)
            for (double& value : nearness_) value = std::pow(value, options.nearness_power);
    }

    void prepare_round() {
        for (std::size_t e = 0; e < weight_.size(); ++e)
            weight_[e] = nearness_[e] * (options_.pheromone_power == 1
                                             ? pheromone_[e]
                                             : std::pow(pheromone_[e], options_.pheromone_power));
    }

    Solution walk(Random random) const {
        std::vector<int> left(n_ - 1);
        for (std::size_t i = 0; i < left.size(); ++i) left[i] = static_cast<int>(i) + 1;
        std::vector<double> sums(n_);
        std::vector<Route> routes(1);
        int at = 0;
        Load load = 0;
        while (!left.empty()) {
            const std::size_t chosen = choose(at, load, left, sums, random);
            if (chosen == left.size()) {
                routes.emplace_back();
                at = 0;
                load = 0;
                continue;
            }
            at = left[chosen];
            load += instance_.demand(at);
            routes.back().push_back(at);
            left[chosen] = left.back();
            left.pop_back();
        }
        return make_solution(instance_, std::move(routes));
    }

    void learn(const std::vector<Solution>& walks) {
        for (double& value : pheromone_) value *= options_.decay;
        for (const Solution& solution : walks)
            for (const Route& route : solution.routes) {
                int from = 0;
                for (const int to : route) {
                    lay(from, to, 1 / solution.cost);
                    from = to;
                }
                lay(from, 0, 1 / solution.cost);
            }
    }

private:
    // The index in `left` of the next customer, or its size for the depot.
    std::size_t choose(int at, Load load, const std::vector<int>& left, std::vector<double>& sums,
                       Random& random) const {
        const double* weights = &weight_[static_cast<std::size_t>(at) * n_];
        const Load room = instance_.capacity() - load;
        double sum = 0;
        for (std::size_t i = 0; i < left.size(); ++i) {
            if (instance_.demand(left[i]) <= room) sum += weights[left[i]];
            sums[i] = sum;
        }
        if (at != 0) sum += weights[0];
        const double point = random.unit() * sum;
        const auto end = sums.begin() + static_cast<std::ptrdiff_t>(left.size());
        return static_cast<std::size_t>(std::upper_bound(sums.begin(), end, point) - sums.begin());
    }

    void lay(int from, int to, double amount) {
        pheromone_[static_cast<std::size_t>(from) * n_ + static_cast<std::size_t>(to)] += amount;
        pheromone_[static_cast<std::size_t>(to) * n_ + static_cast<std::size_t>(from)] += amount;
    }

    const Instance& instance_;
    const AntColonyOptions& options_;
    std::size_t n_;
    std::vector<double> pheromone_, nearness_, weight_;
};

void require_fitting(const Instance& instance) {
    if (instance.is_tsp() || instance.has_length_limit() || instance.has_vehicle_limit())
        throw ConfigurationError("the ant colony knows capacities only: no TSP, no further limits");
    if (instance.nodes() > largest)
        throw ConfigurationError("the ant colony is for 20,000 nodes at the most");
}

std::vector<double> inverse_distances(const Instance& instance) {
    std::vector<double> nearness;
    for (int i = 0; i < instance.nodes(); ++i)
        for (int j = 0; j < instance.nodes(); ++j)
            nearness.push_back(1 / (instance.distance(i, j) + least_distance));
    return nearness;
}

std::vector<double> network_weights(const Instance& instance, const policy::Network& network,
                                    const Workers& workers) {
    const policy::Model& model = network.model();
    const int attention = model.attention.at(instance.customers());
    const int decode = model.decode.at(instance.customers());
    policy::GraphOptions options;
    options.neighbors = std::max(attention, decode);
    options.features = model.architecture.features;
    const policy::Graph graph = policy::build_graph(instance, options, workers);
    const policy::EdgeTable table =
        network.decode(graph, network.encode(graph, attention, workers), decode, workers);
    const auto n = static_cast<std::size_t>(instance.nodes());
    std::vector<double> weights(n * n, std::exp(policy::kernels::log_outside_weight));
    for (int i = 0; i < graph.nodes(); ++i)
        for (int k = 0; k < table.row_size(i); ++k) {
            const int to = i == 0 ? k + 1 : table.targets(i)[k];
            weights[static_cast<std::size_t>(i) * n + static_cast<std::size_t>(to)] =
                std::exp(double(table.planes(i)[k]));
        }
    return weights;
}

// A local optimum near the ant's routes. The neighbours are computed once for the colony.
Solution improved(const Instance& instance, const NeighborLists& neighbors, const Solution& walk,
                  std::uint64_t seed) {
    const std::optional<Solution> better = hgs::improve(instance, neighbors, walk.routes, seed);
    return better && better->cost < walk.cost ? *better : walk;
}

Solution run_colony(const Instance& instance, std::vector<double> nearness,
                    const AntColonyOptions& options, const StopRule& stop, const Workers& workers) {
    Colony colony(instance, options, std::move(nearness));
    Solution best{{}, std::numeric_limits<double>::infinity()};
    std::vector<Solution> walks(static_cast<std::size_t>(options.ants));
    const NeighborLists neighbors = options.local_search
                                        ? nearest_neighbors(instance, granular_neighbors)
                                        : NeighborLists(0, 0);
    for (int round = 0; round < options.rounds; ++round) {
        if (round > 0 && stop.out_of_time()) break;
        colony.prepare_round();
        workers.for_each(walks.size(), [&](std::size_t ant) {
            const auto index = static_cast<std::uint64_t>(round * options.ants) + ant;
            walks[ant] = colony.walk(Random::stream(options.seed, index));
            if (options.local_search)
                walks[ant] = improved(instance, neighbors, walks[ant], options.seed + index);
        });
        for (const Solution& walk : walks)
            if (walk.cost < best.cost) best = walk;
        colony.learn(walks);
    }
    return best;
}

}  // namespace

Solution ant_colony(const Instance& instance, const AntColonyOptions& options,
                    const StopRule& stop) {
    require_fitting(instance);
    return run_colony(instance, inverse_distances(instance), options, stop,
                      Workers(options.threads));
}

Solution ant_colony(const Instance& instance, const policy::Network& network,
                    const AntColonyOptions& options, const StopRule& stop) {
    require_fitting(instance);
    const Workers workers(options.threads);
    return run_colony(instance, network_weights(instance, network, workers), options, stop,
                      workers);
}

}  // namespace odgear::bench
