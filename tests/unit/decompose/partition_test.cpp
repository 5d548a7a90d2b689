#include "odgear/decompose/partition.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <algorithm>
#include <cmath>

#include "odgear/decompose/embedding.hpp"
#include "support/random_instances.hpp"

namespace odgear {
namespace {

using testing::random_feasible_routes;
using testing::random_instance;

constexpr Clustering all_clusterings[] = {Clustering::barycentre, Clustering::polar,
                                          Clustering::bisection};

RC_GTEST_PROP(Partition, IsDisjointCompleteAndOfTheRightSize, (std::uint64_t seed)) {
    Random random(seed);
    const Instance instance = random_instance(random, {.customers = random.between(1, 200)});
    const std::vector<Route> routes = random_feasible_routes(random, instance);
    const int part_size = random.between(1, 250);
    const std::size_t wanted =
        std::min(routes.size(), std::size_t((instance.customers() + part_size - 1) / part_size));
    for (const Clustering clustering : all_clusterings) {
        const auto parts =
            partition_routes(instance.points(), routes, clustering, part_size, random);
        RC_ASSERT(parts.size() == wanted);
        std::vector<int> seen(routes.size(), 0);
        for (const auto& part : parts) {
            RC_ASSERT(!part.empty());
            for (const int r : part) ++seen[std::size_t(r)];
        }
        RC_ASSERT(seen == std::vector<int>(routes.size(), 1));
    }
}

// Sixteen routes of five customers on a ring: quarters hold four routes each.
TEST(Partition, BalancesPolarAndBisectedParts) {
    std::vector<Point> points{{0, 0}};
    std::vector<Route> routes;
    for (int r = 0; r < 16; ++r) {
        Route route;
        for (int i = 0; i < 5; ++i) {
            route.push_back(int(points.size()));
            points.push_back({std::cos(r * 0.39), std::sin(r * 0.39)});
        }
        routes.push_back(std::move(route));
    }
    for (const Clustering clustering : {Clustering::polar, Clustering::bisection})
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            Random random(seed);
            for (const auto& part : partition_routes(points, routes, clustering, 20, random))
                EXPECT_EQ(part.size(), 4u);
        }
}

// A route between two towns, with other routes halfway between them.
TEST(Partition, JoinsARouteWithTheRoutesOfOneOfItsTowns) {
    std::vector<Point> points{{50, 0}};
    std::vector<Route> routes;
    const auto add_route = [&](double from, double to) {
        Route& route = routes.emplace_back();
        for (const double x : {from, from + 1, to, to + 1}) {
            route.push_back(int(points.size()));
            points.push_back({x, double(routes.size())});
        }
    };
    for (int r = 0; r < 3; ++r) add_route(0, 0);
    for (int r = 0; r < 3; ++r) add_route(50, 50);
    add_route(0, 100);
    for (int r = 0; r < 3; ++r) add_route(50, 50);
    for (int r = 0; r < 3; ++r) add_route(100, 100);
    const auto joined = [&](RoutePlace place) {
        int count = 0;
        for (std::uint64_t seed = 1; seed <= 100; ++seed) {
            Random random(seed);
            for (const auto& part :
                 partition_routes(points, routes, Clustering::bisection, 18, random, place))
                if (std::find(part.begin(), part.end(), 6) != part.end())
                    count += part.front() < 3 || part.back() > 9;
        }
        return count;
    };
    EXPECT_GT(joined(RoutePlace::customer), 2 * joined(RoutePlace::barycentre));
}

TEST(DrawnCustomers, AreOfTheirRoutes) {
    const std::vector<Point> points{{0, 0}, {1, 0}, {2, 0}, {3, 0}};
    Random random(1);
    std::vector<int> drawn(4, 0);
    for (int i = 0; i < 100; ++i) {
        const auto places = drawn_customers(points, {{1, 3}, {2}, {}}, random);
        ASSERT_EQ(places.size(), 3u);
        EXPECT_EQ(places[2].x, 0);
        ++drawn[std::size_t(places[0].x)];
        EXPECT_EQ(places[1].x, 2);
    }
    EXPECT_EQ(drawn[1] + drawn[3], 100);
    EXPECT_GT(std::min(drawn[1], drawn[3]), 20);
}

TEST(Barycentres, AreTheMeansOfTheCustomers) {
    const std::vector<Point> points{{9, 9}, {0, 0}, {2, 0}, {1, 3}, {5, 5}};
    EXPECT_EQ(barycentres(points, {{1, 2, 3}, {4}}), (std::vector<Point>{{1, 1}, {5, 5}}));
}

// A matrix of distances in the plane is embedded without loss, up to a congruence.
RC_GTEST_PROP(PlanarPoints, ReproducePlanarDistancesFromAMatrix, (std::uint64_t seed)) {
    Random random(seed);
    InstanceData data = random_instance(random, {.customers = random.between(1, 40)}).data();
    const std::vector<Point> points = data.points;
    const DistanceRule euclidean;
    for (const Point a : points)
        for (const Point b : points) data.matrix.push_back(euclidean(a, b));
    data.points.clear();
    data.rule.metric = Metric::matrix;
    const std::vector<Point> found = planar_points(Instance(std::move(data)));
    for (std::size_t i = 0; i < points.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            RC_ASSERT(std::abs(euclidean(found[i], found[j]) - euclidean(points[i], points[j])) <
                      1e-5);
}

}  // namespace
}  // namespace odgear
