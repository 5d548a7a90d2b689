#include "odgear/hgs/search_space.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <algorithm>

#include "odgear/spatial/neighbors.hpp"
#include "support/random_instances.hpp"

namespace odgear::hgs {
namespace {

using odgear::testing::random_instance;

RC_GTEST_PROP(SearchSpace, IsTheInstanceRenumbered, (std::uint64_t seed)) {
    Random random(seed);
    const Instance instance = random_instance(
        random, {.customers = random.between(1, 40), .asymmetric = random.below(2) == 0});
    const SearchSpace space(instance, nearest_neighbors(instance, 6));
    RC_ASSERT(space.original(0) == 0);
    for (int i = 0; i < space.nodes(); ++i) {
        RC_ASSERT(space.renumbered(space.original(i)) == i);
        RC_ASSERT(space.demand(i) == instance.demand(space.original(i)));
        for (int j = 0; j < space.nodes(); ++j)
            RC_ASSERT(space.distance(i, j) ==
                      float(instance.distance(space.original(i), space.original(j))));
    }
}

TEST(SearchSpace, LeastRoutesAreThoseThatTheDemandFills) {
    InstanceData data;
    data.points = {{0, 0}, {1, 0}, {2, 0}, {3, 0}};
    data.demands = {0, 6, 6, 6};
    data.capacity = 10;
    const auto least_routes = [](const InstanceData& of) {
        const Instance instance(of);
        return SearchSpace(instance, nearest_neighbors(instance, 3)).least_routes();
    };
    EXPECT_EQ(least_routes(data), 2);  // though three are needed
    data.demands = {0, 6, 6, 8};
    EXPECT_EQ(least_routes(data), 2);
    data.demands = {0, 6, 6, 9};
    EXPECT_EQ(least_routes(data), 3);
}

RC_GTEST_PROP(SearchSpace, NeighborsAreMutualAndWithoutRepetition, (std::uint64_t seed)) {
    Random random(seed);
    const Instance instance = random_instance(random, {.customers = random.between(1, 40)});
    const NeighborLists lists = nearest_neighbors(instance, 5);
    const SearchSpace space(instance, lists);
    for (int i = 1; i < space.nodes(); ++i) {
        const auto near = space.neighbors(i);
        std::vector<int> sorted(near.begin(), near.end());
        std::sort(sorted.begin(), sorted.end());
        RC_ASSERT(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end());
        RC_ASSERT(!std::binary_search(sorted.begin(), sorted.end(), i));
        for (const int j : near) {
            const auto back = space.neighbors(j);
            RC_ASSERT(std::find(back.begin(), back.end(), i) != back.end());
        }
        for (const int j : lists.of(space.original(i)))
            RC_ASSERT(std::binary_search(sorted.begin(), sorted.end(), space.renumbered(j)));
    }
}

TEST(SearchSpace, FleetIsTheLimitOrEnough) {
    Random random(3);
    const Instance limited = random_instance(random, {.customers = 20, .max_vehicles = 7});
    EXPECT_EQ(SearchSpace(limited, nearest_neighbors(limited, 5)).fleet(), 7);
    // Demands of just over half the capacity: every customer needs a vehicle of its own.
    InstanceData data = random_instance(random, {.customers = 20}).data();
    for (std::size_t i = 1; i < data.demands.size(); ++i) data.demands[i] = 26;
    const Instance bulky(std::move(data));
    EXPECT_EQ(SearchSpace(bulky, nearest_neighbors(bulky, 5)).fleet(), 20);
}

TEST(SearchSpace, ComputesTheSameDistancesWithoutMatrix) {
    Random random(4);
    for (const Rounding rounding :
         {Rounding::none, Rounding::nearest, Rounding::up, Rounding::down})
        for (const Metric metric : {Metric::euclidean, Metric::manhattan}) {
            InstanceData data = random_instance(random, {.customers = 2100}).data();
            for (Point& p : data.points) p = {p.x * 1000, p.y * 1000};
            data.rule.rounding = rounding;
            data.rule.metric = metric;
            const Instance instance(std::move(data));
            ASSERT_EQ(instance.matrix(), nullptr);
            const SearchSpace space(instance, nearest_neighbors(instance, 5));
            space.with_distances([&](const auto& distances) {
                for (int k = 0; k < 2000; ++k) {
                    const int i = random.between(0, space.customers());
                    const int j = random.between(0, space.customers());
                    const auto expected =
                        float(instance.distance(space.original(i), space.original(j)));
                    EXPECT_EQ(distances(i, j), expected);
                    EXPECT_EQ(distances.from(i)[j], expected);
                    EXPECT_EQ(distances.to(i)[j], expected);
                }
            });
        }
}

}  // namespace
}  // namespace odgear::hgs
