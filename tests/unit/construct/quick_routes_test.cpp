#include "odgear/construct/quick_routes.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include "odgear/construct/savings.hpp"
#include "odgear/core/check.hpp"
#include "support/random_instances.hpp"

namespace odgear {
namespace {

RC_GTEST_PROP(QuickRoutes, AreFeasible, (std::uint64_t seed)) {
    Random random(seed);
    const Instance instance =
        testing::random_instance(random, {.customers = random.between(1, 80)});
    RC_PRE(has_quick_routes(instance));
    RC_ASSERT(check(instance, quick_routes(instance)).summary() == "");
}

TEST(QuickRoutes, AreNotAbsurd) {
    Random random(2);
    const Instance instance = testing::random_instance(random, {.customers = 1000});
    const Solution good = savings(instance, nearest_neighbors(instance, 20));
    EXPECT_LT(quick_routes(instance).cost, 2 * good.cost);
}

}  // namespace
}  // namespace odgear
