#include "odgear/expert/route_tours.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <rapidcheck/gtest.h>

#include "odgear/core/check.hpp"
#include "odgear/expert/rounds.hpp"
#include "support/random_instances.hpp"
#include "support/stop_rules.hpp"

namespace odgear::expert {
namespace {

using testing::iterations;
using testing::random_feasible_routes;
using testing::random_instance;
using testing::random_routes;

Route sorted(Route route) {
    std::sort(route.begin(), route.end());
    return route;
}

RC_GTEST_PROP(RouteTours, KeepEachRoutesCustomersAndMakeNoneLonger, (std::uint64_t seed)) {
    Random random(seed);
    const Instance instance = random_instance(random, {.customers = random.between(1, 120),
                                                       .capacity = 2000,
                                                       .integer_grid = random.below(3) == 0});
    const std::vector<Route> before = random_routes(random, instance, random.between(1, 5));
    const RouteTourParameters parameters{.kicks = double(random.below(4))};
    std::vector<Route> after = before;
    const double gain = shorten_routes(instance, after, parameters, {}, seed);
    RC_ASSERT(after.size() == before.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
        RC_ASSERT(sorted(after[i]) == sorted(before[i]));
        RC_ASSERT(solution_cost(instance, {after[i]}) <=
                  solution_cost(instance, {before[i]}) + 1e-9);
    }
    const double change = solution_cost(instance, before) - solution_cost(instance, after);
    RC_ASSERT(std::abs(change - gain) < 1e-6);
    std::vector<Route> again = before;
    shorten_routes(instance, again, parameters, {}, seed);
    RC_ASSERT(again == after);
}

TEST(RouteTours, AreForLongRoutesAndSymmetricDistances) {
    Random random(1);
    const Instance symmetric = random_instance(random, {.customers = 100});
    const Instance asymmetric = random_instance(random, {.customers = 100, .asymmetric = true});
    EXPECT_TRUE(routes_are_long(symmetric, 4, {.least_mean = 25}));
    EXPECT_FALSE(routes_are_long(symmetric, 5, {.least_mean = 25}));
    EXPECT_FALSE(routes_are_long(asymmetric, 4, {.least_mean = 25}));
}

TEST(RouteTours, LeaveTheRoutesWhenTimeIsUp) {
    Random random(1);
    const Instance instance = random_instance(random, {.customers = 100, .capacity = 2000});
    const std::vector<Route> before = random_routes(random, instance, 2);
    std::vector<Route> after = before;
    StopRule stop;
    stop.seconds = 0;
    EXPECT_EQ(shorten_routes(instance, after, {}, stop, 1), 0);
    EXPECT_EQ(after, before);
}

// One iteration of ruin and recreate cannot repair random routes, but the search for tours can.
TEST(RouteTours, EndTheAnnealingOfLongRoutes) {
    Random random(1);
    const Instance instance = random_instance(random, {.customers = 1200, .capacity = 2000});
    const Solution start = make_solution(instance, random_feasible_routes(random, instance));
    ASSERT_LE(start.routes.size(), 5U);
    Workers one(1);
    Workers two(2);
    double announced = 0;
    const RoundsResult result =
        anneal_in_rounds(instance, start, {}, iterations(1), one, 1,
                         [&](const Progress& p) { announced = p.best_cost; });
    EXPECT_LT(result.best.cost, 0.2 * start.cost);
    EXPECT_EQ(check(instance, result.best).summary(), "");
    EXPECT_DOUBLE_EQ(announced, result.best.cost);
    EXPECT_EQ(anneal_in_rounds(instance, start, {}, iterations(1), two, 1).best, result.best);
}

}  // namespace
}  // namespace odgear::expert
