#include "odgear/expert/expert.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <array>
#include <string>
#include <vector>

#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/expert/local_optimum.hpp"
#include "support/random_instances.hpp"
#include "support/stop_rules.hpp"

namespace odgear::expert {
namespace {

using testing::iterations;
using testing::random_feasible_routes;
using testing::random_instance;

// Forces each of the two searches, whatever the size of the instance.
constexpr int always_hgs = 1'000'000;
constexpr int never_hgs = 0;

RC_GTEST_PROP(Expert, NeverReturnsWorseThanAWarmStart, (std::uint64_t seed)) {
    Random random(seed);
    const Instance instance = random_instance(
        random, {.customers = random.between(1, 60), .asymmetric = random.below(3) == 0});
    std::array<Solution, 2> warm;
    for (Solution& solution : warm)
        solution = make_solution(instance, random_feasible_routes(random, instance));
    for (const int limit : {always_hgs, never_hgs}) {
        const Result result =
            solve(instance, {.most_for_hgs = limit}, warm, iterations(20), Workers(1), seed);
        RC_ASSERT(result.best.has_value());
        RC_ASSERT(check(instance, *result.best).summary() == "");
        RC_ASSERT(result.best->cost <= std::min(warm[0].cost, warm[1].cost) + 1e-9);
    }
}

TEST(Expert, IsTheSameForAnyNumberOfThreads) {
    Random random(1);
    const Instance instance = random_instance(random, {.customers = 1000});
    for (const int limit : {always_hgs, never_hgs}) {
        const Parameters parameters{.most_for_hgs = limit};
        const StopRule stop = iterations(limit == always_hgs ? 3 : 20'000);
        const Result one = solve(instance, parameters, {}, stop, Workers(1), 5);
        const Result two = solve(instance, parameters, {}, stop, Workers(2), 5);
        ASSERT_TRUE(one.best.has_value());
        EXPECT_TRUE(check(instance, *one.best).feasible());
        EXPECT_EQ(one.best, two.best);
        EXPECT_EQ(one.iterations, two.iterations);
    }
}

TEST(Expert, IsTheSameForAnyNumberOfThreadsWithPhases) {
    Random random(6);
    const Instance instance = random_instance(random, {.customers = 150});
    Parameters parameters;
    parameters.phases = {.least_customers = 100, .interval = 20, .refine = {.part_size = 40}};
    const Result one = solve(instance, parameters, {}, iterations(180), Workers(1), 5);
    const Result two = solve(instance, parameters, {}, iterations(180), Workers(2), 5);
    ASSERT_TRUE(one.best.has_value());
    EXPECT_TRUE(check(instance, *one.best).feasible());
    EXPECT_EQ(one.best, two.best);
    parameters.phases.least_customers = 151;
    EXPECT_NE(solve(instance, parameters, {}, iterations(180), Workers(1), 5).best, one.best);
}

// An infeasible warm start is of no use, but does no harm either.
TEST(Expert, StartsByItselfWhenNoWarmStartIsFeasible) {
    Random random(2);
    const Instance instance = random_instance(random, {.customers = 50});
    const std::array warm{Solution{{{1, 2, 3}}, 0.1}};
    for (const int limit : {always_hgs, never_hgs}) {
        const Result result =
            solve(instance, {.most_for_hgs = limit}, warm, iterations(50), Workers(1), 1);
        ASSERT_TRUE(result.best.has_value());
        EXPECT_TRUE(check(instance, *result.best).feasible());
    }
}

// Under a time limit, annealed solutions found the population, and the observer is told of them
// first.
TEST(Expert, TellsOfItsFoundersBeforeThePopulation) {
    Random random(4);
    const Instance instance = random_instance(random, {.customers = 100});
    StopRule stop;
    stop.seconds = 1;
    std::vector<std::string> stages;
    const Result result = solve(instance, {}, {}, stop, Workers(1), 1, [&](const Progress& p) {
        if (stages.empty() || stages.back() != p.stage) stages.emplace_back(p.stage);
    });
    ASSERT_TRUE(result.best.has_value());
    ASSERT_FALSE(stages.empty());
    EXPECT_EQ(stages.front(), "ruin");
}

// Of several starts, the one with the best local optimum after one pass continues, even if it was
// not the cheapest start.
TEST(Expert, LetsTheStartsOfALargeInstanceCompete) {
    Random random(8);
    const Instance instance = random_instance(random, {.customers = 300});
    std::array<Solution, 2> warm;
    for (Solution& solution : warm)
        solution = make_solution(instance, random_feasible_routes(random, instance));
    const Parameters parameters{.most_for_hgs = never_hgs};
    Workers workers(1);
    LocalOptimumParameters one_pass = parameters.local_optimum;
    one_pass.passes = 1;
    std::vector<double> costs;
    for (const Solution& solution : warm)
        costs.push_back(local_optimum(instance, solution, one_pass, StopRule(), workers, 3).cost);
    const double best = std::min(costs[0], costs[1]);
    double told = 0;
    const Result result =
        solve(instance, parameters, warm, iterations(1), Workers(1), 3, [&](const Progress& p) {
            if (p.stage == "local search") told = p.best_cost;
        });
    EXPECT_EQ(result.starts, costs);
    EXPECT_LE(told, best);
    EXPECT_LE(result.best->cost, told);
    EXPECT_TRUE(solve(instance, parameters, std::span(warm).first(1), iterations(1), Workers(1), 3)
                    .starts.empty());
    EXPECT_LT(best, 0.6 * warm[0].cost);
}

TEST(Expert, LeavesStartsAsTheyAreWhereTimeIsShort) {
    Random random(9);
    const Instance instance = random_instance(random, {.customers = 100});
    StopRule stop = iterations(1);
    stop.seconds = 10;
    for (const double seconds : {1e-4, 1e-1}) {  // of processor time per customer
        bool improved = false;
        solve(instance, {.local_optimum_seconds = seconds, .most_for_hgs = never_hgs}, {}, stop,
              Workers(2), 1, [&](const Progress& p) { improved |= p.stage == "local search"; });
        EXPECT_EQ(improved, seconds < 1e-2);
    }
}

TEST(Expert, SolvesATsp) {
    Random random(3);
    InstanceData data = random_instance(random, {.customers = 80}).data();
    data.problem = Problem::tsp;
    const Instance instance(std::move(data));
    for (const int limit : {always_hgs, never_hgs}) {
        const Result result =
            solve(instance, {.most_for_hgs = limit}, {}, iterations(50), Workers(2), 1);
        ASSERT_TRUE(result.best.has_value());
        EXPECT_TRUE(check(instance, *result.best).feasible());
    }
}

TEST(Expert, NeedsAThread) {
    Random random(4);
    const Instance instance = random_instance(random, {});
    EXPECT_THROW(solve(instance, {}, {}, iterations(1), Workers(0), 1), ConfigurationError);
}

}  // namespace
}  // namespace odgear::expert
