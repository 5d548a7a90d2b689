// The whole search: properties that hold for every instance and limit.
#include "odgear/tsp/search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "odgear/core/errors.hpp"
#include "support/random_cities.hpp"
#include "support/stop_rules.hpp"

namespace odgear::tsp {
namespace {

using odgear::testing::iterations;
using odgear::testing::random_cities;

double length(const Instance& instance, const std::vector<int>& tour) {
    double sum = instance.distance(tour.back(), tour.front());
    for (std::size_t i = 1; i < tour.size(); ++i) sum += instance.distance(tour[i - 1], tour[i]);
    return sum;
}

void expect_sound(const Instance& instance, const Result& result) {
    EXPECT_EQ(result.tour.front(), 0);
    EXPECT_NEAR(result.cost, length(instance, result.tour), 1e-6);
    std::vector<int> sorted = result.tour;
    std::sort(sorted.begin(), sorted.end());
    for (int i = 0; i < instance.nodes(); ++i) ASSERT_EQ(sorted[std::size_t(i)], i);
}

TEST(Search, ToursOfEverySize) {
    Random random(1);
    for (const int cities : {2, 3, 5, 12, 13, 14, 17, 60, 200}) {
        for (const bool clustered : {false, true}) {
            const Instance instance = random_cities(random, cities, clustered, Rounding::nearest);
            expect_sound(instance, search(instance, {}, {}, iterations(200), Workers(1), 1));
            const Instance matrix = odgear::testing::as_matrix(instance);
            expect_sound(matrix, search(matrix, {}, {}, iterations(200), Workers(1), 1));
        }
    }
}

TEST(Search, CitiesOnACircleComeInTheirOrder) {
    InstanceData data;
    data.problem = Problem::tsp;
    const int cities = 97;
    std::vector<int> place(cities);
    std::iota(place.begin(), place.end(), 0);
    Random random(3);
    random.shuffle(std::span(place));
    for (const int p : place)
        data.points.push_back({std::cos(2 * M_PI * p / cities), std::sin(2 * M_PI * p / cities)});
    const Instance instance(std::move(data));
    const Result result = search(instance, {}, {}, iterations(2000), Workers(1), 1);
    EXPECT_NEAR(result.cost, cities * 2 * std::sin(M_PI / cities), 1e-9);
}

// The threshold for rounding noise depends on the size of the map.
TEST(Search, TheUnitOfTheMapDoesNotMatter) {
    Random random(14);
    const Instance instance = random_cities(random, 200);
    const Result whole = search(instance, {}, {}, iterations(2000), Workers(1), 1);
    for (const double unit : {1e-8, 1e8}) {
        InstanceData data = instance.data();
        for (Point& point : data.points) point = {point.x * unit, point.y * unit};
        const Instance scaled(std::move(data));
        const Result found = search(scaled, {}, {}, iterations(2000), Workers(1), 1);
        EXPECT_NEAR(found.cost / unit, whole.cost, 0.02 * whole.cost);
    }
}

TEST(Search, AGridHasATourOfUnitSteps) {
    InstanceData data;
    data.problem = Problem::tsp;
    for (int x = 0; x < 10; ++x)
        for (int y = 0; y < 10; ++y) data.points.push_back({double(x), double(y)});
    const Instance instance(std::move(data));
    EXPECT_NEAR(search(instance, {}, {}, iterations(20000), Workers(1), 1).cost, 100, 1e-9);
}

// Parts so small that a test has several.
Parameters in_small_parts() {
    Parameters parameters;
    parameters.parts.above = 300;
    parameters.parts.cities = 150;
    return parameters;
}

TEST(Search, IsTheSameForAnyNumberOfThreads) {
    Random random(4);
    const Instance instance = random_cities(random, 700);
    for (const Parameters& parameters : {Parameters{}, in_small_parts()}) {
        const Result one = search(instance, parameters, {}, iterations(3000), Workers(1), 5);
        const Result two = search(instance, parameters, {}, iterations(3000), Workers(2), 5);
        EXPECT_EQ(one.tour, two.tour);
        EXPECT_EQ(one.kicks, two.kicks);
        EXPECT_LE(one.kicks, 3000);
        expect_sound(instance, one);
    }
}

// Several populations, and kicks for the rest of the limit.
TEST(Search, UsesUpItsKicks) {
    Random random(12);
    const Instance instance = random_cities(random, 150);
    for (const int kicks : {10, 100, 1001, 15000}) {
        const Result found = search(instance, {}, {}, iterations(kicks), Workers(1), 1);
        expect_sound(instance, found);
        EXPECT_EQ(found.kicks, kicks);
    }
    StopRule unlimited;
    unlimited.no_improvement = 6000;
    expect_sound(instance, search(instance, {}, {}, unlimited, Workers(1), 1));
}

TEST(Search, CrossesToursWhereThereIsTime) {
    Random random(15);
    const Instance instance = random_cities(random, 400);
    const auto crossed = [&](StopRule stop) {
        StopFlag seen;
        stop.flag = &seen;
        search(instance, {}, {}, stop, Workers(2), 1, [&](const Progress& p) {
            if (p.stage == "edge assembly") seen.raise();
        });
        return seen.raised();
    };
    EXPECT_FALSE(crossed(iterations(400)));
    EXPECT_TRUE(crossed(iterations(8000)));
    StopRule timed;
    timed.seconds = 30;
    EXPECT_TRUE(crossed(timed));
}

TEST(Search, CitiesInOnePlaceAndOnALine) {
    for (const int step : {0, 1})
        for (const int cities : {13, 14, 40, 300}) {
            InstanceData data;
            data.problem = Problem::tsp;
            for (int i = 0; i < cities; ++i)
                data.points.push_back({double(step * ((i * 7) % cities)), 5.0});
            const Instance instance(std::move(data));
            const Result found = search(instance, {}, {}, iterations(9000), Workers(1), 1);
            expect_sound(instance, found);
            if (cities % 7 != 0) {
                EXPECT_NEAR(found.cost, 2.0 * step * (cities - 1), 1e-9);
            }
        }
}

TEST(Search, IsNeverLongerThanItsStart) {
    Random random(6);
    const Instance instance = random_cities(random, 400);
    for (const Parameters& parameters : {Parameters{}, in_small_parts()}) {
        const Result good = search(instance, parameters, {}, iterations(3000), Workers(1), 1);
        for (const int kicks : {0, 1, 400}) {
            const Result again =
                search(instance, parameters, good.tour, iterations(kicks), Workers(1), 2);
            EXPECT_LE(again.cost, good.cost + 1e-6);
            expect_sound(instance, again);
        }
    }
}

TEST(Search, StopsAtTheTargetAndTheFlag) {
    Random random(8);
    const Instance instance = random_cities(random, 500);
    const double reached = search(instance, {}, {}, iterations(3000), Workers(1), 1).cost;
    StopRule stop;
    stop.target = reached * 1.01;
    EXPECT_LE(search(instance, {}, {}, stop, Workers(1), 1).cost, stop.target);
    StopFlag flag;
    flag.raise();
    StopRule raised;
    raised.flag = &flag;
    expect_sound(instance, search(instance, {}, {}, raised, Workers(1), 1));
    expect_sound(instance, search(instance, in_small_parts(), {}, raised, Workers(1), 1));
}

TEST(Search, TellsOnlyImprovements) {
    Random random(9);
    const Instance instance = random_cities(random, 300);
    std::vector<double> costs;
    const Result result =
        search(instance, {}, {}, iterations(5000), Workers(1), 1, [&](const Progress& p) {
            EXPECT_TRUE(p.improved);
            costs.push_back(p.best_cost);
            ASSERT_TRUE(p.solution);
            std::vector<int> tour = p.solution().routes.front();
            EXPECT_EQ(tour.size(), 299U);
            tour.push_back(0);
            EXPECT_NEAR(length(instance, tour), p.best_cost, 1e-6);
        });
    ASSERT_GT(costs.size(), 2U);
    EXPECT_TRUE(std::is_sorted(costs.rbegin(), costs.rend()));
    EXPECT_NEAR(costs.back(), result.cost, 1e-6);
}

TEST(Search, RefusesAsymmetricDistances) {
    InstanceData data;
    data.problem = Problem::tsp;
    data.rule.metric = Metric::matrix;
    data.matrix = {0, 1, 2, 3, 0, 1, 1, 1, 0};
    const Instance instance(std::move(data));
    EXPECT_THROW(search(instance, {}, {}, {}, Workers(1), 1), InternalError);
}

}  // namespace
}  // namespace odgear::tsp
