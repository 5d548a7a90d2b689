#include "odgear/solve/warm_start.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "odgear/core/check.hpp"
#include "support/random_instances.hpp"

namespace odgear {
namespace {

using testing::random_feasible_routes;
using testing::random_instance;
using testing::random_routes;

RC_GTEST_PROP(Repair, LeavesFeasibleRoutesAsTheyAre, (std::uint64_t seed)) {
    Random random(seed);
    const Instance instance = random_instance(random, {.customers = random.between(1, 40)});
    const std::vector<Route> routes = random_feasible_routes(random, instance);
    const auto repaired = repair(instance, routes);
    RC_ASSERT(repaired.has_value());
    RC_ASSERT(repaired->routes == routes);
}

RC_GTEST_PROP(Repair, MakesAnythingFeasibleWhenTheFleetIsFree, (std::uint64_t seed)) {
    Random random(seed);
    const bool limited = random.below(2) == 0;
    const Instance instance =
        random_instance(random, {.customers = random.between(1, 40),
                                 .max_route_length = limited ? 4.0 : no_length_limit,
                                 .service_time = limited ? 0.05 : 0});
    std::vector<Route> routes = random_routes(random, instance, random.between(1, 5));
    routes.front().push_back(random.between(-3, 60));  // unknown or repeated
    if (routes.back().size() > 1) routes.back().pop_back();
    const auto repaired = repair(instance, routes);
    RC_ASSERT(repaired.has_value());
    RC_ASSERT(check(instance, *repaired).feasible());
}

TEST(Repair, KeepsWhatIsRightAndInsertsTheMissingWhereItIsCheapest) {
    InstanceData data;
    data.points = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {0, 5}};
    data.demands = {0, 1, 1, 1, 1};
    data.capacity = 3;
    const Instance instance(data);
    const auto repaired = repair(instance, {{1, 3}, {4}});
    ASSERT_TRUE(repaired.has_value());
    EXPECT_EQ(repaired->routes, (std::vector<Route>{{1, 2, 3}, {4}}));
}

TEST(Repair, SaysWhenTheFleetCannotHoldEverybody) {
    InstanceData data;
    data.points = {{0, 0}, {1, 0}, {2, 0}, {3, 0}};
    data.demands = {0, 2, 2, 2};
    data.capacity = 3;
    data.max_vehicles = 2;
    EXPECT_FALSE(repair(Instance(data), {{1}, {2}, {3}}).has_value());
}

}  // namespace
}  // namespace odgear
