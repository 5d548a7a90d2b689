#include "odgear/construct/savings.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <cmath>

#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"
#include "support/random_instances.hpp"

namespace odgear {
namespace {

using testing::InstanceShape;
using testing::random_instance;

// A random combination of all features that the construction must respect. Without a fleet limit a
// solution always exists and must be found.
InstanceShape random_shape(Random& random) {
    InstanceShape shape;
    shape.customers = random.between(1, 120);
    shape.max_demand = random.between(1, 20);
    shape.capacity = shape.max_demand + random.between(0, 100);
    shape.asymmetric = random.below(3) == 0;
    shape.integer_grid = random.below(3) == 0;
    if (random.below(3) == 0) {
        shape.service_time = random.unit();
        const double farthest = shape.asymmetric ? 4 : shape.integer_grid ? 15 : 3;
        shape.max_route_length = farthest + shape.service_time + random.unit() * 10;
    }
    return shape;
}

Instance random_tsp(Random& random, int cities, bool asymmetric) {
    InstanceData data =
        random_instance(random, {.customers = cities - 1, .asymmetric = asymmetric}).data();
    data.problem = Problem::tsp;
    return Instance(std::move(data));
}

void expect_feasible(const Instance& instance, const Solution& solution) {
    const CheckReport report = check(instance, solution);
    RC_ASSERT(report.summary() == "");
}

TEST(Savings, IsFeasibleOnThousandsOfShapes) {
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
        Random random(seed);
        const Instance instance = random_instance(random, random_shape(random));
        const NeighborLists lists = nearest_neighbors(instance, random.between(1, 30));
        const CheckReport report = check(instance, savings(instance, lists));
        ASSERT_TRUE(report.feasible()) << "seed " << seed << ": " << report.summary();
    }
}

// Two customers next to each other, far from the depot, and one on the other side: one merger pays.
TEST(Savings, JoinsByTheLargestSaving) {
    InstanceData data;
    data.points = {{0, 0}, {10, 0}, {10, 1}, {-10, 0}};
    data.demands = {0, 1, 1, 1};
    data.capacity = 2;
    const Instance instance(std::move(data));
    const Solution solution = savings(instance, nearest_neighbors(instance, 3));
    EXPECT_EQ(canonical(instance, solution).routes, (std::vector<Route>{{1, 2}, {3}}));
    EXPECT_NEAR(solution.cost, 10 + 1 + std::sqrt(101.0) + 20, 1e-12);
}

// Only the arc 2 -> 1 is cheap, so that is the direction of the route.
TEST(Savings, FollowsTheDirectionOfAnAsymmetricMatrix) {
    InstanceData data;
    data.rule.metric = Metric::matrix;
    data.matrix = {0, 5, 5, 5, 0, 9, 5, 1, 0};
    data.demands = {0, 1, 1};
    data.capacity = 2;
    const Instance instance(std::move(data));
    const Solution solution = savings(instance, nearest_neighbors(instance, 2));
    EXPECT_EQ(solution.routes, (std::vector<Route>{{2, 1}}));
    EXPECT_DOUBLE_EQ(solution.cost, 11);
}

// One route takes the whole circle around the depot. Ends that are not in each other's short lists
// must be joined nevertheless.
TEST(Savings, JoinsEndsBeyondTheNeighbourLists) {
    InstanceData data;
    data.points.push_back({0, 0});
    for (int cluster = 0; cluster < 6; ++cluster)
        for (int i = 0; i < 5; ++i)
            data.points.push_back(
                {100 * std::cos(cluster * 0.1) + i * 0.01, 100 * std::sin(cluster * 0.1)});
    data.demands.assign(data.points.size(), 1);
    data.demands[0] = 0;
    data.capacity = 1000;
    const Instance instance(std::move(data));
    EXPECT_EQ(savings(instance, nearest_neighbors(instance, 2)).routes.size(), 1u);
}

RC_GTEST_PROP(Savings, MakesOneTourOfATsp, (std::uint64_t seed)) {
    Random random(seed);
    const Instance instance = random_tsp(random, random.between(2, 200), random.below(2) == 0);
    const Solution tour = savings(instance, nearest_neighbors(instance, random.between(1, 10)));
    expect_feasible(instance, tour);
    RC_ASSERT(tour.routes.size() == 1u);
}

// There are more ends than the construction compares in pairs, so its sparse rounds run.
TEST(Savings, MakesOneTourOfALargeTspFromTinyLists) {
    Random random(5);
    const Instance instance = random_tsp(random, 12'000, false);
    const Solution tour = savings(instance, nearest_neighbors(instance, 1));
    EXPECT_TRUE(check(instance, tour).feasible());
    // Savings tours are some 12 % above the optimum, about 0.7124 sqrt(N A) here.
    EXPECT_LT(tour.cost, 0.7124 * std::sqrt(12'000.0) * 1.25);
}

RC_GTEST_PROP(Savings, IsNoWorseThanOneRouteForEachCustomer, (std::uint64_t seed)) {
    Random random(seed);
    const Instance instance = random_instance(random, random_shape(random));
    double alone = 0;
    for (int c = 1; c < instance.nodes(); ++c)
        alone += instance.distance(0, c) + instance.distance(c, 0);
    RC_ASSERT(savings(instance, nearest_neighbors(instance, 8)).cost <= alone + 1e-9);
}

RC_GTEST_PROP(Savings, IsDeterministic, (std::uint64_t seed)) {
    Random random(seed);
    InstanceShape shape = random_shape(random);
    const Instance instance = random_instance(random, shape);
    const NeighborLists lists = nearest_neighbors(instance, 8);
    RC_ASSERT(savings(instance, lists) == savings(instance, lists));
}

TEST(Savings, RejectsNonsenseParameters) {
    Random random(1);
    const Instance instance = random_instance(random, {});
    const NeighborLists lists = nearest_neighbors(instance, 8);
    EXPECT_THROW(savings(instance, lists, {.shape = 0}), ConfigurationError);
    EXPECT_THROW(savings(instance, lists, {.repair_effort = -1}), ConfigurationError);
}

}  // namespace
}  // namespace odgear
