#include "odgear/hgs/genetic.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "odgear/core/check.hpp"
#include "support/random_instances.hpp"
#include "support/stop_rules.hpp"

namespace odgear::hgs {
namespace {

using odgear::testing::InstanceShape;
using odgear::testing::iterations;
using odgear::testing::random_feasible_routes;
using odgear::testing::random_instance;
using odgear::testing::random_routes;

Parameters small() {
    Parameters parameters;
    parameters.min_population = 8;
    parameters.generation_size = 10;
    parameters.initial_factor = 2;
    return parameters;
}

// The optimum by dynamic programming over sets of customers: the best route for each set, then the
// best partition into at most max_vehicles sets.
double optimum(const Instance& instance) {
    const int n = instance.customers();
    const std::size_t sets = std::size_t{1} << n;
    const double infinity = std::numeric_limits<double>::infinity();
    std::vector<double> path(sets * std::size_t(n), infinity);
    std::vector<double> route(sets, infinity);
    for (std::size_t set = 1; set < sets; ++set) {
        Load load = 0;
        for (int c = 0; c < n; ++c)
            if (set >> c & 1) load += instance.demand(c + 1);
        for (int last = 0; last < n; ++last) {
            if (!(set >> last & 1)) continue;
            double& best = path[set * std::size_t(n) + std::size_t(last)];
            const std::size_t rest = set & ~(std::size_t{1} << last);
            if (rest == 0) best = instance.distance(0, last + 1);
            for (int c = 0; c < n; ++c)
                if (rest >> c & 1)
                    best = std::min(best, path[rest * std::size_t(n) + std::size_t(c)] +
                                              instance.distance(c + 1, last + 1));
            const double closed = best + instance.distance(last + 1, 0);
            const double length = closed + instance.service_time() * std::popcount(set);
            if (load <= instance.capacity() && length <= instance.max_route_length())
                route[set] = std::min(route[set], closed);
        }
    }
    const int vehicles = std::min(instance.max_vehicles(), n);
    std::vector<double> covered(sets, infinity);
    covered[0] = 0;
    for (int k = 0; k < vehicles; ++k) {
        std::vector<double> next = covered;
        for (std::size_t set = 1; set < sets; ++set)
            for (std::size_t part = set; part != 0; part = (part - 1) & set)
                next[set] = std::min(next[set], covered[set ^ part] + route[part]);
        if (next == covered) break;
        covered = next;
    }
    return covered[sets - 1];
}

void expect_optimum(const InstanceShape& shape, std::uint64_t seed) {
    Random random(seed);
    const Instance instance = random_instance(random, shape);
    SCOPED_TRACE(std::to_string(seed) + ": capacity " + std::to_string(shape.capacity) +
                 ", asymmetric " + std::to_string(shape.asymmetric) + ", grid " +
                 std::to_string(shape.integer_grid) + ", length " +
                 std::to_string(shape.max_route_length));
    const double best = optimum(instance);
    const Result result = solve(instance, small(), {}, iterations(3000), seed);
    if (best == std::numeric_limits<double>::infinity()) {
        EXPECT_FALSE(result.best.has_value());
        return;
    }
    ASSERT_TRUE(result.best.has_value());
    EXPECT_TRUE(check(instance, *result.best).feasible());
    EXPECT_NEAR(result.best->cost, best, 1e-6);
}

TEST(Genetic, SolvesSmallInstancesToTheOptimum) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        expect_optimum({.customers = 9, .capacity = 20}, seed);
        expect_optimum({.customers = 9, .capacity = 20, .asymmetric = true}, seed);
        expect_optimum({.customers = 9, .capacity = 20, .integer_grid = true}, seed);
        expect_optimum({.customers = 9, .max_route_length = 3.2, .service_time = 0.05}, seed);
        expect_optimum({.customers = 8, .capacity = 30, .max_vehicles = 3}, seed);
        expect_optimum({.customers = 1, .capacity = 30}, seed);
        expect_optimum({.customers = 2, .capacity = 12}, seed);
    }
}

TEST(Genetic, SolvesTravellingSalesmanProblems) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        Random random(seed);
        InstanceData data = random_instance(random, {.customers = 9}).data();
        data.problem = Problem::tsp;
        const Instance instance(std::move(data));
        const Result result = solve(instance, small(), {}, iterations(100), seed);
        ASSERT_TRUE(result.best.has_value());
        EXPECT_EQ(result.best->routes.size(), 1u);
        EXPECT_NEAR(result.best->cost, optimum(instance), 1e-6);
    }
}

TEST(Genetic, SameSeedSameAnswer) {
    Random random(3);
    const Instance instance = random_instance(random, {.customers = 60});
    const Result one = solve(instance, small(), {}, iterations(150), 9);
    Workspace used;
    Random other(4);
    solve(random_instance(other, {.customers = 80, .asymmetric = true}), small(), {},
          iterations(60), 1, {}, &used);
    const Result two = solve(instance, small(), {}, iterations(150), 9, {}, &used);
    ASSERT_TRUE(one.best && two.best);
    EXPECT_EQ(*one.best, *two.best);
    EXPECT_EQ(one.iterations, 150);
    const Result three = solve(instance, small(), {}, iterations(150), 10);
    EXPECT_TRUE(three.best.has_value());
}

TEST(Genetic, ABatchIsTheSameInAnyOrderOfWork) {
    Random random(5);
    const Instance instance = random_instance(random, {.customers = 60});
    Parameters parameters = small();
    parameters.batch = 8;
    const ForEach backwards = [](std::size_t count, const auto& task) {
        while (count-- > 0) task(count);
    };
    // Not a multiple of the batch, so the last batch is cut.
    const Result one = solve(instance, parameters, {}, iterations(150), 9);
    const Result two = solve(instance, parameters, {}, iterations(150), 9, {}, nullptr, backwards);
    ASSERT_TRUE(one.best && two.best);
    EXPECT_EQ(*one.best, *two.best);
    EXPECT_EQ(one.iterations, 150);
    EXPECT_EQ(two.iterations, 150);
}

TEST(Genetic, NeverWorseThanTheBestWarmStart) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        Random random(seed);
        const Instance instance = random_instance(random, {.customers = 40});
        const Result good = solve(instance, small(), {}, iterations(120), seed);
        std::vector<std::vector<Route>> given{random_routes(random, instance, 4), good.best->routes,
                                              random_feasible_routes(random, instance)};
        for (const std::int64_t count : {0, 1, 20}) {
            const Result result = solve(instance, small(), given, iterations(count), seed);
            ASSERT_TRUE(result.best.has_value());
            EXPECT_LE(result.best->cost, good.best->cost);
            EXPECT_TRUE(check(instance, *result.best).feasible());
        }
    }
}

TEST(Genetic, ImprovesAnInfeasibleWarmStart) {
    Random random(5);
    const Instance instance = random_instance(random, {.customers = 40});
    const std::vector<std::vector<Route>> given{random_routes(random, instance, 2)};
    const Result result = solve(instance, small(), given, iterations(40), 1);
    ASSERT_TRUE(result.best.has_value());
    EXPECT_TRUE(check(instance, *result.best).feasible());
}

TEST(Genetic, RestartsAfterTooLongWithoutImprovement) {
    Random random(6);
    const Instance instance = random_instance(random, {.customers = 8});
    Parameters parameters = small();
    parameters.restart_after = 50;
    const Result result = solve(instance, parameters, {}, iterations(500), 1);
    EXPECT_GE(result.restarts, 3);
}

TEST(Genetic, HonoursEveryStopRule) {
    Random random(7);
    const Instance instance = random_instance(random, {.customers = 30});
    StopRule stop;
    stop.no_improvement = 100;
    EXPECT_GE(solve(instance, small(), {}, stop, 1).iterations, 100);
    stop = {};
    const double cost = solve(instance, small(), {}, iterations(200), 1).best->cost;
    stop.target = cost * 1.1;
    EXPECT_LE(solve(instance, small(), {}, stop, 2).best->cost, cost * 1.1);
    StopFlag flag;
    flag.raise();
    stop = {};
    stop.flag = &flag;
    EXPECT_EQ(solve(instance, small(), {}, stop, 1).iterations, 0);
}

TEST(Genetic, TellsOfImprovementsInFallingOrder) {
    Random random(8);
    const Instance instance = random_instance(random, {.customers = 50});
    double last = std::numeric_limits<double>::infinity();
    int heard = 0;
    int idle = 0;
    const Result result =
        solve(instance, small(), {}, iterations(300), 1, [&](const Progress& progress) {
            EXPECT_EQ(progress.stage, "hgs");
            if (progress.improved) {
                EXPECT_LT(progress.best_cost, last);
                last = progress.best_cost;
                ++heard;
            } else {
                ++idle;
            }
        });
    EXPECT_GT(heard, 0);
    EXPECT_GT(idle, 0);
    EXPECT_EQ(last, result.best->cost);
}

TEST(Genetic, WorksWithoutMatrixAndBeyondItsThreshold) {
    Random random(9);
    const Instance instance = random_instance(random, {.customers = 2100});
    ASSERT_EQ(instance.matrix(), nullptr);
    const Result result = solve(instance, small(), {}, iterations(1), 1);
    if (result.best) {
        EXPECT_TRUE(check(instance, *result.best).feasible());
    }
    EXPECT_EQ(result.iterations, 1);
}

// A phase gets a feasible solution of the population at fixed intervals, and its result takes part
// in the search.
TEST(Genetic, PhasesImproveTheElite) {
    Random random(31);
    const Instance instance = random_instance(random, {.customers = 120});
    const Solution gift = *solve(instance, small(), {}, iterations(1000), 1).best;
    std::vector<std::uint64_t> seeds;
    const Phase phase{50, [&](const Solution& elite, std::uint64_t seed) {
                          EXPECT_TRUE(check(instance, elite).feasible());
                          seeds.push_back(seed);
                          return gift.routes;
                      }};
    const auto run = [&] {
        return solve(instance, small(), {}, iterations(120), 2, {}, nullptr, {}, phase);
    };
    ASSERT_GT(solve(instance, small(), {}, iterations(120), 2).best->cost, gift.cost);
    const Result first = run();
    EXPECT_EQ(seeds.size(), 2U);
    EXPECT_NE(seeds[0], seeds[1]);
    EXPECT_LE(first.best->cost, gift.cost);
    EXPECT_EQ(first.iterations, 120);
    EXPECT_EQ(run().best, first.best);
}

}  // namespace
}  // namespace odgear::hgs
