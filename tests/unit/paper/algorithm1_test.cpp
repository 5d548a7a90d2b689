// Algorithm 1 of the paper, line by line: two pairs of routes far apart, so that two clusters are
// the only sensible answer.
#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>
#include <set>

#include "odgear/decompose/decompose.hpp"
#include "odgear/decompose/embedding.hpp"
#include "odgear/decompose/kmeans.hpp"
#include "odgear/expert/refine.hpp"

namespace odgear::paper {
namespace {

// Customers 1..4 in the east, 5..8 in the west, two routes of two on each side. Each route combines
// the wrong customers, so both sides improve by exchanging them.
class PaperAlgorithm1 : public ::testing::Test {
protected:
    static Instance two_sides() {
        InstanceData data;
        data.points = {{0, 0},   {10, 0},  {10, 1},  {10, 4}, {10, 5},
                       {-10, 0}, {-10, 1}, {-10, 4}, {-10, 5}};
        data.demands = {0, 1, 1, 1, 1, 1, 1, 1, 1};
        data.capacity = 2;
        return Instance(std::move(data));
    }

    const Instance instance_ = two_sides();
    const Solution start_ = make_solution(instance_, {{1, 3}, {2, 4}, {5, 7}, {6, 8}});
};

// Lines 4 to 6: k = ⌈N / m⌉ parts, no more than there are routes.
TEST_F(PaperAlgorithm1, Line6PartsAreCustomersOverPartSize) {
    const std::vector<Point> points = planar_points(instance_);
    const auto parts = [&](int size) {
        Random random(1);
        return partition_routes(points, start_.routes, Clustering::barycentre, size, random).size();
    };
    EXPECT_EQ(parts(4), 2u);  // 8 / 4
    EXPECT_EQ(parts(3), 3u);  // ⌈8 / 3⌉
    EXPECT_EQ(parts(8), 1u);
    EXPECT_EQ(parts(1), 4u);  // four routes
}

TEST_F(PaperAlgorithm1, Line7BarycentresAreTheMeansOfTheCustomers) {
    const std::vector<Point> centres = barycentres(planar_points(instance_), start_.routes);
    EXPECT_EQ(centres[0], (Point{10, 2}));
    EXPECT_EQ(centres[1], (Point{10, 3}));
    EXPECT_EQ(centres[2], (Point{-10, 2}));
    EXPECT_EQ(centres[3], (Point{-10, 3}));
}

TEST_F(PaperAlgorithm1, Line8KMeansFindsTheTwoSides) {
    Random random(1);
    const std::vector<Point> centres = barycentres(planar_points(instance_), start_.routes);
    const std::vector<int> labels = kmeans(centres, 2, random);
    EXPECT_EQ(labels[0], labels[1]);
    EXPECT_EQ(labels[2], labels[3]);
    EXPECT_NE(labels[0], labels[2]);
}

TEST_F(PaperAlgorithm1, Line10RoutesAreGroupedByLabel) {
    Random random(1);
    auto parts = partition_routes(planar_points(instance_), start_.routes, Clustering::barycentre,
                                  4, random);
    for (auto& part : parts) std::sort(part.begin(), part.end());
    std::sort(parts.begin(), parts.end());
    EXPECT_EQ(parts, (std::vector<std::vector<int>>{{0, 1}, {2, 3}}));
}

// Lines 13 to 22: each part is solved once, in local numbers, with its number of routes as limit,
// and comes back in global ones.
TEST_F(PaperAlgorithm1, Lines13To22EachPartIsSolvedByItselfAndMappedBack) {
    std::set<std::size_t> solved;
    const auto inner = [&](const Subproblem& part, std::size_t index) -> std::optional<Solution> {
        solved.insert(index);
        // Line 15: the depot and the part's customers, numbered 0 .. n'.
        EXPECT_EQ(part.instance.nodes(), 5);
        EXPECT_EQ(part.to_global[0], 0);
        // Line 17: as many vehicles as routes. Line 18: demands and capacity are those of the
        // whole.
        EXPECT_EQ(part.instance.max_vehicles(), 2);
        EXPECT_EQ(part.instance.capacity(), 2);
        for (int i = 1; i < 5; ++i)
            EXPECT_EQ(part.instance.demand(i), instance_.demand(part.to_global[std::size_t(i)]));
        // Line 20, by hand: the routes came as {1, 3}, {2, 4} of their side; {1, 2}, {3, 4} are
        // better. Local numbers follow the routes.
        return make_solution(part.instance, {{1, 3}, {2, 4}});
    };
    const Solution merged = decompose(instance_, start_, {.part_size = 4}, inner, 1);
    EXPECT_EQ(solved, (std::set<std::size_t>{0, 1}));
    // Lines 25 to 27: the union of the parts.
    std::vector<Route> routes = merged.routes;
    std::sort(routes.begin(), routes.end());
    EXPECT_EQ(routes, (std::vector<Route>{{1, 2}, {3, 4}, {5, 6}, {7, 8}}));
    // Line 29: C_final, recomputed on the whole instance.
    const double near = 10 + 1 + std::hypot(10, 1), far = std::hypot(10, 4) + 1 + std::hypot(10, 5);
    EXPECT_NEAR(merged.cost, 2 * (near + far), 1e-9);
}

TEST_F(PaperAlgorithm1, Line20HgsFindsTheBetterPairs) {
    expert::RefineParameters parameters;
    parameters.part_size = 4;
    const Solution refined = expert::refine(instance_, start_, parameters, 1);
    const double near = 10 + 1 + std::hypot(10, 1), far = std::hypot(10, 4) + 1 + std::hypot(10, 5);
    EXPECT_NEAR(refined.cost, 2 * (near + far), 1e-9);
}

}  // namespace
}  // namespace odgear::paper
