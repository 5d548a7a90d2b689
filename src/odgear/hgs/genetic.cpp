#include "odgear/hgs/genetic.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "odgear/core/check.hpp"
#include "odgear/core/random.hpp"
#include "odgear/spatial/neighbors.hpp"

namespace odgear::hgs {

namespace {

// Iterations without improvement between two calls of the observer.
constexpr std::int64_t observer_interval = 100;

// How often penalties are raised for one individual before the first feasible one is found.
constexpr int first_repair_rounds = 4;

int most_routes(std::span<const std::vector<Route>> warm_starts) {
    std::size_t most = 0;
    for (const auto& routes : warm_starts) most = std::max(most, routes.size());
    return static_cast<int>(most);
}

class GeneticSearch {
public:
    GeneticSearch(const Instance& instance, const Parameters& parameters, const StopRule& stop,
                  std::uint64_t seed, const Observer& observer, Workspace& workspace)
        : instance_(instance),
          parameters_(parameters),
          stop_(stop),
          observer_(observer),
          random_(seed),
          space_(workspace.space),
          work_(workspace) {}

    Result run(std::span<const std::vector<Route>> warm_starts) {
        space_.build(instance_, nearest_neighbors(instance_, parameters_.neighbors),
                     most_routes(warm_starts));
        penalties_ = AdaptivePenalties(space_, parameters_);
        work_.population.configure(parameters_, space_.symmetric());
        add_warm_starts(warm_starts);
        add_random(parameters_.initial_factor * parameters_.min_population -
                   work_.population.size());
        while (!done()) {
            recombine();
            if (since_improvement_ - last_restart_age_ >= parameters_.restart_after) restart();
        }
        return {std::move(best_), iterations_, restarts_};
    }

private:
    bool done() const { return stop_.done(iterations_, since_improvement_, best_cost_); }

    void add_warm_starts(std::span<const std::vector<Route>> warm_starts) {
        for (const auto& routes : warm_starts)
            if (check(instance_, routes).feasible()) offer(make_solution(instance_, routes));
        for (const auto& routes : warm_starts) {
            if (done()) return;
            from_routes(space_, routes, work_.offspring);
            if (work_.offspring.routes() > space_.fleet())
                work_.split(space_, penalties_.weights(), work_.offspring);
            educate();
        }
    }

    void add_random(int count) {
        Individual& made = work_.offspring;
        for (int k = 0; k < count && !done(); ++k) {
            made.tour.resize(static_cast<std::size_t>(space_.customers()));
            std::iota(made.tour.begin(), made.tour.end(), 1);
            random_.shuffle(std::span(made.tour));
            work_.split(space_, penalties_.weights(), made);
            educate();
        }
    }

    void recombine() {
        Population& population = work_.population;
        const Individual& first = population.tournament(random_);
        const Individual& second = population.tournament(random_);
        work_.crossover(first.tour, second.tour, random_, work_.offspring.tour);
        work_.split(space_, penalties_.weights(), work_.offspring);
        educate();
    }

    // Local search, insertion, perhaps repair: what becomes of every new individual.
    void educate() {
        Individual& made = work_.offspring;
        improve(made, penalties_.weights());
        ++iterations_;
        ++since_improvement_;
        insert(made);
        const bool repriced = penalties_.note(made.load_feasible(), made.length_feasible());
        if (!made.feasible() && (!best_ || random_.unit() < parameters_.repair_probability))
            repair(made);
        if (repriced) work_.population.reprice(penalties_.weights());
        if (observer_ && iterations_ % observer_interval == 0) tell(false);
    }

    // Local search under higher penalties; ever higher ones while no feasible solution is known.
    void repair(Individual& made) {
        PenaltyWeights weights = penalties_.weights();
        for (int round = 0; round < (best_ ? 1 : first_repair_rounds); ++round) {
            weights = weights.times(parameters_.repair_factor);
            improve(made, weights);
            if (!made.feasible()) continue;
            insert(made);
            return;
        }
    }

    void improve(Individual& made, const PenaltyWeights& weights) {
        work_.local_search.run(space_, weights, random_, {parameters_.swap_star, &stop_}, made);
    }

    void insert(const Individual& made) {
        work_.population.add(made, penalties_.weights());
        if (made.feasible() && made.distance < best_cost_ + space_.tolerance())
            offer(make_solution(instance_, to_routes(space_, made)));
    }

    void offer(Solution solution) {
        if (best_ && solution.cost >= best_->cost) return;
        // Below the tolerance it is the same cost summed up in another order.
        if (solution.cost < best_cost_ - space_.tolerance()) since_improvement_ = 0;
        best_cost_ = solution.cost;
        best_ = std::move(solution);
        if (observer_) tell(true);
    }

    void tell(bool improved) const {
        observer_({"hgs", iterations_, stop_.elapsed(), best_cost_, improved});
    }

    void restart() {
        ++restarts_;
        last_restart_age_ = since_improvement_;
        work_.population.clear();
        penalties_ = AdaptivePenalties(space_, parameters_);
        add_random(parameters_.initial_factor * parameters_.min_population);
    }

    const Instance& instance_;
    const Parameters& parameters_;
    const StopRule& stop_;
    const Observer& observer_;
    Random random_;
    SearchSpace& space_;
    Workspace& work_;
    AdaptivePenalties penalties_;
    std::optional<Solution> best_;
    double best_cost_ = std::numeric_limits<double>::infinity();
    std::int64_t iterations_ = 0;
    std::int64_t since_improvement_ = 0;
    std::int64_t last_restart_age_ = 0;
    std::int64_t restarts_ = 0;
};

}  // namespace

Result solve(const Instance& instance, const Parameters& parameters,
             std::span<const std::vector<Route>> warm_starts, const StopRule& stop,
             std::uint64_t seed, const Observer& observer, Workspace* workspace) {
    parameters.check();
    Workspace own;
    return GeneticSearch(instance, parameters, stop, seed, observer,
                         workspace != nullptr ? *workspace : own)
        .run(warm_starts);
}

}  // namespace odgear::hgs
