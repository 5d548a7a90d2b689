#include "odgear/hgs/split.hpp"

#include <gtest/gtest.h>

#include "odgear/spatial/neighbors.hpp"
#include "support/random_instances.hpp"

namespace odgear::hgs {
namespace {

TEST(Split, OneVehicleTakesAll) {
    Random random(1);
    const Instance instance = odgear::testing::random_instance(
        random, {.customers = 5, .capacity = 45, .max_vehicles = 1});
    const SearchSpace space(instance, nearest_neighbors(instance, 5));
    Individual individual;
    from_routes(space, std::vector<Route>{{1, 2}, {3, 4, 5}}, individual);
    Split split;
    split(space, {1, 0}, individual);
    EXPECT_EQ(individual.routes(), 1);
}

// Two far clusters and room for three: cut between them whatever the order of the classes.
TEST(Split, CutsWhereTheReturnIsCheapest) {
    InstanceData data;
    data.points = {{0, 0}, {10, 0}, {10, 1}, {10, 2}, {-10, 0}, {-10, 1}, {-10, 2}};
    data.demands = {0, 1, 1, 1, 1, 1, 1};
    data.capacity = 4;
    const Instance instance(std::move(data));
    const SearchSpace space(instance, nearest_neighbors(instance, 5));
    Individual individual;
    from_routes(space, std::vector<Route>{{1, 2, 3, 4, 5, 6}}, individual);
    Split split;
    split(space, {100, 0}, individual);
    const std::vector<Route> expected{{1, 2, 3}, {4, 5, 6}};
    EXPECT_EQ(to_routes(space, individual), expected);
}

// Too many entries for the table: the cut by a fixed cost per route keeps to the fleet and is not
// far from what the table finds on the same instance with one vehicle more.
TEST(Split, LargeLimitedFleets) {
    Random random(2);
    InstanceData data = odgear::testing::random_instance(random, {.customers = 5000}).data();
    Load total = 0;
    for (const Load d : data.demands) total += d;
    data.capacity = 14;
    data.max_vehicles = static_cast<int>(total / 14) + 1;
    ASSERT_GT(std::int64_t(data.max_vehicles) * 5000, Split::largest_table);
    const Instance instance(std::move(data));
    const SearchSpace space(instance, nearest_neighbors(instance, 5));
    Individual individual;
    from_routes(space, odgear::testing::random_routes(random, instance, 1), individual);
    Split split;
    split(space, {0.5, 0}, individual);
    EXPECT_LE(individual.routes(), space.fleet());
    EXPECT_GT(individual.routes(), space.fleet() - 50);
    individual.evaluate(space);
    EXPECT_LT(double(individual.excess_load), 0.2 * double(total));
}

}  // namespace
}  // namespace odgear::hgs
