#include "odgear/expert/refine.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"
#include "support/random_instances.hpp"

namespace odgear::expert {
namespace {

using testing::random_feasible_routes;
using testing::random_instance;

RC_GTEST_PROP(Refine, IsFeasibleNeverWorseAndKeepsTheFleet, (std::uint64_t seed)) {
    Random random(seed);
    const Instance instance = random_instance(
        random, {.customers = random.between(1, 60), .asymmetric = random.below(3) == 0});
    const Solution start = make_solution(instance, random_feasible_routes(random, instance));
    const RefineParameters parameters{.part_size = random.between(1, 40), .iterations = 3};
    const Solution result = refine(instance, start, parameters, seed);
    RC_ASSERT(check(instance, result).summary() == "");
    RC_ASSERT(result.cost <= start.cost);
    RC_ASSERT(result.routes.size() <= start.routes.size());
}

TEST(Refine, ImprovesARandomSolutionByMuch) {
    Random random(1);
    const Instance instance = random_instance(random, {.customers = 200});
    const Solution start = make_solution(instance, random_feasible_routes(random, instance));
    EXPECT_LT(refine(instance, start, {}, 1).cost, 0.6 * start.cost);
}

// A workspace that was used for an instance of another size must not change the answer.
TEST(Refine, IsDeterministicWithAndWithoutAWorkspace) {
    Random random(2);
    const Instance instance = random_instance(random, {.customers = 120});
    const Instance other = random_instance(random, {.customers = 70});
    const Solution start = make_solution(instance, random_feasible_routes(random, instance));
    hgs::Workspace workspace;
    refine(other, make_solution(other, random_feasible_routes(random, other)), {}, 3, &workspace);
    const Solution expected = refine(instance, start, {}, 7);
    EXPECT_EQ(refine(instance, start, {}, 7), expected);
    EXPECT_EQ(refine(instance, start, {}, 7, &workspace), expected);
    EXPECT_EQ(refine(instance, start, {}, 7, &workspace), expected);
    EXPECT_NE(refine(instance, start, {}, 8), expected);
}

TEST(Refine, RejectsInfeasibleStartsAndNonsense) {
    Random random(3);
    const Instance instance = random_instance(random, {});
    Solution start = make_solution(instance, random_feasible_routes(random, instance));
    EXPECT_THROW(refine(instance, start, {.iterations = 0}, 1), ConfigurationError);
    EXPECT_THROW(refine(instance, start, {.part_size = 0}, 1), ConfigurationError);
    start.routes.pop_back();
    EXPECT_THROW(refine(instance, start, {}, 1), ConfigurationError);
}

}  // namespace
}  // namespace odgear::expert
