#include "odgear/policy/tiles.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "models.hpp"
#include "odgear/core/check.hpp"
#include "odgear/generate/uniform.hpp"

namespace odgear::policy {
namespace {

Instance uniform(int customers) {
    Random random(4);
    UniformShape shape;
    shape.customers = customers;
    return uniform_instance(shape, random);
}

TEST(Tiles, HoldEveryCustomerOnceAndNearlyTheSameNumber) {
    const Instance instance = uniform(1003);
    const auto tiles = cut_tiles(instance, 100);
    ASSERT_EQ(tiles.size(), 11u);
    std::vector<int> all;
    for (const auto& tile : tiles) {
        EXPECT_LE(tile.size(), 100u);
        EXPECT_GE(tile.size(), 80u);
        all.insert(all.end(), tile.begin(), tile.end());
    }
    std::sort(all.begin(), all.end());
    for (int c = 1; c <= 1003; ++c) EXPECT_EQ(all[std::size_t(c - 1)], c);
}

TEST(Tiles, AreForLargeCvrpsOnly) {
    const Instance instance = uniform(60);
    EXPECT_FALSE(in_tiles(instance));
    EXPECT_TRUE(in_tiles(instance, {.above = 50}));
}

TEST(Tiles, GiveAFeasibleAnswerThatThreadsDoNotChange) {
    const Instance instance = uniform(300);
    const Model model = testing::nearest_neighbor_model(30);
    const Network network(model);
    PolicySettings settings;
    settings.rollouts = 3;
    const TileParameters parameters{.above = 100, .customers = 80};
    const PolicyResult one =
        run_in_tiles(instance, network, settings, {}, {}, Workers(1), parameters);
    EXPECT_EQ(check(instance, one.best).summary(), "");
    EXPECT_EQ(one.costs.size(), 3u);
    for (const double cost : one.costs) EXPECT_LE(one.best.cost, cost + 1e-9);
    const PolicyResult two =
        run_in_tiles(instance, network, settings, {}, {}, Workers(2), parameters);
    EXPECT_EQ(two.best, one.best);
    EXPECT_EQ(two.costs, one.costs);
}

TEST(Tiles, EndWithTheDeadline) {
    const Instance instance = uniform(300);
    const Model model = testing::nearest_neighbor_model(30);
    const Network network(model);
    StopFlag flag;
    flag.raise();
    StopRule stop;
    stop.flag = &flag;
    RunOptions options;
    options.deadline = &stop;
    EXPECT_THROW(run_in_tiles(instance, network, {}, options, stop, Workers(2),
                              {.above = 100, .customers = 80}),
                 OutOfTime);
}

}  // namespace
}  // namespace odgear::policy
