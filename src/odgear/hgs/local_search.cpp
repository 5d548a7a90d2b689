#include "odgear/hgs/local_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "odgear/core/check.hpp"
#include "odgear/hgs/moves/pair_moves.hpp"

namespace odgear::hgs {

namespace {

// Customers or routes processed between two checks of the stop rule.
constexpr int stop_interval = 256;

// Improver: how often penalties are increased, tenfold each time, before it gives up.
constexpr int repair_rounds = 4;

}  // namespace

// One run, compiled for one kind of distances.
template <class Distances>
class LocalSearch::Run {
public:
    Run(LocalSearch& buffers, const SearchSpace& space, const Distances& distances,
        const PenaltyWeights& weights, Random& random, const Options& options)
        : search_(buffers),
          state_(buffers.state_),
          space_(space),
          options_(options),
          random_(random),
          context_{space,
                   distances,
                   weights,
                   buffers.state_,
                   buffers.scratch_first_,
                   buffers.scratch_second_},
          tolerance_(static_cast<float>(space.tolerance())) {}

    bool operator()(const Individual& individual) {
        load(individual);
        bool improved = true;
        // The first sweep does not try empty routes, so there are at least two sweeps.
        for (sweep_ = 0; improved || sweep_ < 2; ++sweep_) {
            const int before = moves_;
            if (!try_customers()) return false;
            if (options_.swap_star && !try_route_pairs()) return false;
            improved = moves_ != before;
        }
        return true;
    }

private:
    void load(const Individual& individual) {
        state_.reset(space_);
        for (int r = 0; r < individual.routes(); ++r)
            state_.assign(space_, context_.distances, context_.weights, r, individual.route(r));
        for (int c = 1; c < space_.nodes(); ++c) state_.customer(c).tested_at = -1;
        for (int r = 0; r < state_.fleet(); ++r) {
            state_.route(r).modified_at = 0;
            state_.route(r).swap_tested_at = -1;
        }
        shuffled(search_.customer_order_, 1, space_.nodes());
        shuffled(search_.route_order_, 0, state_.fleet());
    }

    void shuffled(std::vector<int>& order, int first, int end) {
        order.resize(static_cast<std::size_t>(end - first));
        std::iota(order.begin(), order.end(), first);
        random_.shuffle(std::span(order));
    }

    bool out_of_time() {
        if (options_.stop == nullptr || ++looked_at_ < stop_interval) return false;
        looked_at_ = 0;
        return options_.stop->out_of_time();
    }

    void perform(const Plan& plan) {
        apply(context_, plan);
        ++moves_;
        state_.route(plan.first.route()).modified_at = moves_;
        if (plan.second.route() >= 0) state_.route(plan.second.route()).modified_at = moves_;
    }

    bool try_customers() {
        for (const int u : search_.customer_order_) {
            if (out_of_time()) return false;
            try_customer(u);
        }
        return true;
    }

    void try_customer(int u) {
        CustomerState& at_u = state_.customer(u);
        const int last_tested = at_u.tested_at;
        at_u.tested_at = moves_;
        auto surroundings = around(state_, context_.distances, u);
        int route_u = at_u.route;
        int route_changed = state_.route(route_u).modified_at;
        auto penalty_u = static_cast<float>(state_.route(route_u).penalty);
        const auto move = [&] {
            perform(found_.plan);
            surroundings = around(state_, context_.distances, u);
            route_u = at_u.route;
            route_changed = state_.route(route_u).modified_at;
            penalty_u = static_cast<float>(state_.route(route_u).penalty);
        };
        for (const int v : space_.neighbors(u)) {
            const RouteState& route_v = state_.route(state_.customer(v).route);
            if (std::max(route_changed, route_v.modified_at) <= last_tested) continue;
            if (find_pair_move(context_, surroundings, v, route_u, penalty_u, tolerance_, found_))
                move();
        }
        const int empty = state_.empty_route();
        if (sweep_ == 0 || empty < 0 || (sweep_ > 1 && route_changed <= last_tested)) return;
        if (find_move_to_empty(context_, surroundings, empty, found_)) move();
    }

    bool try_route_pairs() {
        for (const int a : search_.route_order_) {
            if (state_.route(a).size == 0) continue;
            const int last_tested = state_.route(a).swap_tested_at;
            state_.route(a).swap_tested_at = moves_;
            for (const int b : search_.route_order_) {
                if (b <= a || state_.route(b).size == 0 || state_.route(a).size == 0) continue;
                if (std::max(state_.route(a).modified_at, state_.route(b).modified_at) <=
                    last_tested)
                    continue;
                if (!state_.route(a).sector.overlaps(state_.route(b).sector)) continue;
                if (out_of_time()) return false;
                if (search_.swap_star_.find(context_, a, b, found_)) perform(found_.plan);
            }
        }
        return true;
    }

    LocalSearch& search_;
    SearchState& state_;
    const SearchSpace& space_;
    const Options& options_;
    Random& random_;
    MoveContext<Distances> context_;
    Candidate found_;
    float tolerance_;
    int sweep_ = 0;
    int moves_ = 0;
    int looked_at_ = 0;
};

bool LocalSearch::run(const SearchSpace& space, const PenaltyWeights& weights, Random& random,
                      const Options& options, Individual& individual) {
    const bool finished = space.with_distances([&](const auto& distances) {
        using Distances = std::decay_t<decltype(distances)>;
        return Run<Distances>(*this, space, distances, weights, random, options)(individual);
    });
    store(space, individual);
    return finished;
}

// Routes are stored in the order of their barycentres around the depot, so that near routes stay
// together in the giant tour. Without coordinates, they are sorted by the mean number of their
// customers (customers are numbered along a chain of near ones).
void LocalSearch::store(const SearchSpace& space, Individual& individual) {
    placed_routes_.clear();
    for (int r = 0; r < state_.fleet(); ++r) {
        if (state_.route(r).size == 0) continue;
        double x = 0;
        double y = 0;
        double number = 0;
        for (const int c : state_.visits(r)) {
            number += c;
            if (!space.has_points()) continue;
            x += space.point(c).x;
            y += space.point(c).y;
        }
        const double size = state_.route(r).size;
        const double place = space.has_points() ? std::atan2(y / size - space.point(0).y,
                                                             x / size - space.point(0).x)
                                                : number / size;
        placed_routes_.emplace_back(place, r);
    }
    std::sort(placed_routes_.begin(), placed_routes_.end());
    individual.tour.clear();
    individual.route_begin.assign(1, 0);
    for (const auto& [place, r] : placed_routes_) {
        const auto visits = state_.visits(r);
        individual.tour.insert(individual.tour.end(), visits.begin(), visits.end());
        individual.route_begin.push_back(static_cast<int>(individual.tour.size()));
    }
    individual.evaluate(space);
}

Improver::Improver(const Instance& instance, const NeighborLists& neighbors)
    : space_(instance, neighbors) {}

std::optional<Solution> Improver::improve(std::span<const Route> routes, Random& random,
                                          const StopRule* stop) {
    const Instance& instance = space_.instance();
    std::vector<Route> given(routes.begin(), routes.end());
    std::optional<Solution> best;
    if (check(instance, given).feasible()) best = make_solution(instance, std::move(given));
    PenaltyWeights weights = initial_penalties(space_);
    from_routes(space_, routes, individual_);
    if (individual_.routes() > space_.fleet()) split_(space_, weights, individual_);
    for (int round = 0; round < repair_rounds; ++round) {
        const bool finished = search_.run(space_, weights, random, {true, stop}, individual_);
        if (individual_.feasible()) {
            Solution found = make_solution(instance, to_routes(space_, individual_));
            if (!best || found.cost < best->cost) best = std::move(found);
            break;
        }
        if (!finished) break;
        weights = weights.times(10);
    }
    return best;
}

std::optional<Solution> improve(const Instance& instance, const NeighborLists& neighbors,
                                std::span<const Route> routes, std::uint64_t seed,
                                const StopRule* stop) {
    Random random(seed);
    return Improver(instance, neighbors).improve(routes, random, stop);
}

}  // namespace odgear::hgs
