#include "odgear/decompose/kmeans.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <algorithm>

#include "odgear/core/errors.hpp"

namespace odgear {
namespace {

std::vector<int> sizes(const std::vector<int>& labels) {
    std::vector<int> result(std::size_t(*std::max_element(labels.begin(), labels.end()) + 1));
    for (const int label : labels) ++result[std::size_t(label)];
    return result;
}

// Three far groups: whatever the seed, each is one cluster.
TEST(KMeans, FindsGroupsFarApart) {
    const std::vector<Point> points{{0, 0}, {1, 0}, {0, 1}, {100, 0}, {101, 0}, {0, 100}, {1, 101}};
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        Random random(seed);
        const std::vector<int> label = kmeans(points, 3, random);
        EXPECT_EQ(label[0], label[1]);
        EXPECT_EQ(label[0], label[2]);
        EXPECT_EQ(label[3], label[4]);
        EXPECT_EQ(label[5], label[6]);
        EXPECT_NE(label[0], label[3]);
        EXPECT_NE(label[0], label[5]);
        EXPECT_NE(label[3], label[5]);
    }
}

// An absolute tolerance would stop at once on coordinates in the unit square.
TEST(KMeans, DoesNotDependOnTheUnitOfTheCoordinates) {
    Random points_random(7);
    std::vector<Point> large(300);
    for (Point& p : large) p = {points_random.unit() * 1024, points_random.unit() * 1024};
    std::vector<Point> small = large;
    for (Point& p : small) p = {p.x / 1048576, p.y / 1048576};
    Random a(1);
    Random b(1);
    EXPECT_EQ(kmeans(large, 9, a), kmeans(small, 9, b));
}

TEST(KMeans, GivesEachPointItsOwnClusterWhenThereAreTooMany) {
    const std::vector<Point> points{{0, 0}, {1, 0}, {2, 0}};
    Random random(1);
    EXPECT_EQ(kmeans(points, 3, random), (std::vector<int>{0, 1, 2}));
    EXPECT_EQ(kmeans(points, 10, random), (std::vector<int>{0, 1, 2}));
    EXPECT_EQ(kmeans(std::vector<Point>{}, 10, random), std::vector<int>{});
    EXPECT_THROW(kmeans(points, 0, random), ConfigurationError);
}

TEST(KMeans, LeavesNoClusterEmptyOnCoincidentPoints) {
    const std::vector<Point> points(12, Point{3, 3});
    Random random(1);
    const std::vector<int> size = sizes(kmeans(points, 5, random));
    ASSERT_EQ(size.size(), 5u);
    EXPECT_GE(*std::min_element(size.begin(), size.end()), 1);
}

RC_GTEST_PROP(KMeans, FillsEveryClusterOnTies, (std::uint64_t seed)) {
    Random random(seed);
    std::vector<Point> points(std::size_t(random.between(2, 80)));
    for (Point& p : points) p = {double(random.below(3)), double(random.below(3))};
    const int clusters = random.between(1, int(points.size()));
    const std::vector<int> size = sizes(kmeans(points, clusters, random));
    RC_ASSERT(int(size.size()) == clusters);
    RC_ASSERT(*std::min_element(size.begin(), size.end()) >= 1);
}

// No point is nearer to the mean of another cluster, which is what Lloyd's algorithm converges to.
RC_GTEST_PROP(KMeans, EndsWithEveryPointAtItsNearestMean, (std::uint64_t seed)) {
    Random random(seed);
    std::vector<Point> points(std::size_t(random.between(10, 100)));
    for (Point& p : points) p = {random.unit(), random.unit()};
    const std::vector<int> label =
        kmeans(points, 4, random, {.max_rounds = 10'000, .tolerance = 0});
    const std::vector<int> size = sizes(label);
    std::vector<Point> mean(size.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        mean[std::size_t(label[i])].x += points[i].x / size[std::size_t(label[i])];
        mean[std::size_t(label[i])].y += points[i].y / size[std::size_t(label[i])];
    }
    const DistanceRule distance;
    for (std::size_t i = 0; i < points.size(); ++i)
        for (const Point m : mean)
            RC_ASSERT(distance(points[i], mean[std::size_t(label[i])]) <=
                      distance(points[i], m) + 1e-9);
}

}  // namespace
}  // namespace odgear
