#include "odgear/expert/local_optimum.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include "odgear/construct/savings.hpp"
#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/spatial/neighbors.hpp"
#include "support/random_instances.hpp"

namespace odgear::expert {
namespace {

using testing::random_feasible_routes;
using testing::random_instance;

// Small parts, so that small instances are cut.
LocalOptimumParameters small_parts() { return {.part_size = 30, .neighbors = 10}; }

RC_GTEST_PROP(LocalOptimum, IsFeasibleNeverWorseAndTheSameForAnyThreads, (std::uint64_t seed)) {
    Random random(seed);
    InstanceData data = random_instance(random, {.customers = random.between(1, 120),
                                                 .asymmetric = random.below(4) == 0})
                            .data();
    const Solution start =
        make_solution(Instance(data), random_feasible_routes(random, Instance(data)));
    if (random.below(2) == 0) data.max_vehicles = int(start.routes.size()) + random.between(0, 3);
    const Instance instance(data);
    Workers one(1);
    Workers two(2);
    const Solution found = local_optimum(instance, start, small_parts(), StopRule(), one, seed);
    RC_ASSERT(check(instance, found).summary() == "");
    RC_ASSERT(found.cost <= start.cost + 1e-9);
    RC_ASSERT(local_optimum(instance, start, small_parts(), StopRule(), two, seed) == found);
}

// Demands between a quarter and a half of the capacity: savings leave many routes half empty.
TEST(LocalOptimum, GivesUpRoutesWhereDemandsHardlyFit) {
    Random random(3);
    InstanceData data = random_instance(random, {.customers = 600, .capacity = 100}).data();
    for (std::size_t i = 1; i < data.demands.size(); ++i) data.demands[i] = random.between(25, 50);
    const Instance instance(data);
    const Solution start = savings(instance, nearest_neighbors(instance, 40));
    Workers workers(2);
    const Solution found =
        local_optimum(instance, start, {.part_size = 200}, StopRule(), workers, 1);
    EXPECT_LT(found.routes.size() + 3, start.routes.size());
    EXPECT_LT(found.cost, 0.97 * start.cost);
    const Solution one_pass =
        local_optimum(instance, start, {.part_size = 200, .passes = 1}, StopRule(), workers, 1);
    EXPECT_LT(found.cost, one_pass.cost);
}

TEST(LocalOptimum, StoppedItReturnsWhatItWasGiven) {
    Random random(4);
    const Instance instance = random_instance(random, {.customers = 100});
    const Solution start = make_solution(instance, random_feasible_routes(random, instance));
    StopFlag flag;
    flag.raise();
    StopRule stop;
    stop.flag = &flag;
    Workers workers(1);
    EXPECT_EQ(local_optimum(instance, start, small_parts(), stop, workers, 1), start);
}

TEST(LocalOptimum, RejectsNonsense) {
    const Instance instance = [] {
        Random random(5);
        return random_instance(random, {.customers = 5});
    }();
    const Solution start = make_solution(instance, {{1}, {2}, {3}, {4}, {5}});
    Workers workers(1);
    for (const LocalOptimumParameters& bad :
         {LocalOptimumParameters{.part_size = 0}, LocalOptimumParameters{.neighbors = 0},
          LocalOptimumParameters{.passes = 0}})
        EXPECT_THROW(local_optimum(instance, start, bad, StopRule(), workers, 1),
                     ConfigurationError);
}

}  // namespace
}  // namespace odgear::expert
