#include "odgear/policy/rollout/reroll.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "odgear/core/check.hpp"
#include "odgear/policy/rollout/walk.hpp"
#include "support/random_instances.hpp"
#include "tables.hpp"

namespace odgear::policy {
namespace {

using odgear::testing::random_feasible_routes;
using odgear::testing::random_instance;
using testing::make_setting;
using testing::random_setting;
using testing::Setting;

void expect_same_choice(Walk& part, Walk& whole) {
    const Walk::Distribution a = part.distribution();
    const std::vector<float> weights(a.weights.begin(), a.weights.end());
    const Walk::Distribution b = whole.distribution();
    EXPECT_TRUE(std::equal(weights.begin(), weights.end(), b.weights.begin(), b.weights.end()));
    EXPECT_EQ(a.outside_count, b.outside_count);
    EXPECT_EQ(a.total, b.total);
    EXPECT_EQ(part.best(), whole.best());
}

// A walk over some customers equals the rest of a walk over all, after the others have been
// visited.
TEST(Walk, OfARegionIsTheRestOfAWholeOne) {
    Random random(31);
    for (const bool limited : {false, true}) {
        InstanceData data = random_instance(random, {.customers = 150, .capacity = 30}).data();
        const std::vector<Route> routes = random_feasible_routes(random, Instance(data));
        if (limited) data.max_vehicles = static_cast<int>(routes.size());
        const Setting s = random_setting(random, Instance(data), 8, 3);
        const SortedRows rows(*s.table, 1);
        Walk part(*s.problem, 1, &rows);
        Walk whole(*s.problem, 1, &rows);
        for (int trial = 0; trial < 10; ++trial) {
            whole.restart();
            std::vector<int> open;
            int others = 0;
            for (const Route& route : routes) {
                if (random.unit() < 0.3) {
                    open.insert(open.end(), route.begin(), route.end());
                    continue;
                }
                for (const int customer : route) whole.move(customer);
                whole.move(0);
                ++others;
            }
            const double before = whole.cost();
            part.restart(open, others);
            // Every second walk is left unfinished; the next one must not be affected by it.
            const int most = trial % 2 == 0 ? 1000 : 7;
            for (int step = 0; step < most && !part.finished(); ++step) {
                expect_same_choice(part, whole);
                const int target = part.sample(random);
                part.move(target);
                whole.move(target);
            }
            EXPECT_EQ(part.finished(), whole.finished());
            EXPECT_NEAR(part.cost(), whole.cost() - before, 1e-9);
            EXPECT_EQ(part.routes(), whole.routes());
        }
        part.restart();
        whole.restart();
        expect_same_choice(part, whole);
    }
}

TEST(Reroll, IsNeverWorseAndAlwaysFeasible) {
    Random random(32);
    for (int trial = 0; trial < 20; ++trial) {
        const Setting s = random_setting(
            random,
            random_instance(random, {.customers = random.between(1, 120),
                                     .capacity = 20,
                                     .asymmetric = trial % 4 == 0,
                                     .max_route_length = trial % 5 == 0 ? 4.0 : no_length_limit}),
            6, 3);
        const SortedRows rows(*s.table, 1);
        const Trajectory start = rollout(*s.problem, rows, {.trajectories = 1})[0];
        const Trajectory end = reroll(*s.problem, rows, start, {.trajectories = 15});
        EXPECT_LE(end.cost, start.cost * (1 + 1e-12));
        const CheckReport report = check(*s.instance, {routes_of(*s.graph, end.nodes), end.cost});
        EXPECT_TRUE(report.feasible()) << report.summary();
        EXPECT_EQ(end.routes, std::count(end.nodes.begin(), end.nodes.end(), 0));
    }
}

// Four distant pairs of twins, and a policy that mostly goes to the twin. Starting from routes that
// each join two strangers, rollouts by region must find the pairs.
TEST(Reroll, MendsRoutesThatThePolicyWouldNotMake) {
    InstanceData data;
    data.points = {{0, 0}, {9, 0}, {9, 1}, {0, 9}, {1, 9}, {-9, 0}, {-9, 1}, {0, -9}, {1, -9}};
    data.demands = {0, 1, 1, 1, 1, 1, 1, 1, 1};
    data.capacity = 2;
    const Setting s = make_setting(Instance(data), 7, 0, [](int i, int j, int) {
        return i != 0 && j == (i % 2 == 1 ? i + 1 : i - 1) ? 4 : 0;
    });
    const SortedRows rows(*s.table, 1);
    Trajectory start;
    start.nodes = trajectory_of(*s.graph, {{1, 3}, {2, 4}, {5, 7}, {6, 8}});
    start.cost = solution_cost(*s.instance, routes_of(*s.graph, start.nodes));
    start.routes = 4;
    const Trajectory end = reroll(*s.problem, rows, start, {.trajectories = 60});
    const double pair = 9 + 1 + std::hypot(9, 1);
    EXPECT_NEAR(end.cost, 4 * pair, 1e-9);
    EXPECT_EQ(end.routes, 4);
}

TEST(Reroll, KeepsTheFleetLimit) {
    Random random(33);
    for (int trial = 0; trial < 20; ++trial) {
        InstanceData data = random_instance(random, {.customers = 60, .capacity = 25}).data();
        const std::vector<Route> routes = random_feasible_routes(random, Instance(data));
        data.max_vehicles = static_cast<int>(routes.size());
        const Setting s = random_setting(random, Instance(data), 8, 3);
        const SortedRows rows(*s.table, 1);
        Trajectory start;
        start.nodes = trajectory_of(*s.graph, routes);
        start.routes = data.max_vehicles;
        start.cost = solution_cost(*s.instance, routes);
        const Trajectory end = reroll(*s.problem, rows, start, {.trajectories = 20});
        EXPECT_TRUE(check(*s.instance, routes_of(*s.graph, end.nodes)).feasible());
        EXPECT_LE(end.cost, start.cost);
    }
}

TEST(Reroll, ThreadsChangeNothingSeedsDo) {
    Random random(34);
    const Setting s = random_setting(random, random_instance(random, {.customers = 3000}), 20, 3);
    const SortedRows rows(*s.table, 1);
    const Trajectory start = rollout(*s.problem, rows, {.trajectories = 1})[0];
    const Workers two(2);
    const Trajectory one = reroll(*s.problem, rows, start, {.trajectories = 11});
    EXPECT_LT(one.cost, start.cost);
    EXPECT_EQ(reroll(*s.problem, rows, start, {.trajectories = 11}, two).nodes, one.nodes);
    EXPECT_NE(reroll(*s.problem, rows, start, {.trajectories = 11, .seed = 2}).nodes, one.nodes);
}

TEST(Reroll, StoppedItReturnsWhatItWasGiven) {
    Random random(35);
    const Setting s = random_setting(random, random_instance(random, {.customers = 100}), 10, 0);
    const SortedRows rows(*s.table, 1);
    const Trajectory start = rollout(*s.problem, rows, {.trajectories = 1})[0];
    StopFlag flag;
    flag.raise();
    StopRule stop;
    stop.flag = &flag;
    EXPECT_EQ(reroll(*s.problem, rows, start, {.trajectories = 50}, Workers(), stop).nodes,
              start.nodes);
}

}  // namespace
}  // namespace odgear::policy
