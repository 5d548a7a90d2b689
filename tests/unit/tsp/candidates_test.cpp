// Candidate edges and the tours that need no search: greedy and exact.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "odgear/spatial/city_neighbors.hpp"
#include "odgear/tsp/candidates.hpp"
#include "odgear/tsp/exact.hpp"
#include "odgear/tsp/greedy.hpp"
#include "support/random_cities.hpp"

namespace odgear::tsp {
namespace {

double squared(const Instance& instance, int a, int b) {
    const Point p = instance.point(a);
    const Point q = instance.point(b);
    return (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y);
}

// Cities by (distance, index), those of one quadrant only where one is given.
std::vector<int> by_brute_force(const Instance& instance, int city, int quadrant, std::size_t k) {
    std::vector<std::pair<double, int>> all;
    const Point p = instance.point(city);
    for (int other = 0; other < instance.nodes(); ++other) {
        const double dx = instance.point(other).x - p.x;
        const double dy = instance.point(other).y - p.y;
        const bool inside[] = {dx > 0 && dy >= 0, dx <= 0 && dy > 0, dx < 0 && dy <= 0,
                               dx >= 0 && dy < 0};
        if (other != city && (quadrant < 0 || inside[quadrant]))
            all.emplace_back(squared(instance, city, other), other);
    }
    std::sort(all.begin(), all.end());
    std::vector<int> result;
    for (std::size_t i = 0; i < std::min(k, all.size()); ++i) result.push_back(all[i].second);
    return result;
}

TEST(CityNeighbors, AreTheNearestAllAroundAndInEachQuadrant) {
    Random random(2);
    for (const bool clustered : {false, true}) {
        const Instance instance = testing::random_cities(random, 120, clustered);
        const CityNeighbors lists = city_neighbors(instance, {5, 2});
        for (int city = 0; city < instance.nodes(); ++city) {
            std::vector<int> expected = by_brute_force(instance, city, -1, 5);
            for (int quadrant = 0; quadrant < 4; ++quadrant)
                for (const int other : by_brute_force(instance, city, quadrant, 2))
                    expected.push_back(other);
            std::sort(expected.begin(), expected.end());
            expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
            const auto row = lists.of(city);
            EXPECT_TRUE(std::is_sorted(row.begin(), row.end(), [&](int a, int b) {
                return instance.distance(city, a) < instance.distance(city, b);
            }));
            std::vector<int> found(row.begin(), row.end());
            std::sort(found.begin(), found.end());
            EXPECT_EQ(found, expected) << city;
        }
    }
}

TEST(CityNeighbors, OfAMatrixAreTheNearest) {
    Random random(4);
    const Instance instance = testing::random_cities(random, 40);
    const Instance matrix = testing::as_matrix(instance);
    const CityNeighbors lists = city_neighbors(matrix, {3, 1});
    for (int city = 0; city < 40; ++city) {
        const auto row = lists.of(city);
        EXPECT_EQ(std::vector<int>(row.begin(), row.end()), by_brute_force(instance, city, -1, 7));
    }
}

TEST(CityNeighbors, AmongAFew) {
    Random random(6);
    const Instance instance = testing::random_cities(random, 60);
    const std::vector<int> some{3, 9, 17, 20, 41, 59};
    const CityNeighbors lists = nearest_among(instance, some, 2);
    for (int i = 0; i < 6; ++i) {
        const auto row = lists.of(i);
        ASSERT_EQ(row.size(), 2U);
        for (int j = 0; j < 6; ++j)
            if (j != i && j != row[0] && j != row[1]) {
                EXPECT_GE(instance.distance(some[std::size_t(i)], some[std::size_t(j)]),
                          instance.distance(some[std::size_t(i)], some[std::size_t(row[1])]));
            }
    }
}

TEST(TreeCandidates, AreAFewOfThoseAroundCheapestFirst) {
    // Two rows of cities far from each other: the ends of the rows need an edge to the other row.
    InstanceData data;
    data.problem = Problem::tsp;
    for (int i = 0; i < 20; ++i) data.points.push_back({double(i), 0});
    for (int i = 0; i < 20; ++i) data.points.push_back({double(i), 30});
    const Instance instance(data);
    const CityNeighbors around = city_neighbors(instance, {});
    const CityNeighbors kept = nearest_to_tree(instance, around, {.kept = 4}, {});
    for (int i = 0; i < instance.nodes(); ++i) {
        const auto all = around.of(i);
        const auto few = kept.of(i);
        ASSERT_EQ(few.size(), 4U);
        double last = 0;
        for (const int city : few) {
            EXPECT_NE(std::find(all.begin(), all.end(), city), all.end());
            EXPECT_GE(instance.distance(i, city), last);
            last = instance.distance(i, city);
        }
    }
    // The neighbours in the row are in every tree.
    const auto middle = kept.of(10);
    for (const int beside : {9, 11})
        EXPECT_NE(std::find(middle.begin(), middle.end(), beside), middle.end());
}

TEST(TreeCandidates, StayAsTheyAreWhereThereIsNoTimeForThem) {
    InstanceData data;
    data.problem = Problem::tsp;
    for (int i = 0; i < 30; ++i) data.points.push_back({double(i), double(i % 7)});
    const Instance instance(data);
    const CityNeighbors around = city_neighbors(instance, {});
    StopRule late;
    late.seconds = 0;
    const auto same = [&](const CityNeighbors& kept) {
        for (int i = 0; i < instance.nodes(); ++i)
            if (kept.of(i).size() != around.of(i).size()) return false;
        return true;
    };
    EXPECT_TRUE(same(nearest_to_tree(instance, around, {.kept = 2}, late)));
    EXPECT_TRUE(same(nearest_to_tree(instance, around, {.kept = 2, .most_cities = 29}, {})));
    EXPECT_FALSE(same(nearest_to_tree(instance, around, {.kept = 2}, {})));
}

TEST(Greedy, IsATourOfAllCities) {
    Random random(8);
    for (const int cities : {13, 100, 1500})
        for (const bool clustered : {false, true}) {
            const Instance plane = testing::random_cities(random, cities, clustered);
            std::vector<int> tour = greedy_tour(plane, city_neighbors(plane, {}));
            std::sort(tour.begin(), tour.end());
            std::vector<int> all(std::size_t(cities), 0);
            std::iota(all.begin(), all.end(), 0);
            EXPECT_EQ(tour, all);
            if (cities > 100) continue;
            const Instance matrix = testing::as_matrix(plane);
            tour = greedy_tour(matrix, city_neighbors(matrix, {}));
            std::sort(tour.begin(), tour.end());
            EXPECT_EQ(tour, all);
        }
}

TEST(Exact, IsTheBestOfAllPermutations) {
    Random random(10);
    for (int cities = 2; cities <= 8; ++cities) {
        const Instance instance = testing::random_cities(random, cities);
        const auto length = [&](const std::vector<int>& tour) {
            double sum = instance.distance(tour.back(), tour.front());
            for (std::size_t i = 1; i < tour.size(); ++i)
                sum += instance.distance(tour[i - 1], tour[i]);
            return sum;
        };
        std::vector<int> order(std::size_t(cities), 0);
        std::iota(order.begin(), order.end(), 0);
        double best = std::numeric_limits<double>::infinity();
        do best = std::min(best, length(order));
        while (std::next_permutation(order.begin() + 1, order.end()));
        const std::vector<int> tour = exact_tour(instance);
        EXPECT_EQ(tour.size(), order.size());
        EXPECT_NEAR(length(tour), best, 1e-9);
    }
}

}  // namespace
}  // namespace odgear::tsp
