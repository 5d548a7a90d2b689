#include "odgear/spatial/neighbors.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "odgear/spatial/shared_neighbors.hpp"
#include "support/random_instances.hpp"

namespace odgear {
namespace {

using testing::InstanceShape;
using testing::random_instance;

// All customers but `node`, by (unrounded distance, index): what the tree must find.
std::vector<int> brute_force(const Instance& instance, int node, int k) {
    DistanceRule rule = instance.rule();
    rule.rounding = Rounding::none;
    const auto distance = [&](int j) {
        if (rule.metric == Metric::matrix)
            return instance.distance(node, j) +
                   (instance.symmetric() ? 0 : instance.distance(j, node));
        return rule(instance.point(node), instance.point(j));
    };
    std::vector<int> others;
    for (int j = 1; j < instance.nodes(); ++j)
        if (j != node) others.push_back(j);
    std::stable_sort(others.begin(), others.end(),
                     [&](int a, int b) { return distance(a) < distance(b); });
    others.resize(std::min<std::size_t>(others.size(), std::size_t(k)));
    return others;
}

void expect_exact(const Instance& instance, int k) {
    const NeighborLists lists = nearest_neighbors(instance, k);
    for (int i = 0; i < instance.nodes(); ++i) {
        const auto row = lists.of(i);
        RC_ASSERT(std::vector<int>(row.begin(), row.end()) == brute_force(instance, i, k));
    }
}

RC_GTEST_PROP(Neighbors, EqualsBruteForceOnRandomPoints, (std::uint64_t seed)) {
    Random random(seed);
    expect_exact(random_instance(random, {.customers = random.between(1, 60)}),
                 random.between(1, 70));
}

RC_GTEST_PROP(Neighbors, BreaksTiesByIndexOnCoincidentPoints, (std::uint64_t seed)) {
    Random random(seed);
    expect_exact(
        random_instance(random, {.customers = random.between(1, 60), .integer_grid = true}),
        random.between(1, 20));
}

RC_GTEST_PROP(Neighbors, ReadsAsymmetricMatrices, (std::uint64_t seed)) {
    Random random(seed);
    expect_exact(random_instance(random, {.customers = random.between(1, 30), .asymmetric = true}),
                 random.between(1, 20));
}

RC_GTEST_PROP(Neighbors, FollowsEachPlanarMetric, (std::uint64_t seed)) {
    Random random(seed);
    for (const Metric metric : {Metric::manhattan, Metric::maximum}) {
        InstanceData data = random_instance(random, {.customers = 40, .integer_grid = true}).data();
        data.rule.metric = metric;
        expect_exact(Instance(std::move(data)), 12);
    }
}

RC_GTEST_PROP(Neighbors, FollowsTheGlobe, (std::uint64_t seed)) {
    Random random(seed);
    InstanceData data = random_instance(random, {.customers = 40}).data();
    for (Point& p : data.points) p = {p.x * 360 - 180, p.y * 170 - 85};
    data.rule.metric = Metric::haversine;
    expect_exact(Instance(std::move(data)), 12);
}

// Rows are searched in parts of the work; the boundaries of the parts must not matter.
TEST(Neighbors, LongListsAndPartsOfTheWork) {
    Random random(7);
    for (const bool grid : {false, true}) {
        const Instance instance =
            random_instance(random, {.customers = 1200, .integer_grid = grid});
        const auto parts = [](int count, const std::function<void(int, int)>& body) {
            for (int begin = 0; begin < count; begin += 100)
                body(begin, std::min(count, begin + 100));
        };
        for (const int k : {3, 40, 400}) {
            const NeighborLists whole = nearest_neighbors(instance, k);
            const NeighborLists split = nearest_neighbors(instance, k, parts);
            for (int i = 0; i < instance.nodes(); ++i) {
                const std::vector<int> row(whole.of(i).begin(), whole.of(i).end());
                EXPECT_TRUE(std::equal(row.begin(), row.end(), split.of(i).begin()));
                if (i % 40 == 0) {
                    EXPECT_EQ(row, brute_force(instance, i, k));
                }
            }
        }
    }
}

TEST(Neighbors, WidthIsCutToTheCustomersThereAre) {
    Random random(1);
    const NeighborLists lists = nearest_neighbors(random_instance(random, {.customers = 1}), 5);
    EXPECT_EQ(lists.of(0).size(), 1u);
    EXPECT_TRUE(lists.of(1).empty());
}

// Including ties, of which the grid has many.
TEST(SharedNeighbors, AreThoseOfASearchOfTheirOwn) {
    Random random(9);
    for (int trial = 0; trial < 12; ++trial) {
        const Instance instance = random_instance(random, {.customers = random.between(1, 90),
                                                           .asymmetric = trial % 3 == 0,
                                                           .integer_grid = trial % 3 == 1});
        SharedNeighbors shared(instance, 60);
        for (const int k : {1, 20, 40, 60, 70}) {
            const NeighborLists expected = nearest_neighbors(instance, k);
            const NeighborLists lists = shared.nearest(k);
            ASSERT_EQ(lists.width(), expected.width());
            for (int i = 0; i < instance.nodes(); ++i)
                EXPECT_TRUE(std::ranges::equal(lists.of(i), expected.of(i))) << i << " of " << k;
        }
    }
}

}  // namespace
}  // namespace odgear
