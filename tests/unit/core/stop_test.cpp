#include "odgear/core/stop.hpp"

#include <gtest/gtest.h>

namespace odgear {
namespace {

TEST(StopRule, NeverStopsByItself) { EXPECT_FALSE(StopRule{}.done(1'000'000, 1'000'000, 1)); }

TEST(StopRule, EachConditionStops) {
    StopRule rule;
    rule.iterations = 10;
    EXPECT_FALSE(rule.done(9, 9, 1));
    EXPECT_TRUE(rule.done(10, 0, 1));

    rule = {};
    rule.no_improvement = 5;
    EXPECT_FALSE(rule.done(100, 4, 1));
    EXPECT_TRUE(rule.done(100, 5, 1));

    rule = {};
    rule.target = 100;
    EXPECT_FALSE(rule.done(0, 0, 100.5));
    EXPECT_TRUE(rule.done(0, 0, 100));

    rule = {};
    rule.seconds = 5;
    EXPECT_FALSE(rule.done(0, 0, 1));
    rule.start -= std::chrono::seconds(6);  // the clock started before this process got here
    EXPECT_TRUE(rule.done(0, 0, 1));
    EXPECT_TRUE(rule.out_of_time());
}

TEST(StopRule, TheFlagStopsAtOnce) {
    StopFlag flag;
    StopRule rule;
    rule.flag = &flag;
    EXPECT_FALSE(rule.out_of_time());
    flag.raise();
    EXPECT_TRUE(rule.out_of_time());
}

TEST(StopRule, AStageNeverOutlivesTheWhole) {
    StopRule rule;
    rule.seconds = 2;
    EXPECT_DOUBLE_EQ(rule.until(1).seconds, 1);
    EXPECT_DOUBLE_EQ(rule.until(9).seconds, 2);
}

}  // namespace
}  // namespace odgear
