#include "odgear/generate/uchoa.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "odgear/core/errors.hpp"

namespace odgear {
namespace {

Instance generate(const UchoaShape& shape, std::uint64_t seed = 1) {
    Random random(seed);
    return uchoa_instance(shape, random);
}

TEST(Uchoa, NodesAreDifferentPlacesOfTheGrid) {
    for (const auto places :
         {CustomerPlaces::random, CustomerPlaces::clustered, CustomerPlaces::random_clustered}) {
        const Instance instance = generate({.customers = 3000, .places = places});
        EXPECT_EQ(instance.customers(), 3000);
        std::set<std::pair<double, double>> seen;
        for (const Point point : instance.points()) {
            EXPECT_EQ(point.x, std::trunc(point.x));
            EXPECT_EQ(point.y, std::trunc(point.y));
            EXPECT_TRUE(point.x >= 0 && point.x <= 1000 && point.y >= 0 && point.y <= 1000);
            EXPECT_TRUE(seen.insert({point.x, point.y}).second);
        }
        EXPECT_EQ(instance.rule().rounding, Rounding::nearest);
    }
}

TEST(Uchoa, DepotPlaces) {
    EXPECT_EQ(generate({.depot = DepotPlace::central}).point(0), (Point{500, 500}));
    EXPECT_EQ(generate({.depot = DepotPlace::eccentric}).point(0), (Point{0, 0}));
    EXPECT_NE(generate({.depot = DepotPlace::random}, 1).point(0),
              generate({.depot = DepotPlace::random}, 2).point(0));
    EXPECT_EQ(generate({.depot = DepotPlace::outside, .grid = 300, .decay = 12}).point(0),
              (Point{-300, -300}));
}

TEST(Uchoa, DemandsFillTheLeastNumberOfRoutes) {
    for (const DemandKind kind : {DemandKind::small_wide, DemandKind::large_narrow}) {
        const Instance instance =
            generate({.customers = 3000, .demands = kind, .route_size = 12, .fill = 0.999});
        Load total = 0;
        for (int c = 1; c < instance.nodes(); ++c) {
            EXPECT_GE(instance.demand(c), 1);
            total += instance.demand(c);
        }
        const Load routes = (total + instance.capacity() - 1) / instance.capacity();
        EXPECT_EQ(total, Load(0.999 * double(routes * instance.capacity())));
        EXPECT_NEAR(double(routes), 3000 / 12.0, 2);
    }
}

// The mean distance to the nearest other customer distinguishes clusters from random places: for n
// random ones in a square of side a it is a / (2 sqrt n).
double mean_nearest(const Instance& instance) {
    double sum = 0;
    for (int i = 1; i < instance.nodes(); ++i) {
        double nearest = 1e9;
        for (int j = 1; j < instance.nodes(); ++j)
            if (i != j)
                nearest = std::min(nearest, std::hypot(instance.point(i).x - instance.point(j).x,
                                                       instance.point(i).y - instance.point(j).y));
        sum += nearest;
    }
    return sum / instance.customers();
}

TEST(Uchoa, ClusteredCustomersAreClose) {
    const auto nearest = [](CustomerPlaces places) {
        return mean_nearest(generate({.customers = 1000, .places = places, .seeds = 4}));
    };
    const double random = nearest(CustomerPlaces::random);
    EXPECT_NEAR(random, 1000 / (2 * std::sqrt(1000.0)), 1.5);
    EXPECT_LT(nearest(CustomerPlaces::clustered), 0.65 * random);
    EXPECT_LT(nearest(CustomerPlaces::random_clustered), 0.95 * random);
    EXPECT_GT(nearest(CustomerPlaces::random_clustered), nearest(CustomerPlaces::clustered));
}

// Around a single seed in the plane, places with density exp(-d / 40) are 80 away on average.
TEST(Uchoa, AttractionIsExponential) {
    int tested = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Instance instance =
            generate({.customers = 1000, .places = CustomerPlaces::clustered, .seeds = 1}, seed);
        const Point centre = instance.point(1);
        if (std::max(std::abs(centre.x - 500), std::abs(centre.y - 500)) > 200) continue;
        double sum = 0;
        for (int i = 2; i < instance.nodes(); ++i)
            sum += std::hypot(instance.point(i).x - centre.x, instance.point(i).y - centre.y);
        // its standard deviation is 1.8, and taken places push outwards
        EXPECT_NEAR(sum / 999, 80, 7);
        ++tested;
    }
    EXPECT_GT(tested, 0);
}

std::pair<Load, Load> range(const Instance& instance) {
    const auto [low, high] =
        std::minmax_element(instance.demands().begin() + 1, instance.demands().end());
    return {*low, *high};
}

TEST(Uchoa, SmallClustersHaveNothingBetweenThem) {
    const UchoaShape shape{.customers = 600,
                           .depot = DepotPlace::town,
                           .places = CustomerPlaces::clustered,
                           .seeds = 4,
                           .decay = 15};
    const Instance instance = generate(shape);
    int beside_depot = 0;
    for (int i = 1; i < instance.nodes(); ++i) {
        const Point p = instance.point(i);
        EXPECT_GE(std::min(p.x, p.y), 0);
        EXPECT_LE(std::max(p.x, p.y), 1000);
        beside_depot += instance.distance(0, i) < 100 ? 1 : 0;
    }
    EXPECT_NEAR(beside_depot, 600 / 4, 60);
    // The towns are a small share of the map; whole coordinates keep neighbours apart.
    EXPECT_LT(mean_nearest(instance), 0.4 * 1000 / (2 * std::sqrt(600)));
    EXPECT_THROW(generate({.customers = 600, .seeds = 4, .decay = 1}), ConfigurationError);
}

// Beside the first town: 1 of 1 + 1/2 + 1/3 + 1/4 of the customers.
TEST(Uchoa, SkewGivesTownsOfDifferentSizes) {
    UchoaShape shape{.customers = 2500,
                     .depot = DepotPlace::town,
                     .places = CustomerPlaces::clustered,
                     .seeds = 4,
                     .grid = 10'000,
                     .decay = 60,
                     .skew = 1};
    const Instance instance = generate(shape);
    int beside_depot = 0;
    for (int i = 1; i < instance.nodes(); ++i)
        beside_depot += instance.distance(0, i) < 800 ? 1 : 0;
    EXPECT_NEAR(beside_depot, 1200, 120);
    shape.decay = 400;
    EXPECT_THROW(generate(shape), ConfigurationError);
}

TEST(Uchoa, DemandRanges) {
    const auto demands = [](DemandKind kind) {
        return range(generate({.customers = 2000, .demands = kind}));
    };
    EXPECT_EQ(demands(DemandKind::unitary), std::pair(Load{1}, Load{1}));
    EXPECT_EQ(demands(DemandKind::small_wide), std::pair(Load{1}, Load{10}));
    EXPECT_EQ(demands(DemandKind::small_narrow), std::pair(Load{5}, Load{10}));
    EXPECT_EQ(demands(DemandKind::large_wide), std::pair(Load{1}, Load{100}));
    EXPECT_EQ(demands(DemandKind::large_narrow), std::pair(Load{50}, Load{100}));
    EXPECT_EQ(demands(DemandKind::by_quadrant), std::pair(Load{1}, Load{100}));
    EXPECT_EQ(demands(DemandKind::many_small), std::pair(Load{1}, Load{100}));
}

TEST(Uchoa, QuadrantsDecideDemands) {
    const Instance instance = generate({.customers = 500, .demands = DemandKind::by_quadrant});
    for (int i = 1; i < instance.nodes(); ++i) {
        const Point point = instance.point(i);
        const bool odd = (point.x >= 500) == (point.y >= 500);
        EXPECT_EQ(instance.demand(i) > 50, odd);
    }
}

TEST(Uchoa, ManySmallFewLarge) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Instance instance =
            generate({.customers = 1000, .demands = DemandKind::many_small}, seed);
        int small = 0;
        for (int i = 1; i < instance.nodes(); ++i) {
            EXPECT_TRUE(instance.demand(i) <= 10 || instance.demand(i) >= 50);
            small += instance.demand(i) <= 10 ? 1 : 0;
        }
        EXPECT_GE(small, 700);
        EXPECT_LE(small, 950);
    }
}

TEST(Uchoa, RouteSizeGivesTheCapacity) {
    const Instance unitary = generate({.demands = DemandKind::unitary, .route_size = 7.5});
    EXPECT_EQ(unitary.capacity(), 8);
    const Instance instance = generate({.customers = 400, .route_size = 12});
    const double mean = static_cast<double>(instance.total_demand()) / 400;
    EXPECT_EQ(instance.capacity(), static_cast<Load>(std::ceil(12 * mean)));
    // A route of one customer must still be able to carry the largest.
    const Instance tight = generate({.demands = DemandKind::large_wide, .route_size = 1});
    EXPECT_EQ(tight.capacity(), range(tight).second);
}

TEST(Uchoa, SameSeedSameInstance) {
    EXPECT_EQ(generate({}, 3).points(), generate({}, 3).points());
    EXPECT_EQ(generate({}, 3).demands(), generate({}, 3).demands());
    EXPECT_NE(generate({}, 3).points(), generate({}, 4).points());
}

TEST(Uchoa, RandomShapesCoverAllKindsAndKeepTheirRanges) {
    Random random(5);
    std::set<DepotPlace> depots;
    std::set<CustomerPlaces> places;
    std::set<DemandKind> demands;
    std::set<int> seeds;
    double sum = 0;
    for (int i = 0; i < 2000; ++i) {
        const UchoaShape shape = random_uchoa_shape(100, random);
        depots.insert(shape.depot);
        places.insert(shape.places);
        demands.insert(shape.demands);
        seeds.insert(shape.seeds);
        EXPECT_GE(shape.route_size, 3);
        EXPECT_LE(shape.route_size, 25);
        sum += shape.route_size;
    }
    EXPECT_EQ(depots.size(), 3u);
    EXPECT_EQ(places.size(), 3u);
    EXPECT_EQ(demands.size(), 7u);
    EXPECT_EQ(seeds, (std::set<int>{3, 4, 5, 6, 7, 8}));
    EXPECT_NEAR(sum / 2000, (3.0 + 6 + 25) / 3, 0.4);  // the mean of a triangular distribution
}

TEST(Uchoa, RejectsImpossibleShapes) {
    EXPECT_THROW(generate({.customers = 0}), ConfigurationError);
    EXPECT_THROW(generate({.customers = 600'000}), ConfigurationError);
    EXPECT_THROW(generate({.seeds = 0}), ConfigurationError);
    EXPECT_THROW(generate({.route_size = 0.5}), ConfigurationError);
    EXPECT_THROW(generate({.decay = 0}), ConfigurationError);
    EXPECT_THROW(generate({.fill = 1.1}), ConfigurationError);
    EXPECT_THROW(generate({.demands = DemandKind::unitary, .fill = 0.9}), ConfigurationError);
    EXPECT_THROW(depot_place("middle"), ConfigurationError);
}

TEST(Uchoa, NamesGoBothWays) {
    for (const auto kind : {DemandKind::unitary, DemandKind::by_quadrant, DemandKind::many_small})
        EXPECT_EQ(demand_kind(name_of(kind)), kind);
    EXPECT_EQ(customer_places("random-clustered"), CustomerPlaces::random_clustered);
    EXPECT_EQ(depot_place("eccentric"), DepotPlace::eccentric);
    EXPECT_EQ(depot_place("outside"), DepotPlace::outside);
}

}  // namespace
}  // namespace odgear
