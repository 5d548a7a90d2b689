#include "odgear/expert/rounds.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include "odgear/construct/savings.hpp"
#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"
#include "support/random_instances.hpp"
#include "support/stop_rules.hpp"

namespace odgear::expert {
namespace {

using testing::iterations;
using testing::random_feasible_routes;
using testing::random_instance;

// Small parts, so that small instances are cut.
RoundsParameters small_parts() { return {.part_size = 40, .least_part_size = 10, .neighbors = 15}; }

RC_GTEST_PROP(Rounds, AreFeasibleNeverWorseAndTheSameForAnyThreads, (std::uint64_t seed)) {
    Random random(seed);
    InstanceData data = random_instance(random, {.customers = random.between(1, 150),
                                                 .asymmetric = random.below(4) == 0})
                            .data();
    const Instance free(data);
    const Solution start = make_solution(free, random_feasible_routes(random, free));
    if (random.below(2) == 0) data.max_vehicles = int(start.routes.size()) + random.between(0, 3);
    const Instance instance(data);
    Workers one(1);
    Workers two(2);
    const StopRule stop = iterations(random.between(1, 800));
    const RoundsResult result = anneal_in_rounds(instance, start, small_parts(), stop, one, seed);
    RC_ASSERT(check(instance, result.best).summary() == "");
    RC_ASSERT(result.best.cost <= start.cost + 1e-9);
    RC_ASSERT(result.iterations <= stop.iterations);
    const RoundsResult again = anneal_in_rounds(instance, start, small_parts(), stop, two, seed);
    RC_ASSERT(again.best == result.best);
    RC_ASSERT(again.iterations == result.iterations);
}

TEST(Rounds, ImproveOnSavingsAndSaySo) {
    Random random(1);
    const Instance instance = random_instance(random, {.customers = 400});
    const Solution start = savings(instance, nearest_neighbors(instance, 40));
    Workers workers(2);
    double announced = 0;
    const RoundsResult result =
        anneal_in_rounds(instance, start, {.least_part_size = 100}, iterations(40'000), workers, 1,
                         [&](const Progress& p) { announced = p.best_cost; });
    EXPECT_LT(result.best.cost, 0.98 * start.cost);
    EXPECT_DOUBLE_EQ(announced, result.best.cost);
    EXPECT_GT(result.iterations, 39'000);
}

TEST(Rounds, EndWithTheirTimeOrTheFlag) {
    Random random(1);
    const Instance instance = random_instance(random, {.customers = 300});
    const Solution start = savings(instance, nearest_neighbors(instance, 40));
    Workers workers(2);
    StopRule stop;
    stop.seconds = 0;
    EXPECT_EQ(anneal_in_rounds(instance, start, small_parts(), stop, workers, 1).iterations, 0);
    StopFlag flag;
    stop = iterations(16'000);
    stop.flag = &flag;
    const RoundsResult cut = anneal_in_rounds(instance, start, small_parts(), stop, workers, 1,
                                              [&](const Progress&) { flag.raise(); });
    EXPECT_GT(cut.iterations, 0);
    // the first report ends it, long before its budget is used up
    EXPECT_LT(cut.iterations, 16'000 / 2);
}

// The parts share few iterations, and the remaining ones are fewer than the parts. The search must
// end then, and not wait for the distant time limit.
TEST(Rounds, EndWithTheirIterationsUnderATimeLimitToo) {
    Random random(1);
    const Instance instance = random_instance(random, {.customers = 300});
    const Solution start = savings(instance, nearest_neighbors(instance, 40));
    Workers workers(2);
    StopFlag flag;
    StopRule stop = iterations(50);
    stop.seconds = 60;
    stop.flag = &flag;
    int reports = 0;
    anneal_in_rounds(instance, start, small_parts(), stop, workers, 1, [&](const Progress&) {
        if (++reports > 100) flag.raise();
    });
    EXPECT_LE(reports, 100);
}

// Without a limit, coolings follow each other until something else ends them.
TEST(Rounds, BeginAgainUntilTheyAreStopped) {
    Random random(1);
    const Instance instance = random_instance(random, {.customers = 60});
    const Solution start = make_solution(instance, random_feasible_routes(random, instance));
    RoundsParameters parameters = small_parts();
    parameters.iterations_per_customer = 20;
    Workers workers(2);
    StopRule stop;
    stop.target = 0.7 * start.cost;
    EXPECT_LE(anneal_in_rounds(instance, start, parameters, stop, workers, 1).best.cost,
              stop.target);
    stop = {};
    stop.no_improvement = 5000;
    EXPECT_GT(anneal_in_rounds(instance, start, parameters, stop, workers, 1).iterations, 5000);
}

TEST(Rounds, RejectNonsense) {
    Random random(1);
    const Instance instance = random_instance(random, {});
    const Solution start = savings(instance, nearest_neighbors(instance, 10));
    Workers workers(1);
    for (const RoundsParameters& wrong :
         {RoundsParameters{.rounds = 0}, RoundsParameters{.part_size = 0},
          RoundsParameters{.least_part_size = 0}, RoundsParameters{.neighbors = 0},
          RoundsParameters{.quick_heat = 1.5}, RoundsParameters{.quick_share = 1},
          RoundsParameters{.iterations_per_customer = 0}})
        EXPECT_THROW(anneal_in_rounds(instance, start, wrong, iterations(1), workers, 1),
                     ConfigurationError);
}

}  // namespace
}  // namespace odgear::expert
