#include "odgear/solve/cool_start.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace odgear {
namespace {

TEST(CoolStart, IsForManyCustomersInLongRoutesAndLittleTime) {
    EXPECT_TRUE(wants_cool_start(4000, 200, 48));
    EXPECT_FALSE(wants_cool_start(3499, 100, 10));
    EXPECT_FALSE(wants_cool_start(4000, 201, 10));
    EXPECT_FALSE(wants_cool_start(4000, 200, 48.1));
    EXPECT_FALSE(wants_cool_start(4000, 200, std::numeric_limits<double>::infinity()));
}

TEST(CoolStart, DrawsMostlyByRegion) {
    const Options hundred = cool_start_options({.rollouts = 100, .rerolls = 5});
    EXPECT_EQ(hundred.rollouts, 10);
    EXPECT_EQ(hundred.rerolls, 25);
    EXPECT_EQ(cool_start_options({.rollouts = 3}).rollouts, 1);
}

TEST(CoolStart, KeepsToTheStart) {
    const expert::RoundsParameters cool = cool_start_parameters().rounds;
    EXPECT_LT(cool.heat, expert::RoundsParameters{}.heat);
    EXPECT_EQ(cool.quick_share, 0);
}

}  // namespace
}  // namespace odgear
