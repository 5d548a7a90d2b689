#include "odgear/core/distance.hpp"

#include <gtest/gtest.h>

namespace odgear {
namespace {

TEST(Distance, RoundsAsEachConventionSays) {
    const Point a{0, 0};
    const Point b{1, 1.5};  // 1.802...
    EXPECT_DOUBLE_EQ((DistanceRule{Metric::euclidean, Rounding::none, 1}(a, b)), std::sqrt(3.25));
    EXPECT_EQ((DistanceRule{Metric::euclidean, Rounding::nearest, 1}(a, b)), 2);
    EXPECT_EQ((DistanceRule{Metric::euclidean, Rounding::up, 1}(a, b)), 2);
    EXPECT_EQ((DistanceRule{Metric::euclidean, Rounding::down, 1}(a, b)), 1);
    EXPECT_EQ((DistanceRule{Metric::euclidean, Rounding::nearest, 1000}(a, b)), 1803);
}

TEST(Distance, RoundsHalvesUp) {
    EXPECT_EQ(rounded(2.5, Rounding::nearest), 3);
    EXPECT_EQ(rounded(3.5, Rounding::nearest), 4);
}

TEST(Distance, NearestWholeIsTheRoundingToTheNearest) {
    for (const double value : {0.0, 0.49, 0.5, 1.5, 2.4999, 2.5, 1e6 + 0.5, 123456789.49})
        EXPECT_EQ(double(nearest_whole(value)), rounded(value, Rounding::nearest)) << value;
}

TEST(Distance, KnowsThePlanarMetrics) {
    const Point a{1, 2};
    const Point b{4, -2};
    EXPECT_EQ((DistanceRule{Metric::manhattan, Rounding::none, 1}(a, b)), 7);
    EXPECT_EQ((DistanceRule{Metric::maximum, Rounding::none, 1}(a, b)), 4);
}

TEST(Distance, PseudoEuclideanRoundsUpWhatNearestWouldRoundDown) {
    // sqrt(10^2 / 10) = 3.16: nearest is 3, below, so 4.
    EXPECT_EQ(pseudo_euclidean_distance({0, 0}, {10, 0}), 4);
    // sqrt(360 / 10) = 6 exactly.
    EXPECT_EQ(pseudo_euclidean_distance({0, 0}, {6, 18}), 6);
}

TEST(Distance, GeographicalReadsDegreesAndMinutes) {
    // One degree of the equator on the TSPLIB sphere is 111.3 km; the formula truncates d + 1.
    EXPECT_EQ(geographical_distance({0, 0}, {0, 1}), 112);
    // 0.30 is thirty minutes, half a degree.
    EXPECT_EQ(geographical_distance({0, 0}, {0, 0.30}), 56);
    EXPECT_EQ(geographical_distance({12.3, 45.6}, {12.3, 45.6}), 0);
}

TEST(Distance, HaversineIsInMetresWithLongitudeFirst) {
    EXPECT_NEAR(haversine_metres({0, 0}, {1, 0}), 111195, 1);
    EXPECT_NEAR(haversine_metres({0, 60}, {1, 60}), 55597, 2);
}

}  // namespace
}  // namespace odgear
