#include "odgear/hgs/penalties.hpp"

#include <gtest/gtest.h>

#include "odgear/hgs/search_space.hpp"
#include "odgear/spatial/neighbors.hpp"
#include "support/random_instances.hpp"

namespace odgear::hgs {
namespace {

class Penalties : public ::testing::Test {
protected:
    Random random_{1};
    Instance instance_ = odgear::testing::random_instance(random_, {.max_route_length = 4});
    SearchSpace space_{instance_, nearest_neighbors(instance_, 5)};

    PenaltyWeights after(int load_feasible, int length_feasible, int of = 100) {
        AdaptivePenalties penalties(space_, Parameters{});
        for (int k = 0; k < of; ++k) penalties.note(k < load_feasible, k < length_feasible);
        return penalties.weights();
    }
};

TEST_F(Penalties, FollowTheShareOfFeasibleOffspring) {
    const PenaltyWeights start = initial_penalties(space_);
    EXPECT_DOUBLE_EQ(after(5, 90).load, start.load * 1.2);
    EXPECT_DOUBLE_EQ(after(5, 90).length, start.length * 0.85);
    EXPECT_DOUBLE_EQ(after(90, 5).load, start.load * 0.85);
    EXPECT_DOUBLE_EQ(after(20, 20).load, start.load);
    EXPECT_DOUBLE_EQ(after(0, 0, 99).load, start.load);
}

TEST_F(Penalties, SayWhenTheyChange) {
    AdaptivePenalties penalties(space_, Parameters{});
    for (int k = 0; k < 99; ++k) EXPECT_FALSE(penalties.note(true, true));
    EXPECT_TRUE(penalties.note(true, true));
}

TEST_F(Penalties, StayWithinBounds) {
    AdaptivePenalties penalties(space_, Parameters{});
    for (int k = 0; k < 20000; ++k) penalties.note(true, false);
    EXPECT_GT(penalties.weights().load, 0);
    EXPECT_LE(penalties.weights().length, initial_penalties(space_).length * 1e5);
}

}  // namespace
}  // namespace odgear::hgs
