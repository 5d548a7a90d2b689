#include "odgear/hgs/individual.hpp"

#include <gtest/gtest.h>

#include "odgear/spatial/neighbors.hpp"
#include "support/random_instances.hpp"

namespace odgear::hgs {
namespace {

// Depot at 0, customers at 1, 2, 3, 4 on a line; unit demands, capacity 2.
Instance line(double max_length = no_length_limit, double service = 0) {
    InstanceData data;
    data.points = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}};
    data.demands = {0, 1, 1, 1, 1};
    data.capacity = 2;
    data.max_route_length = max_length;
    data.service_time = service;
    return Instance(std::move(data));
}

Individual from(const SearchSpace& space, const std::vector<Route>& routes) {
    Individual individual;
    from_routes(space, routes, individual);
    individual.evaluate(space);
    return individual;
}

TEST(Individual, CountsDistanceAndExcess) {
    const Instance instance = line(9, 1);
    const SearchSpace space(instance, nearest_neighbors(instance, 4));
    const Individual all = from(space, {{1, 2, 3, 4}});
    EXPECT_DOUBLE_EQ(all.distance, 8);
    EXPECT_EQ(all.excess_load, 2);
    EXPECT_NEAR(all.excess_length, 3, 1e-4);  // 8 + 4 * 1 - 9
    EXPECT_FALSE(all.feasible());
    EXPECT_NEAR(all.penalized({10, 100}), 8 + 20 + 300, 1e-2);
    const Individual two = from(space, {{1, 2}, {}, {4, 3}});
    EXPECT_EQ(two.routes(), 2);
    EXPECT_DOUBLE_EQ(two.distance, 12);
    EXPECT_EQ(two.excess_load, 0);
    EXPECT_NEAR(two.excess_length, 1, 1e-4);
}

TEST(Individual, RoutesComeBackAsTheyWere) {
    const Instance instance = line();
    const SearchSpace space(instance, nearest_neighbors(instance, 4));
    const std::vector<Route> routes{{2, 1}, {4, 3}};
    EXPECT_EQ(to_routes(space, from(space, routes)), routes);
}

TEST(Individual, RepeatedUnknownAndMissingCustomersAreMended) {
    const Instance instance = line();
    const SearchSpace space(instance, nearest_neighbors(instance, 4));
    const std::vector<Route> expected{{2, 1}, {3}, {4}};
    EXPECT_EQ(to_routes(space, from(space, {{2, 1, 2}, {9, 0, -1}, {1, 3}})), expected);
}

TEST(BrokenPairs, CountsChangedNeighbours) {
    const Instance instance = line();
    const SearchSpace space(instance, nearest_neighbors(instance, 4));
    const Individual a = from(space, {{1, 2}, {3, 4}});
    EXPECT_EQ(broken_pairs_distance(a, a, true), 0);
    // The other direction is the same solution, unless direction counts.
    const Individual turned = from(space, {{2, 1}, {4, 3}});
    EXPECT_EQ(broken_pairs_distance(a, turned, true), 0);
    EXPECT_GT(broken_pairs_distance(a, turned, false), 0);
    // 1-2-3-4 against 1-2, 3-4: customer 2 has lost its successor's edge to the depot (its next is
    // 3 in one, the depot in the other), and 3 is first in `a` but inside the other.
    const Individual joined = from(space, {{1, 2, 3, 4}});
    EXPECT_DOUBLE_EQ(broken_pairs_distance(a, joined, true), 2.0 / 4);
    EXPECT_DOUBLE_EQ(broken_pairs_distance(joined, a, true), 1.0 / 4);
}

}  // namespace
}  // namespace odgear::hgs
