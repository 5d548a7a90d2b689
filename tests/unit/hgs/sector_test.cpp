#include "odgear/hgs/sector.hpp"

#include <gtest/gtest.h>

namespace odgear::hgs {
namespace {

TEST(Sector, GrowsOnTheShorterSide) {
    Sector sector = Sector::at(1000);
    sector.extend(3000);
    EXPECT_EQ(sector.begin, 1000);
    EXPECT_EQ(sector.end, 3000);
    sector.extend(64000);  // 2536 before the beginning, 61000 behind the end
    EXPECT_EQ(sector.begin, 64000);
    EXPECT_EQ(sector.end, 3000);
    EXPECT_TRUE(sector.contains(65535));
    EXPECT_TRUE(sector.contains(0));
    EXPECT_FALSE(sector.contains(30000));
}

TEST(Sector, OverlapsAcrossZero) {
    const Sector across{60000, 2000};
    EXPECT_TRUE(across.overlaps({1000, 5000}));
    EXPECT_TRUE((Sector{1000, 5000}.overlaps(across)));
    EXPECT_FALSE(across.overlaps({3000, 5000}));
    EXPECT_TRUE(across.overlaps({65000, 65001}));
}

}  // namespace
}  // namespace odgear::hgs
