#include "odgear/solve/solve.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"
#include "support/random_instances.hpp"
#include "support/stop_rules.hpp"

namespace odgear {
namespace {

using testing::iterations;
using testing::random_instance;

TEST(Solve, EveryModeGivesAFeasibleSolution) {
    Random random(1);
    const Instance instance = random_instance(random, {.customers = 60});
    for (const Mode mode : {Mode::policy, Mode::expert, Mode::hybrid}) {
        const Result result = solve(instance, {.mode = mode, .threads = 1}, iterations(50));
        EXPECT_TRUE(check(instance, result.solution).feasible()) << name_of(mode);
    }
}

TEST(Solve, IsNeverWorseThanItsWarmStart) {
    Random random(2);
    const Instance instance = random_instance(random, {.customers = 50});
    const Result good = solve(instance, {.threads = 1}, iterations(300));
    Options options{.threads = 1, .warm_start = good.solution.routes};
    EXPECT_LE(solve(instance, options, iterations(0)).solution.cost, good.solution.cost);
}

TEST(Solve, HasAnAnswerWhenTheFlagIsUpFromTheStart) {
    Random random(3);
    const Instance instance = random_instance(random, {.customers = 200});
    StopFlag flag;
    flag.raise();
    StopRule stop;
    stop.flag = &flag;
    EXPECT_TRUE(check(instance, solve(instance, {}, stop).solution).feasible());
}

TEST(Solve, SolvesWhatHasNoCoordinatesAndWhatIsLimited) {
    Random random(4);
    const Instance matrix = random_instance(random, {.customers = 30, .asymmetric = true});
    EXPECT_TRUE(check(matrix, solve(matrix, {}, iterations(50)).solution).feasible());
    const Instance limited = random_instance(
        random,
        {.customers = 40, .max_route_length = 3.5, .service_time = 0.02, .max_vehicles = 30});
    EXPECT_TRUE(check(limited, solve(limited, {}, iterations(50)).solution).feasible());
}

TEST(Solve, TellsTheObserverAboutEachImprovement) {
    Random random(5);
    const Instance instance = random_instance(random, {.customers = 80});
    double last = std::numeric_limits<double>::infinity();
    const Result result = solve(instance, {.threads = 1}, iterations(200), [&](const Progress& p) {
        EXPECT_LE(p.best_cost, last);
        last = p.best_cost;
    });
    EXPECT_NEAR(last, result.solution.cost, 1e-6 * last);
}

// Also under a time limit, where the founders of the population are told of before it.
TEST(Solve, NeverTellsOfAWorseSolutionThanBefore) {
    Random random(7);
    const Instance instance = random_instance(random, {.customers = 60});
    StopRule stop;
    stop.seconds = 1;
    double last = std::numeric_limits<double>::infinity();
    const Result result = solve(instance, {.threads = 2}, stop, [&](const Progress& p) {
        EXPECT_LE(p.best_cost, last);
        EXPECT_EQ(p.improved, p.best_cost < last);
        last = p.best_cost;
    });
    EXPECT_NEAR(last, result.solution.cost, 1e-6 * last);
}

// Which stages find an answer before the expert begins, which is given no iteration.
std::set<std::string> stages_before_the_expert(int customers, double seconds, double target = 0) {
    Random random(6);
    const Instance instance = random_instance(random, {.customers = customers});
    StopRule stop;
    stop.seconds = seconds;
    stop.target = target;
    stop.iterations = 0;
    std::set<std::string> stages;
    solve(instance, {.threads = 1, .rollouts = 2}, stop,
          [&](const Progress& p) { stages.emplace(p.stage); });
    return stages;
}

TEST(Solve, AsksThePolicyWhereThereIsTime) {
    EXPECT_EQ(stages_before_the_expert(100, 20),
              (std::set<std::string>{"savings", "policy", "local search"}));
    EXPECT_EQ(stages_before_the_expert(1000, 20), (std::set<std::string>{"savings", "policy"}));
    EXPECT_EQ(stages_before_the_expert(3600, 3), std::set<std::string>{"savings"});
}

Result solve_large(double seconds, const std::string& model = "auto") {
    Random random(7);
    StopRule stop;
    stop.seconds = seconds;
    stop.iterations = 0;
    return solve(random_instance(random, {.customers = 3600}),
                 {.threads = 1, .model = model, .rollouts = 20}, stop);
}

TEST(Solve, DrawsFewWholeRolloutsWhereTheExpertAnneals) {
    EXPECT_EQ(solve_large(40).rollouts->count, 2);
}

TEST(Solve, SaysWhenThereIsTooLittleTimeForThePolicy) {
    const Result result = solve_large(3);
    EXPECT_FALSE(result.rollouts);
    ASSERT_EQ(result.notices.size(), 1U);
    EXPECT_THROW(solve_large(3, "no such model"), ConfigurationError);
}

// Savings are there when the clock has run out on the policy, and what is best is never lost.
TEST(Solve, GoesOnFromTheBetterOfSavingsAndPolicy) {
    Random random(7);
    const Instance instance = random_instance(random, {.customers = 900});
    std::map<std::string, double> told;
    const Result result = solve(instance, {.threads = 1}, iterations(1),
                                [&](const Progress& p) { told.emplace(p.stage, p.best_cost); });
    ASSERT_TRUE(told.contains("local search"));
    EXPECT_LT(told["local search"], told["policy"]);
    EXPECT_LE(result.solution.cost, told["local search"] + 1e-9);
}

TEST(Solve, DoesNotRollOutWhenTheTargetIsMetAlready) {
    EXPECT_EQ(stages_before_the_expert(100, 20, 1e12), std::set<std::string>{"savings"});
}

TEST(Options, NamesOfModesGoBothWays) {
    for (const Mode mode : {Mode::policy, Mode::expert, Mode::hybrid})
        EXPECT_EQ(mode_from(name_of(mode)), mode);
    EXPECT_THROW(mode_from("magic"), ConfigurationError);
    EXPECT_LT(default_seconds(10), default_seconds(1000));
}

}  // namespace
}  // namespace odgear
