#include "odgear/spatial/priced_tree.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "odgear/core/random.hpp"

namespace odgear {
namespace {

// A star: city 0 in the middle, and 1 to 3 around it at distance 1.5 from each other.
const std::vector<SparseEdge> star{{0, 1, 1},   {0, 2, 1},   {0, 3, 1},
                                   {1, 2, 1.5}, {2, 3, 1.5}, {1, 3, 1.5}};

TEST(PricedTree, WithoutRoundsItIsTheSpanningTree) {
    const PricedTree tree(4, star, {.rounds = 0});
    EXPECT_DOUBLE_EQ(tree.bound(), 3);
    EXPECT_DOUBLE_EQ(tree.price(0), 0);
    EXPECT_DOUBLE_EQ(tree.nearness(0, 1, 1), 0);
    EXPECT_DOUBLE_EQ(tree.nearness(1, 3, 1.5), 0.5);
}

TEST(PricedTree, MakesBranchesDearAndLeavesCheap) {
    const PricedTree tree(4, star, {.rounds = 100, .first_step = 0.3, .last_step = 0.001});
    EXPECT_GT(tree.price(0), tree.price(1));
    // The best prices are those of trees that, on average, give each city 1.5 edges: 1.5 edges of
    // the star, and 1.5 outside of it.
    EXPECT_GT(tree.bound(), 3.7);
    EXPECT_LE(tree.bound(), 3.75 + 1e-9);
    EXPECT_LT(tree.nearness(1, 3, 1.5), 0.1);
}

TEST(PricedTree, GivesAForestWhereTheGraphIsNotConnected) {
    const std::vector<SparseEdge> edges{{0, 1, 2}, {2, 3, 3}};
    const PricedTree tree(4, edges, {.rounds = 5});
    EXPECT_DOUBLE_EQ(tree.nearness(0, 1, 2), 0);
    EXPECT_EQ(tree.nearness(1, 2, 1), std::numeric_limits<double>::infinity());
}

// The definition of nearness, from the largest edge on the tree's path, by brute force.
TEST(PricedTree, NearnessIsTheGrowthOfTheTree) {
    Random random(5);
    constexpr int n = 30;
    std::vector<std::pair<double, double>> points;
    for (int i = 0; i < n; ++i) points.emplace_back(random.unit(), random.unit());
    std::vector<SparseEdge> edges;
    for (int i = 0; i < n; ++i)
        for (int j = i + 1; j < n; ++j)
            edges.push_back(
                {i, j,
                 std::hypot(points[std::size_t(i)].first - points[std::size_t(j)].first,
                            points[std::size_t(i)].second - points[std::size_t(j)].second)});
    const PricedTree tree(n, edges, {.rounds = 0});
    for (std::size_t forced = 0; forced < edges.size(); forced += 7) {
        std::vector<SparseEdge> changed = edges;
        changed[forced].length = -1;
        const double with =
            PricedTree(n, changed, {.rounds = 0}).bound() + 1 + edges[forced].length;
        EXPECT_NEAR(tree.nearness(edges[forced].from, edges[forced].to, edges[forced].length),
                    with - tree.bound(), 1e-6);
    }
}

}  // namespace
}  // namespace odgear
