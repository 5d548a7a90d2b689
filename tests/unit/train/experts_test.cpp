#include "odgear/train/experts.hpp"

#include <gtest/gtest.h>

#include "odgear/construct/savings.hpp"
#include "odgear/core/check.hpp"
#include "odgear/core/random.hpp"
#include "odgear/generate/uniform.hpp"
#include "odgear/spatial/neighbors.hpp"

namespace odgear::train {
namespace {

// Below and above the size from which the expert uses annealing.
TEST(Experts, SolveFromScratchBetterThanSavingsAndTheSameEachTime) {
    for (const int customers : {120, 420}) {
        Random random(5);
        UniformShape shape;
        shape.customers = customers;
        const Instance instance = uniform_instance(shape, random);
        const ExpertTask task{&instance, {}, 200, 9};
        const Solution first = make_solver()(task), again = make_solver()(task);
        EXPECT_EQ(first.routes, again.routes);
        EXPECT_TRUE(check(instance, first).feasible());
        EXPECT_LT(first.cost, savings(instance, nearest_neighbors(instance, 40)).cost);
    }
}

}  // namespace
}  // namespace odgear::train
