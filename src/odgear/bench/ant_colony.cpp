#include "odgear/bench/ant_colony.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "odgear/core/errors.hpp"
#include "odgear/core/random.hpp"
#include "odgear/parallel/workers.hpp"

namespace odgear::bench {

namespace {

constexpr int largest = 20'000;  // nodes; the matrices would not fit above
constexpr double least_distance = 1e-10;

class Colony {
public:
    Colony(const Instance& instance, const AntColonyOptions& options)
        : instance_(instance),
          options_(options),
          n_(static_cast<std::size_t>(instance.nodes())),
          pheromone_(n_ * n_, 1.0),
          nearness_(n_ * n_),
          weight_(n_ * n_) {
        for (std::size_t i = 0; i < n_; ++i)
            for (std::size_t j = 0; j < n_; ++j) {
                const double d = instance.distance(static_cast<int>(i), static_cast<int>(j));
                nearness_[i * n_ + j] = std::pow(1 / (d + least_distance), options.nearness_power);
            }
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

}  // namespace

Solution ant_colony(const Instance& instance, const AntColonyOptions& options,
                    const StopRule& stop) {
    if (instance.is_tsp() || instance.has_length_limit() || instance.has_vehicle_limit())
        throw ConfigurationError("the ant colony knows capacities only: no TSP, no further limits");
    if (instance.nodes() > largest)
        throw ConfigurationError("the ant colony is for 20,000 nodes at the most");
    Colony colony(instance, options);
    Solution best{{}, std::numeric_limits<double>::infinity()};
    std::vector<Solution> walks(static_cast<std::size_t>(options.ants));
    const Workers workers(options.threads);
    for (int round = 0; round < options.rounds; ++round) {
        if (round > 0 && stop.out_of_time()) break;
        colony.prepare_round();
        workers.for_each(walks.size(), [&](std::size_t ant) {
            const auto index = static_cast<std::uint64_t>(round * options.ants) + ant;
            walks[ant] = colony.walk(Random::stream(options.seed, index));
        });
        for (const Solution& walk : walks)
            if (walk.cost < best.cost) best = walk;
        colony.learn(walks);
    }
    return best;
}

}  // namespace odgear::bench
