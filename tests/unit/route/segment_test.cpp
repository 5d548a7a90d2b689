#include "odgear/route/segment.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "odgear/core/random.hpp"

namespace odgear::route {
namespace {

TEST(TimeSegment, WaitsAndWarpsByHand) {
    const TimeSegment a{5, 10, 20, 0};
    const TimeSegment late{1, 0, 12, 0};
    // It begins at 10, leaves at 15 and arrives at 18: six too late for 12.
    const TimeSegment warped = join(a, 3, late);
    EXPECT_DOUBLE_EQ(warped.warp, 6);
    EXPECT_DOUBLE_EQ(warped.duration, 9);
    const TimeSegment early{1, 50, 60, 0};
    // If it begins at the latest time, 20, it arrives at 28 and waits 22.
    const TimeSegment waiting = join(a, 3, early);
    EXPECT_DOUBLE_EQ(waiting.duration, 31);
    EXPECT_DOUBLE_EQ(waiting.early, 20);
    EXPECT_DOUBLE_EQ(waiting.finish(), 51);
}

// The grouping of joins does not matter, and the result equals that of a simulation.
TEST(TimeSegment, JoinsAreAssociativeAndMatchASimulation) {
    Random random(3);
    for (int trial = 0; trial < 2000; ++trial) {
        std::vector<TimeSegment> pieces;
        std::vector<double> travel;
        for (int i = 0; i < 6; ++i) {
            const double open = random.between(0, 60);
            pieces.push_back({double(random.between(0, 9)), open, open + random.between(0, 40), 0});
            travel.push_back(random.between(0, 12));
        }
        TimeSegment left = pieces[0];
        for (std::size_t i = 1; i < 6; ++i) left = join(left, travel[i], pieces[i]);
        TimeSegment right = pieces[5];
        for (std::size_t i = 5; i-- > 0;) right = join(pieces[i], travel[i + 1], right);
        ASSERT_DOUBLE_EQ(left.duration, right.duration);
        ASSERT_DOUBLE_EQ(left.warp, right.warp);
        ASSERT_DOUBLE_EQ(left.early, right.early);
        ASSERT_DOUBLE_EQ(left.late, right.late);
        if (left.warp > 0) continue;
        double time = left.early;
        double waited = 0;
        for (std::size_t i = 0; i < 6; ++i) {
            if (i > 0) time += travel[i];
            waited += std::max(0.0, pieces[i].early - time);
            time = std::max(time, pieces[i].early);
            ASSERT_LE(time, pieces[i].late);
            time += pieces[i].duration;
        }
        ASSERT_DOUBLE_EQ(time, left.finish());
        ASSERT_DOUBLE_EQ(time - left.early, left.duration);
    }
}

TEST(LoadSegment, PeakOfDeliveriesPickupsAndShipments) {
    const LoadSegment delivery{4, 0, 4};
    const LoadSegment pickup{0, 3, 3};
    EXPECT_EQ(join(delivery, pickup).peak, 4);
    EXPECT_EQ(join(pickup, delivery).peak, 7);
    const LoadSegment load{0, 5, 5};
    const LoadSegment unload{0, -5, 0};
    const LoadSegment carried = join(join(load, delivery), unload);
    EXPECT_EQ(carried.peak, 9);
    EXPECT_EQ(carried.final, 0);
    EXPECT_EQ(carried.initial, 4);
}

}  // namespace
}  // namespace odgear::route
