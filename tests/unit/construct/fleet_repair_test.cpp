#include "odgear/construct/fleet_repair.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include "odgear/construct/savings.hpp"
#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"
#include "support/random_instances.hpp"

namespace odgear {
namespace {

using testing::InstanceShape;
using testing::random_instance;

// Demands that fill `vehicles` vehicles completely: each capacity is cut into random pieces.
Instance exactly_packed(Random& random, int vehicles, Load capacity, int pieces) {
    InstanceData data;
    data.points.push_back({0.5, 0.5});
    data.demands.push_back(0);
    for (int v = 0; v < vehicles; ++v) {
        Load left = capacity;
        for (int p = 0; p < pieces && left > 0; ++p) {
            const Load piece = p + 1 == pieces ? left : random.between(1, int(left));
            data.points.push_back({random.unit(), random.unit()});
            data.demands.push_back(piece);
            left -= piece;
        }
    }
    data.capacity = capacity;
    data.max_vehicles = vehicles;
    return Instance(std::move(data));
}

TEST(FleetRepair, FillsAFleetToTheBrim) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        Random random(seed);
        const Instance instance = exactly_packed(random, random.between(3, 8), 50, 6);
        const Solution solution = savings(instance, nearest_neighbors(instance, 10));
        const CheckReport report = check(instance, solution);
        ASSERT_TRUE(report.feasible()) << "seed " << seed << ": " << report.summary();
    }
}

// A large fleet with 0.1 % of slack, which savings routes alone never reach.
TEST(FleetRepair, MeetsATightLimitOnALargerInstance) {
    Random random(3);
    InstanceData data =
        random_instance(random, {.customers = 600, .capacity = 100, .max_demand = 30}).data();
    data.max_vehicles = Instance(data).min_vehicles();
    const Instance instance(std::move(data));
    const Solution solution = savings(instance, nearest_neighbors(instance, 20));
    EXPECT_TRUE(check(instance, solution).feasible());
}

// A fleet for which a solution is known: the number of savings routes, or one fewer with the length
// limit increased by the mean route.
RC_GTEST_PROP(FleetRepair, KeepsLengthsWithinTheirLimit, (std::uint64_t seed)) {
    Random random(seed);
    InstanceShape shape{.customers = random.between(20, 80),
                        .capacity = 40,
                        .asymmetric = random.below(2) == 0,
                        .max_route_length = 6,
                        .service_time = 0.1};
    const Instance free = random_instance(random, shape);
    const NeighborLists lists = nearest_neighbors(free, 10);
    const Solution start = savings(free, lists);
    InstanceData data = free.data();
    data.max_vehicles = std::max(free.min_vehicles(), int(start.routes.size()) - 1);
    const Instance limited(std::move(data));
    std::vector<Route> routes = start.routes;
    const bool found = repair_fleet(limited, lists, {.effort = 20}, {}, random, routes);
    if (found)
        RC_ASSERT(check(limited, routes).summary() == "");
    else
        RC_ASSERT(routes == start.routes);
    RC_CLASSIFY(found, "found");
}

// Three customers of 6 need three vehicles of 10, though their total would fit into two.
TEST(FleetRepair, SaysSoWhenNothingWasFound) {
    InstanceData data;
    data.points = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
    data.demands = {0, 6, 6, 6};
    data.capacity = 10;
    data.max_vehicles = 2;
    const Instance instance(std::move(data));
    EXPECT_THROW(savings(instance, nearest_neighbors(instance, 3)), InfeasibleError);
}

}  // namespace
}  // namespace odgear
