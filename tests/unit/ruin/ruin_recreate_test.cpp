#include "odgear/ruin/ruin_recreate.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include "odgear/construct/savings.hpp"
#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"
#include "support/random_instances.hpp"
#include "support/stop_rules.hpp"

namespace odgear::ruin {
namespace {

using testing::iterations;
using testing::random_feasible_routes;
using testing::random_instance;

RC_GTEST_PROP(RuinRecreate, IsFeasibleAndNeverWorse, (std::uint64_t seed)) {
    Random random(seed);
    const Instance instance = random_instance(
        random, {.customers = random.between(1, 100), .asymmetric = random.below(3) == 0});
    const Solution start = make_solution(instance, random_feasible_routes(random, instance));
    const Solution result =
        ruin_recreate(instance, nearest_neighbors(instance, 20), start, {}, iterations(200), seed);
    RC_ASSERT(check(instance, result).summary() == "");
    RC_ASSERT(result.cost <= start.cost + 1e-9);
}

RC_GTEST_PROP(RuinRecreate, KeepsTheFleetLimit, (std::uint64_t seed)) {
    Random random(seed);
    InstanceData data = random_instance(random, {.customers = random.between(10, 100)}).data();
    const Instance free(data);
    const Solution start = make_solution(free, random_feasible_routes(random, free));
    data.max_vehicles = int(start.routes.size());
    const Instance limited(data);
    const Solution result =
        ruin_recreate(limited, nearest_neighbors(limited, 20), start, {}, iterations(500), seed);
    RC_ASSERT(check(limited, result).summary() == "");
}

// Every metric has its own code for distances; the costs must be those of the instance.
TEST(RuinRecreate, StatesTheInstancesCostUnderEveryMetric) {
    for (const Metric metric : {Metric::euclidean, Metric::manhattan, Metric::maximum,
                                Metric::geographical, Metric::pseudo_euclidean, Metric::haversine})
        for (const Rounding rounding :
             {Rounding::none, Rounding::nearest, Rounding::up, Rounding::down}) {
            Random random(3);
            InstanceData data = random_instance(random, {.customers = 60}).data();
            for (Point& p : data.points) p = {p.x * 50, p.y * 50};
            data.rule = {metric, rounding, 10};
            const Instance instance(std::move(data));
            const NeighborLists lists = nearest_neighbors(instance, 20);
            const Solution start = savings(instance, lists);
            double announced = start.cost;
            const Solution result =
                ruin_recreate(instance, lists, start, {}, iterations(2000), 1,
                              [&](const Progress& p) { announced = p.best_cost; });
            EXPECT_TRUE(check(instance, result).feasible()) << name_of(metric);
            EXPECT_NEAR(announced, result.cost, 1e-6 * result.cost) << name_of(metric);
        }
}

TEST(RuinRecreate, ImprovesOnSavings) {
    Random random(1);
    const Instance instance = random_instance(random, {.customers = 200});
    const NeighborLists lists = nearest_neighbors(instance, 40);
    const Solution start = savings(instance, lists);
    const Solution result = ruin_recreate(instance, lists, start, {}, iterations(20'000), 1);
    EXPECT_LT(result.cost, 0.97 * start.cost);
}

TEST(RuinRecreate, SolvesATspWithItsOneRoute) {
    Random random(2);
    InstanceData data = random_instance(random, {.customers = 99}).data();
    data.problem = Problem::tsp;
    const Instance instance(std::move(data));
    const NeighborLists lists = nearest_neighbors(instance, 20);
    const Solution start = savings(instance, lists);
    const Solution result = ruin_recreate(instance, lists, start, {}, iterations(20'000), 1);
    EXPECT_TRUE(check(instance, result).feasible());
    EXPECT_LT(result.cost, start.cost);
}

TEST(RuinRecreate, IsDeterministicByIterations) {
    Random random(1);
    const Instance instance = random_instance(random, {.customers = 150});
    const NeighborLists lists = nearest_neighbors(instance, 20);
    const Solution start = savings(instance, lists);
    const auto run = [&](std::uint64_t seed) {
        return ruin_recreate(instance, lists, start, {}, iterations(3000), seed);
    };
    EXPECT_EQ(run(5), run(5));
    EXPECT_NE(run(5), run(6));
}

TEST(RuinRecreate, ObeysEveryStopRule) {
    Random random(1);
    const Instance instance = random_instance(random, {.customers = 100});
    const NeighborLists lists = nearest_neighbors(instance, 20);
    const Solution start = savings(instance, lists);
    const double unit = mean_arc_cost(instance, start);
    const auto run = [&](const StopRule& stop) {
        return anneal(instance, lists, start, {}, {unit, 0.01 * unit}, stop, 1);
    };
    EXPECT_EQ(run(iterations(77)).iterations, 77);
    StopRule stop;
    stop.target = start.cost;
    EXPECT_EQ(run(stop).iterations, 0);
    stop = {};
    stop.no_improvement = 50;
    EXPECT_GE(run(stop).iterations, 50);
    stop = {};
    StopFlag flag;
    flag.raise();
    stop.flag = &flag;
    EXPECT_EQ(run(stop).iterations, 0);
    stop = {};
    stop.seconds = 0;
    EXPECT_EQ(run(stop).iterations, 0);
}

// A far town of three customers, a near one of five on the way, vehicles for four. The vehicle of
// the far town can find its fourth customer only on its way to the depot, because no neighbour list
// contains it.
TEST(RuinRecreate, FillsRoutesOnTheirWayToTheDepot) {
    InstanceData data;
    data.points = {{0, 0},  {100, 0}, {101, 0}, {102, 0}, {50, 0},
                   {50, 1}, {51, 0},  {51, 1},  {52, 1}};
    data.demands = {0, 1, 1, 1, 1, 1, 1, 1, 1};
    data.capacity = 4;
    const Instance instance(std::move(data));
    const NeighborLists lists = nearest_neighbors(instance, 2);
    const Solution start = make_solution(instance, {{1, 2, 3}, {4, 5, 6, 7}, {8}});
    const auto routes = [&](double leg_rate) {
        return ruin_recreate(instance, lists, start, {.leg_rate = leg_rate}, iterations(2000), 1)
            .routes.size();
    };
    EXPECT_EQ(routes(0), 3u);
    EXPECT_EQ(routes(0.03), 2u);
}

// One route visits two towns, and another town lies between them. No neighbour list leads from one
// to the other, so only a look at the whole first route finds the position.
TEST(RuinRecreate, FindsPlacesBetweenFarCustomersOfARoute) {
    InstanceData data;
    data.points = {{0, 0}, {100, 0}, {101, 0}, {100, 100}, {101, 100}, {100, 50}, {100, 51}};
    data.demands = {0, 1, 1, 1, 1, 1, 1};
    data.capacity = 6;
    const Instance instance(std::move(data));
    const NeighborLists lists = nearest_neighbors(instance, 5);
    const Solution start = make_solution(instance, {{1, 2, 4, 3}, {5, 6}});
    const auto routes = [&](double wide_rate) {
        const Parameters parameters{.neighbors = 1, .leg_rate = 0, .wide_rate = wide_rate};
        return ruin_recreate(instance, lists, start, parameters, iterations(2000), 1).routes.size();
    };
    EXPECT_EQ(routes(0), 2u);
    EXPECT_EQ(routes(0.1), 1u);
}

TEST(RuinRecreate, RejectsInfeasibleStartsAndNonsense) {
    Random random(1);
    const Instance instance = random_instance(random, {});
    const NeighborLists lists = nearest_neighbors(instance, 10);
    Solution start = savings(instance, lists);
    for (const Parameters& wrong :
         {Parameters{.mean_removed = 0}, Parameters{.longest_string = 0},
          Parameters{.split_rate = 2}, Parameters{.split_depth = 0}, Parameters{.blink_rate = 1},
          Parameters{.leg_rate = 2}, Parameters{.wide_rate = -1}, Parameters{.neighbors = 0},
          Parameters{.initial_temperature = 0.001}, Parameters{.polish_neighbors = -1}})
        EXPECT_THROW(ruin_recreate(instance, lists, start, wrong, iterations(1), 1),
                     ConfigurationError);
    start.routes.pop_back();
    EXPECT_THROW(ruin_recreate(instance, lists, start, {}, iterations(1), 1), ConfigurationError);
}

}  // namespace
}  // namespace odgear::ruin
