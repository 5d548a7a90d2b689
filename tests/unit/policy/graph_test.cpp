#include "odgear/policy/graph/graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "odgear/core/errors.hpp"
#include "odgear/policy/graph/tour_frame.hpp"
#include "support/random_instances.hpp"

namespace odgear::policy {
namespace {

using odgear::testing::InstanceShape;
using odgear::testing::random_instance;

// Depot at (2, 1); the box is 4 wide and 2 high.
Instance small() {
    InstanceData data;
    data.points = {{2, 1}, {0, 1}, {4, 1}, {2, 3}, {1, 1}};
    data.demands = {0, 2, 3, 4, 5};
    data.capacity = 10;
    return Instance(data);
}

TEST(Graph, FeaturesAsComputedByHand) {
    const Graph graph = build_graph(small(), {.neighbors = 2});
    ASSERT_EQ(graph.edges(), 4U * 3 + 4);
    EXPECT_EQ(graph.target, (std::vector<int>{0, 4, 3, 0, 3, 4, 0, 4, 1, 0, 1, 3, 1, 2, 3, 4}));
    // Customer 4 at (1, 1): scaled (0.25, 0), a quarter left of the depot at (0.5, 0).
    const double spacing =
        (std::hypot(0.25, 0) + std::hypot(0.25, 0.5) + std::hypot(0.75, 0)) / 3;  // to 1, 3, 2
    const std::vector<double> node{0.25, 0, 0.5, 0, -0.25, 0, 0.25, -1, 0, 2 * (spacing)};
    // iso_width is 3 only if N - 1 is: here N = 4.
    ASSERT_EQ(graph.iso_width, 3);
    for (std::size_t f = 0; f < node.size(); ++f)
        EXPECT_NEAR(graph.node_features[4 * 10 + f], node[f], 1e-6) << f;
    EXPECT_EQ(graph.node_features[3], 1);  // the depot's flag
    const auto all = graph.edge_features();
    // Slot 2 of customer 4: to customer 3 at (0.5, 0.5), straight above the depot.
    const double d = std::hypot(0.25, 0.5);
    const std::vector<double> edge{d, 0,    0,  0.25 + 0.5 - d, 0.5, 0.4, 0.1, d / spacing / 10, 0,
                                   1, 0.25, 0.5};
    for (std::size_t f = 0; f < edge.size(); ++f)
        EXPECT_NEAR(all[(3 * 3 + 2) * 12 + f], edge[f], 1e-6) << f;
    // Slot 0: to the depot.
    const std::vector<double> home{0.25, 0, 1, 0, 0.5, 0, 0, 0.25 / spacing / 10, 1, 0, 0.25, 0};
    for (std::size_t f = 0; f < home.size(); ++f)
        EXPECT_NEAR(all[3 * 3 * 12 + f], home[f], 1e-6) << f;
    // The depot's row.
    EXPECT_EQ(all[12 * 12 + 1], 1);
    EXPECT_EQ(all[12 * 12 + 6], 0);
    EXPECT_EQ(all[12 * 12 + 8], 1);
}

// Cities on a line and one off it: the tree is the line and the edge to that city.
TEST(Graph, ToursHavePricesAndNearnessToTheTree) {
    InstanceData data;
    data.problem = Problem::tsp;
    data.points = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {2, 1}};
    const Instance frame = tour_frame(Instance(data));
    const Graph graph = build_graph(frame, {.neighbors = 5, .features = FeatureSet::tour});
    const auto all = graph.edge_features();
    const auto at = [&](int i, int j, std::size_t f) {
        for (int s = 0; s < graph.width(); ++s)
            if (graph.target[graph.row(i) + std::size_t(s)] == j)
                return all[(graph.row(i) + std::size_t(s)) * 12 + f];
        return -1.0F;
    };
    // City 2 of the line has three tree edges at first, so its price is higher than that of the
    // city off the line.
    EXPECT_GT(graph.node_features[3 * 10 + 2], graph.node_features[6 * 10 + 2]);
    EXPECT_EQ(at(3, 6, 4), graph.node_features[3 * 10 + 2]);
    EXPECT_EQ(at(3, 6, 5), graph.node_features[6 * 10 + 2]);
    EXPECT_EQ(at(1, 2, 8), 1);    // the edge to a leaf is in every tree
    EXPECT_LT(at(1, 5, 8), 0.3);  // from end to end of the line
    EXPECT_EQ(at(1, 0, 8), 0);    // node 0 is not a city
    EXPECT_EQ(graph.node_features[2], 0);
    EXPECT_THROW(build_graph(small(), {.features = FeatureSet::tour}), ConfigurationError);
}

// As above, with demands, which do not change.
TEST(Graph, RichTreeHasNearnessToTheTreeAndDemands) {
    InstanceData data;
    data.points = {{2, -3}, {0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {2, 1}};
    data.demands = {0, 1, 2, 3, 4, 5, 6};
    data.capacity = 10;
    const Instance instance(data);
    const Graph rich = build_graph(instance, {.neighbors = 5});
    const Graph tree = build_graph(instance, {.neighbors = 5, .features = FeatureSet::rich_tree});
    EXPECT_EQ(tree.node_features, rich.node_features);
    const auto without = rich.edge_features(), with = tree.edge_features();
    for (std::size_t i = 0; i < with.size(); ++i)
        EXPECT_TRUE(i % 12 == 8 || with[i] == without[i]) << i;
    const auto nearness = [&](int i, int j) {
        for (int s = 0; s < tree.width(); ++s)
            if (tree.target[tree.row(i) + std::size_t(s)] == j)
                return with[(tree.row(i) + std::size_t(s)) * 12 + 8];
        return -1.0F;
    };
    EXPECT_EQ(nearness(1, 2), 1);
    EXPECT_LT(nearness(1, 5), 0.3);
    EXPECT_EQ(nearness(1, 0), 0);  // the depot is not on the tree
}

TEST(Graph, PaperFeaturesAreCoordinatesDemandAndDistance) {
    const Graph graph = build_graph(small(), {.neighbors = 2, .features = FeatureSet::paper});
    EXPECT_EQ(graph.node_features.size(), 15U);
    EXPECT_FLOAT_EQ(graph.node_features[3 * 2 + 0], 1);
    EXPECT_FLOAT_EQ(graph.node_features[3 * 2 + 2], 0.3F);
    const auto all = graph.edge_features();
    EXPECT_EQ(all, graph.distance);
    EXPECT_FLOAT_EQ(all[0], 0.5F);
}

TEST(Graph, MatrixAloneGivesDistancesAndNoDirections) {
    Random random(3);
    const Instance instance = random_instance(random, {.customers = 9, .asymmetric = true});
    const Graph graph = build_graph(instance, {.neighbors = 4});
    double largest = 0;
    for (int i = 0; i < 10; ++i)
        for (int j = 0; j < 10; ++j) largest = std::max(largest, instance.distance(i, j));
    const auto all = graph.edge_features();
    for (int i = 1; i < 10; ++i) {
        const std::size_t row = graph.row(i);
        EXPECT_FLOAT_EQ(graph.distance[row], float(instance.distance(i, 0) / largest));
        EXPECT_FLOAT_EQ(graph.radius[std::size_t(i)], float(instance.distance(0, i) / largest));
        for (std::size_t s = 0; s < 5; ++s) {
            EXPECT_EQ(all[(row + s) * 12 + 8], 0);
            EXPECT_EQ(all[(row + s) * 12 + 9], 0);
        }
        const int j = graph.target[row + 2];
        EXPECT_NEAR(
            all[(row + 2) * 12 + 3],
            (instance.distance(i, 0) + instance.distance(0, j) - instance.distance(i, j)) / largest,
            1e-6);
    }
}

TEST(Graph, MatrixWithCoordinatesIsScaledToThem) {
    InstanceData data = small().data();
    data.rule.metric = Metric::matrix;
    for (int i = 0; i < 5; ++i)
        for (int j = 0; j < 5; ++j)
            data.matrix.push_back(
                60 * DistanceRule{}(data.points[std::size_t(i)], data.points[std::size_t(j)]));
    const Graph matrix = build_graph(Instance(data), {.neighbors = 2});
    const Graph plane = build_graph(small(), {.neighbors = 2});
    EXPECT_TRUE(matrix.planar);
    for (std::size_t e = 0; e < plane.edges(); ++e)
        EXPECT_NEAR(matrix.distance[e], plane.distance[e], 1e-6);
}

TEST(Graph, SmallestAndCoincidentInstances) {
    InstanceData data;
    data.points = {{3, 3}, {3, 3}};
    data.demands = {0, 1};
    data.capacity = 1;
    const Graph one = build_graph(Instance(data), {});
    EXPECT_EQ(one.neighbors, 0);
    EXPECT_EQ(one.target, (std::vector<int>{0, 1}));
    EXPECT_EQ(one.iso_width, 0);
    for (const float f : one.edge_features()) EXPECT_TRUE(std::isfinite(f));
    data.points.assign(8, {1, 1});
    data.demands.assign(8, 1);
    data.demands[0] = 0;
    const Graph same = build_graph(Instance(data), {});
    EXPECT_EQ(same.neighbors, 6);
    for (const float f : same.edge_features()) EXPECT_TRUE(std::isfinite(f));
    for (const float f : same.node_features) EXPECT_TRUE(std::isfinite(f));
}

TEST(Graph, OrderAlongTheCurveAndThreadsChangeNothingButNumbers) {
    Random random(5);
    const Instance instance = random_instance(random, {.customers = 700});
    const Graph plain = build_graph(instance, {.neighbors = 12});
    const Workers two(2);
    const Graph threaded = build_graph(instance, {.neighbors = 12}, two);
    EXPECT_EQ(plain.target, threaded.target);
    EXPECT_EQ(plain.distance, threaded.distance);
    const Graph curved = build_graph(instance, {.neighbors = 12, .reorder = true}, two);
    EXPECT_EQ(curved.label[0], 0);
    auto sorted = curved.label;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(sorted, plain.label);
    const auto features = plain.edge_features();
    const auto moved = curved.edge_features();
    double steps = 0;
    for (int i = 1; i <= 700; ++i) {
        const int node = curved.label[std::size_t(i)];
        for (std::size_t s = 0; s < 13; ++s) {
            EXPECT_EQ(curved.label[std::size_t(curved.target[curved.row(i) + s])],
                      plain.target[plain.row(node) + s]);
            for (std::size_t f = 0; f < 12; ++f)
                EXPECT_EQ(moved[(curved.row(i) + s) * 12 + f],
                          features[(plain.row(node) + s) * 12 + f]);
        }
        if (i > 1) steps += instance.distance(curved.label[std::size_t(i - 1)], node);
    }
    EXPECT_LT(steps, 700 * 0.1);  // a curve, not a random walk (mean step 0.52)
}

TEST(Graph, SphericalCoordinatesAreProjected) {
    InstanceData data;
    data.rule.metric = Metric::haversine;
    data.points = {{10, 60}, {10.2, 60}, {10, 60.2}};  // one degree of longitude is half as long
    data.demands = {0, 1, 1};
    data.capacity = 2;
    const Graph graph = build_graph(Instance(data), {});
    EXPECT_NEAR(graph.radius[1] / graph.radius[2], 0.5, 0.01);
    EXPECT_NEAR(graph.y[2], 1, 1e-6);
}

}  // namespace
}  // namespace odgear::policy
