#include "odgear/hgs/genetic.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <utility>

#include "odgear/core/check.hpp"
#include "odgear/core/random.hpp"

namespace odgear::hgs {

namespace {

// Iterations without improvement between two calls of the observer.
constexpr std::int64_t observer_interval = 100;

// How often penalties are increased for one individual before the first feasible one is found.
constexpr int first_repair_rounds = 4;

int most_routes(std::span<const std::vector<Route>> warm_starts) {
    std::size_t most = 0;
    for (const auto& routes : warm_starts) most = std::max(most, routes.size());
    return static_cast<int>(most);
}

class GeneticSearch {
public:
    GeneticSearch(const Instance& instance, const Parameters& parameters, const StopRule& stop,
                  std::uint64_t seed, const Observer& observer, Workspace& workspace,
                  const ForEach& for_each, const Phase& phase)
        : instance_(instance),
          parameters_(parameters),
          stop_(stop),
          observer_(observer),
          seed_(seed),
          random_(seed),
          space_(workspace.space),
          population_(workspace.population),
          makers_(workspace.makers),
          for_each_(for_each),
          phase_(phase) {}

    Result run(std::span<const std::vector<Route>> warm_starts, const NeighborLists& neighbors) {
        space_.build(instance_, neighbors, most_routes(warm_starts));
        penalties_ = AdaptivePenalties(space_, parameters_);
        population_.configure(parameters_, space_.symmetric());
        if (makers_.size() < std::size_t(parameters_.batch))
            makers_.resize(std::size_t(parameters_.batch));
        parents_.resize(makers_.size());
        add_warm_starts(warm_starts);
        add_random(parameters_.initial_factor * parameters_.min_population - population_.size());
        while (!done()) {
            recombine();
            if (phase_.interval > 0 && iterations_ - last_phase_ >= phase_.interval) intensify();
            if (since_improvement_ - last_restart_age_ >= parameters_.restart_after) restart();
        }
        return {std::move(best_), iterations_, restarts_};
    }

private:
    bool done() const { return stop_.done(iterations_, since_improvement_, best_cost_); }

    // The size of the next batch out of `wanted` individuals, within the iterations that are left.
    std::size_t batch(std::int64_t wanted) const {
        return std::size_t(
            std::min({wanted, std::int64_t(parameters_.batch), stop_.iterations - iterations_}));
    }

    void add_warm_starts(std::span<const std::vector<Route>> warm_starts) {
        for (const auto& routes : warm_starts)
            if (check(instance_, routes).feasible()) offer(make_solution(instance_, routes));
        for (std::size_t first = 0; first < warm_starts.size() && !done();) {
            const std::size_t count = batch(std::int64_t(warm_starts.size() - first));
            make(count, [&](Maker& maker, std::size_t k) {
                from_routes(space_, warm_starts[first + k], maker.offspring);
                if (maker.offspring.routes() > space_.fleet())
                    maker.split(space_, penalties_.weights(), maker.offspring);
            });
            first += count;
        }
    }

    void add_random(int count) {
        for (std::int64_t left = count; left > 0 && !done();) {
            const std::size_t now = batch(left);
            make(now, [&](Maker& maker, std::size_t) {
                std::vector<int>& tour = maker.offspring.tour;
                tour.resize(static_cast<std::size_t>(space_.customers()));
                std::iota(tour.begin(), tour.end(), 1);
                maker.random.shuffle(std::span(tour));
                maker.split(space_, penalties_.weights(), maker.offspring);
            });
            left -= std::int64_t(now);
        }
    }

    // As many as the parent has, while these are more than the demand fills: a free cut then often
    // takes one more, and local search hardly ever closes a route where demands pack badly.
    int most_routes_of_child(const Individual& parent) const {
        return parent.routes() > space_.least_routes() ? parent.routes() : space_.fleet();
    }

    void recombine() {
        const std::size_t count = batch(parameters_.batch);
        for (std::size_t k = 0; k < count; ++k) {
            parents_[k].first = &population_.tournament(random_);
            parents_[k].second = &population_.tournament(random_);
        }
        make(count, [&](Maker& maker, std::size_t k) {
            maker.crossover(parents_[k].first->tour, parents_[k].second->tour, maker.random,
                            maker.offspring.tour);
            maker.split(space_, penalties_.weights(), maker.offspring,
                        most_routes_of_child(*parents_[k].first));
        });
    }

    void intensify() {
        last_phase_ = iterations_;
        const int candidates = std::min(parameters_.elite, population_.feasible_size());
        if (candidates == 0) return;
        const auto rank = int(random_.below(std::uint32_t(candidates)));
        const Solution elite =
            make_solution(instance_, to_routes(space_, population_.feasible(rank)));
        const std::array improved{phase_.improve(elite, random_())};
        add_warm_starts(improved);
    }

    // Makes and educates `count` individuals in parallel, and adds them one by one.
    template <class Begin>
    void make(std::size_t count, const Begin& begin) {
        const auto make_one = [&](std::size_t k) {
            Maker& maker = makers_[k];
            maker.random = Random::stream(seed_, std::uint64_t(iterations_) + k);
            begin(maker, k);
            educate(maker);
        };
        if (for_each_ && count > 1)
            for_each_(count, make_one);
        else
            for (std::size_t k = 0; k < count; ++k) make_one(k);
        for (std::size_t k = 0; k < count; ++k) take(makers_[k]);
    }

    // Local search, then perhaps repair. Changes only the maker.
    void educate(Maker& maker) const {
        improve(maker, penalties_.weights(), maker.offspring);
        maker.is_repaired = false;
        if (maker.offspring.feasible()) return;
        if (!best_ || maker.random.unit() < parameters_.repair_probability) repair(maker);
    }

    // Local search under higher penalties. They increase repeatedly while no feasible solution is
    // known.
    void repair(Maker& maker) const {
        maker.repaired = maker.offspring;
        PenaltyWeights weights = penalties_.weights();
        for (int round = 0; round < (best_ ? 1 : first_repair_rounds); ++round) {
            weights = weights.times(parameters_.repair_factor);
            improve(maker, weights, maker.repaired);
            maker.is_repaired = maker.repaired.feasible();
            if (maker.is_repaired) return;
        }
    }

    void improve(Maker& maker, const PenaltyWeights& weights, Individual& individual) const {
        maker.local_search.run(space_, weights, maker.random, {parameters_.swap_star, &stop_},
                               individual);
    }

    // Adds a new individual to the population and updates the best solution and the penalties.
    void take(const Maker& maker) {
        ++iterations_;
        ++since_improvement_;
        insert(maker.offspring);
        const bool repriced =
            penalties_.note(maker.offspring.load_feasible(), maker.offspring.length_feasible());
        if (maker.is_repaired) insert(maker.repaired);
        if (repriced) population_.reprice(penalties_.weights());
        if (observer_ && iterations_ % observer_interval == 0) tell(false);
    }

    void insert(const Individual& made) {
        population_.add(made, penalties_.weights());
        if (made.feasible() && made.distance < best_cost_ + space_.tolerance())
            offer(make_solution(instance_, to_routes(space_, made)));
    }

    void offer(Solution solution) {
        if (best_ && solution.cost >= best_->cost) return;
        // A difference below the tolerance is the same cost, summed in another order.
        if (solution.cost < best_cost_ - space_.tolerance()) since_improvement_ = 0;
        best_cost_ = solution.cost;
        best_ = std::move(solution);
        if (observer_) tell(true);
    }

    void tell(bool improved) const {
        observer_(
            {"hgs", iterations_, stop_.elapsed(), best_cost_, improved, [this] { return *best_; }});
    }

    void restart() {
        ++restarts_;
        last_restart_age_ = since_improvement_;
        population_.clear();
        penalties_ = AdaptivePenalties(space_, parameters_);
        add_random(parameters_.initial_factor * parameters_.min_population);
    }

    const Instance& instance_;
    const Parameters& parameters_;
    const StopRule& stop_;
    const Observer& observer_;
    std::uint64_t seed_;
    Random random_;  // for the choice of parents; each individual has a generator of its own
    SearchSpace& space_;
    Population& population_;
    std::vector<Maker>& makers_;
    const ForEach& for_each_;
    const Phase& phase_;
    std::vector<std::pair<const Individual*, const Individual*>> parents_;
    AdaptivePenalties penalties_;
    std::optional<Solution> best_;
    double best_cost_ = std::numeric_limits<double>::infinity();
    std::int64_t iterations_ = 0;
    std::int64_t since_improvement_ = 0;
    std::int64_t last_restart_age_ = 0;
    std::int64_t restarts_ = 0;
    std::int64_t last_phase_ = 0;
};

}  // namespace

Result solve(const Instance& instance, const Parameters& parameters,
             std::span<const std::vector<Route>> warm_starts, const StopRule& stop,
             std::uint64_t seed, const Observer& observer, Workspace* workspace,
             const ForEach& for_each, const Phase& phase, const NeighborLists* neighbors) {
    parameters.check();
    Workspace own;
    GeneticSearch search(instance, parameters, stop, seed, observer,
                         workspace != nullptr ? *workspace : own, for_each, phase);
    return neighbors != nullptr
               ? search.run(warm_starts, *neighbors)
               : search.run(warm_starts, nearest_neighbors(instance, parameters.neighbors));
}

}  // namespace odgear::hgs
