// Search spaces and loaded states of every kind, for the property tests of the moves.
#pragma once

#include <rapidcheck.h>

#include <memory>
#include <vector>

#include "odgear/hgs/individual.hpp"
#include "odgear/hgs/moves/plan.hpp"
#include "odgear/hgs/search_space.hpp"
#include "odgear/spatial/neighbors.hpp"
#include "support/random_instances.hpp"

namespace odgear::hgs::testing {

// A random instance of one of these kinds, its space, and routes of any loads and lengths.
struct Case {
    std::unique_ptr<Instance> instance;
    std::unique_ptr<SearchSpace> space;
    PenaltyWeights weights;
    Individual individual;
};

inline Case random_case(Random& random, int customers) {
    odgear::testing::InstanceShape shape;
    shape.customers = customers;
    shape.capacity = random.between(10, 40);
    shape.asymmetric = random.below(3) == 0;
    shape.integer_grid = random.below(4) == 0;
    shape.service_time = random.below(2) == 0 ? 0 : 0.1;
    if (random.below(2) == 0) {
        const double least = shape.asymmetric ? 4.0 : shape.integer_grid ? 14.2 : 2.9;
        shape.max_route_length = least + shape.service_time + 2 * random.unit();
    }
    Case made;
    made.instance = std::make_unique<Instance>(odgear::testing::random_instance(random, shape));
    made.space =
        std::make_unique<SearchSpace>(*made.instance, nearest_neighbors(*made.instance, 8));
    made.weights = {random.unit(), random.unit()};
    const int routes = random.between(1, made.space->fleet());
    from_routes(*made.space, odgear::testing::random_routes(random, *made.instance, routes),
                made.individual);
    return made;
}

// Penalised cost of routes in the space's numbers, from the instance alone.
inline double recomputed_cost(const Case& made, const std::vector<std::vector<int>>& routes) {
    const Instance& instance = *made.instance;
    double cost = 0;
    for (const auto& visits : routes) {
        Route route;
        Load load = 0;
        for (const int c : visits) {
            route.push_back(made.space->original(c));
            load += instance.demand(route.back());
        }
        const double distance = route_cost(instance, route);
        const double length = distance + instance.service_time() * double(route.size());
        cost +=
            distance + made.weights.load * double(std::max<Load>(0, load - instance.capacity()));
        if (instance.has_length_limit())
            cost += made.weights.length * std::max(0.0, length - instance.max_route_length());
    }
    return cost;
}

// A state with the case's routes, in a context for any distances.
template <class Distances>
class Loaded {
public:
    Loaded(const Case& made, const Distances& distances)
        : made_(made), context_{*made.space, distances, made.weights, state_, first_, second_} {
        state_.reset(*made.space);
        for (int r = 0; r < made.individual.routes(); ++r)
            state_.assign(*made.space, distances, made.weights, r, made.individual.route(r));
    }

    const MoveContext<Distances>& context() const { return context_; }
    SearchState& state() { return state_; }

    std::vector<std::vector<int>> routes() const {
        std::vector<std::vector<int>> all;
        for (int r = 0; r < state_.fleet(); ++r) {
            const auto visits = state_.visits(r);
            all.emplace_back(visits.begin(), visits.end());
        }
        return all;
    }
    double recomputed() const { return recomputed_cost(made_, routes()); }

    // The state equals a freshly built one.
    void assert_consistent() const {
        Loaded fresh(made_, context_.distances);
        fresh.state_.reset(*made_.space);
        for (int r = 0; r < state_.fleet(); ++r)
            fresh.state_.assign(*made_.space, context_.distances, made_.weights, r,
                                state_.visits(r));
        std::vector<int> seen(std::size_t(made_.space->nodes()), 0);
        for (int r = 0; r < state_.fleet(); ++r) {
            RC_ASSERT(fresh.state_.route(r).load == state_.route(r).load);
            RC_ASSERT(fresh.state_.route(r).distance == state_.route(r).distance);
            for (const int c : state_.visits(r)) {
                ++seen[std::size_t(c)];
                const CustomerState& a = state_.customer(c);
                const CustomerState& b = fresh.state_.customer(c);
                RC_ASSERT(a.previous == b.previous);
                RC_ASSERT(a.next == b.next);
                RC_ASSERT(a.after_next == b.after_next);
                RC_ASSERT(a.route == r);
                RC_ASSERT(a.position == b.position);
                RC_ASSERT(a.next_edge == b.next_edge);
                RC_ASSERT(a.load == b.load);
                RC_ASSERT(a.travelled == b.travelled);
                RC_ASSERT(a.reversed == b.reversed);
            }
        }
        for (int c = 1; c < made_.space->nodes(); ++c) RC_ASSERT(seen[std::size_t(c)] == 1);
    }

private:
    const Case& made_;
    SearchState state_;
    std::vector<int> first_;
    std::vector<int> second_;
    MoveContext<Distances> context_;
};

inline void assert_near(double a, double b, double tolerance = 2e-5) {
    RC_ASSERT(std::abs(a - b) <= tolerance);
}

}  // namespace odgear::hgs::testing
