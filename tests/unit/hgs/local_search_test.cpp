#include "odgear/hgs/local_search.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include "odgear/core/check.hpp"
#include "odgear/spatial/neighbors.hpp"
#include "support/random_instances.hpp"

namespace odgear::hgs {
namespace {

using odgear::testing::random_feasible_routes;
using odgear::testing::random_instance;
using odgear::testing::random_routes;

RC_GTEST_PROP(LocalSearch, LowersThePenalizedCostAndKeepsEveryCustomer, (std::uint64_t seed)) {
    Random random(seed);
    const Instance instance =
        random_instance(random, {.customers = random.between(1, 40),
                                 .asymmetric = random.below(3) == 0,
                                 .max_route_length = random.below(2) == 0 ? 6 : no_length_limit,
                                 .service_time = 0.1});
    const SearchSpace space(instance, nearest_neighbors(instance, 8));
    const PenaltyWeights weights = initial_penalties(space);
    Individual individual;
    from_routes(space, random_routes(random, instance, random.between(1, space.fleet())),
                individual);
    individual.evaluate(space);
    const double before = individual.penalized(weights);
    LocalSearch search;
    RC_ASSERT(search.run(space, weights, random, {}, individual));
    RC_ASSERT(individual.penalized(weights) <= before + 1e-4);
    RC_ASSERT(individual.routes() <= space.fleet());
    std::vector<int> seen(std::size_t(space.nodes()), 0);
    for (const int c : individual.tour) ++seen[std::size_t(c)];
    for (int c = 1; c < space.nodes(); ++c) RC_ASSERT(seen[std::size_t(c)] == 1);
    // A local optimum stays as it is.
    const double reached = individual.penalized(weights);
    RC_ASSERT(search.run(space, weights, random, {}, individual));
    RC_ASSERT(std::abs(individual.penalized(weights) - reached) < 1e-4);
}

TEST(LocalSearch, StopsWhenTheTimeIsOut) {
    Random random(1);
    const Instance instance = random_instance(random, {.customers = 600});
    const SearchSpace space(instance, nearest_neighbors(instance, 20));
    Individual individual;
    from_routes(space, random_feasible_routes(random, instance), individual);
    individual.evaluate(space);
    const double before = individual.penalized(initial_penalties(space));
    StopFlag flag;
    flag.raise();
    StopRule stop;
    stop.flag = &flag;
    LocalSearch search;
    EXPECT_FALSE(search.run(space, initial_penalties(space), random, {true, &stop}, individual));
    EXPECT_EQ(individual.tour.size(), 600u);
    EXPECT_LE(individual.penalized(initial_penalties(space)), before + 1e-4);
}

TEST(Improve, MakesInfeasibleRoutesFeasible) {
    Random random(2);
    const Instance instance = random_instance(random, {.customers = 60});
    const auto lists = nearest_neighbors(instance, 20);
    const auto solution = improve(instance, lists, random_routes(random, instance, 3), 7);
    ASSERT_TRUE(solution.has_value());
    EXPECT_TRUE(check(instance, *solution).feasible());
}

TEST(Improve, NeverReturnsWorseThanAFeasibleInput) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Random random(seed);
        const Instance instance = random_instance(random, {.customers = 30});
        const auto routes = random_feasible_routes(random, instance);
        const auto solution = improve(instance, nearest_neighbors(instance, 10), routes, seed);
        ASSERT_TRUE(solution.has_value());
        EXPECT_LE(solution->cost, solution_cost(instance, routes) + 1e-9);
        EXPECT_TRUE(check(instance, *solution).feasible());
    }
}

TEST(Improve, AnswersNothingWhereNothingFits) {
    // Three demands of 6 cannot be packed into two vehicles of 9, though the total of 18 could.
    InstanceData data;
    data.points = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
    data.demands = {0, 6, 6, 6};
    data.capacity = 9;
    data.max_vehicles = 2;
    const Instance instance(std::move(data));
    const std::vector<Route> routes{{1, 2}, {3}};
    EXPECT_FALSE(improve(instance, nearest_neighbors(instance, 3), routes, 1).has_value());
}

TEST(Improve, ManyRoutesAreBroughtWithinTheFleet) {
    Random random(4);
    const Instance instance =
        random_instance(random, {.customers = 20, .capacity = 60, .max_vehicles = 3});
    std::vector<Route> singles;
    for (int c = 1; c <= 20; ++c) singles.push_back({c});
    const auto solution = improve(instance, nearest_neighbors(instance, 10), singles, 1);
    ASSERT_TRUE(solution.has_value());
    EXPECT_TRUE(check(instance, *solution).feasible());
}

}  // namespace
}  // namespace odgear::hgs
