#include "odgear/solve/solve.hpp"

#include <gtest/gtest.h>

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
std::set<std::string> stages_before_the_expert(int customers, double seconds, Load capacity = 150,
                                               double target = 0) {
    Random random(6);
    const Instance instance =
        random_instance(random, {.customers = customers, .capacity = capacity});
    StopRule stop;
    stop.seconds = seconds;
    stop.target = target;
    stop.iterations = 0;
    std::set<std::string> stages;
    solve(instance, {.threads = 1, .rollouts = 2}, stop,
          [&](const Progress& p) { stages.emplace(p.stage); });
    return stages;
}

TEST(Solve, ImprovesRolloutsForAPopulationAndForACoolStart) {
    const std::set<std::string> raw{"savings", "policy"};
    const std::set<std::string> improved{"savings", "policy", "local search"};
    EXPECT_EQ(stages_before_the_expert(100, 20), improved);
    EXPECT_EQ(stages_before_the_expert(1000, 20), raw);
    EXPECT_EQ(stages_before_the_expert(3600, 40), improved);
    EXPECT_EQ(stages_before_the_expert(3600, 80), raw);      // time enough for a whole cooling
    EXPECT_EQ(stages_before_the_expert(3600, 40, 50), raw);  // short routes
    EXPECT_EQ(stages_before_the_expert(3600, 12, 50), std::set<std::string>{"savings"});
}

Result solve_large(double seconds, Load capacity, const std::string& model = "auto") {
    Random random(7);
    StopRule stop;
    stop.seconds = seconds;
    stop.iterations = 0;
    return solve(random_instance(random, {.customers = 3600, .capacity = capacity}),
                 {.threads = 1, .model = model, .rollouts = 20}, stop);
}

TEST(Solve, DrawsFewerWholeRolloutsForACoolStart) {
    EXPECT_EQ(solve_large(40, 150).rollouts->count, 2);
    EXPECT_EQ(solve_large(80, 150).rollouts->count, 20);
}

TEST(Solve, SaysWhenThereIsTooLittleTimeForThePolicy) {
    const Result result = solve_large(12, 50);
    EXPECT_FALSE(result.rollouts);
    ASSERT_EQ(result.notices.size(), 1U);
    EXPECT_THROW(solve_large(12, 50, "no such model"), ConfigurationError);
}

TEST(Solve, DoesNotRollOutWhenTheTargetIsMetAlready) {
    EXPECT_EQ(stages_before_the_expert(100, 20, 150, 1e12), std::set<std::string>{"savings"});
}

TEST(Options, NamesOfModesGoBothWays) {
    for (const Mode mode : {Mode::policy, Mode::expert, Mode::hybrid})
        EXPECT_EQ(mode_from(name_of(mode)), mode);
    EXPECT_THROW(mode_from("magic"), ConfigurationError);
    EXPECT_LT(default_seconds(10), default_seconds(1000));
}

}  // namespace
}  // namespace odgear
