#include "odgear/spatial/hilbert.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

namespace odgear {
namespace {

// The four quarters in order: lower left, upper left, upper right, lower right.
TEST(Hilbert, VisitsTheQuartersInOrder) {
    constexpr std::uint32_t low = 0, high = hilbert_side - 1;
    EXPECT_EQ(hilbert_position(low, low), 0u);
    EXPECT_EQ(hilbert_position(low, high) >> 30, 1u);
    EXPECT_EQ(hilbert_position(high, high) >> 30, 2u);
    EXPECT_EQ(hilbert_position(high, low), 0xffffffffu);
}

// Consecutive cells along the curve are neighbours.
TEST(Hilbert, NeighboursOnTheCurveTouch) {
    constexpr std::uint32_t side = 64;
    std::map<std::uint32_t, std::pair<int, int>> cells;
    for (std::uint32_t x = 0; x < side; ++x)
        for (std::uint32_t y = 0; y < side; ++y) cells[hilbert_position(x, y)] = {x, y};
    ASSERT_EQ(cells.size(), side * side);
    ASSERT_EQ(cells.rbegin()->first, side * side - 1);
    for (auto at = cells.begin(), next = std::next(at); next != cells.end(); ++at, ++next)
        EXPECT_EQ(std::abs(at->second.first - next->second.first) +
                      std::abs(at->second.second - next->second.second),
                  1);
}

}  // namespace
}  // namespace odgear
