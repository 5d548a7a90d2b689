#include "odgear/expert/town_pieces.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <rapidcheck/gtest.h>

#include "odgear/core/check.hpp"
#include "odgear/expert/rounds.hpp"
#include "support/random_instances.hpp"
#include "support/stop_rules.hpp"

namespace odgear::expert {
namespace {

using testing::iterations;
using testing::random_feasible_routes;
using testing::random_instance;

// Customers at these places of a line, all of demand 1; the depot at 0.
Instance on_a_line(const std::vector<double>& places, Load capacity) {
    InstanceData data;
    data.points.push_back({0, 0});
    for (const double x : places) data.points.push_back({x, 0});
    data.demands.assign(data.points.size(), 1);
    data.demands[0] = 0;
    data.capacity = capacity;
    return Instance(std::move(data));
}

// Towns far apart, with customers one unit apart, on a circle around the depot.
Instance ring_of_towns(int towns, int customers, Load capacity) {
    InstanceData data;
    data.points.push_back({0, 0});
    for (int t = 0; t < towns; ++t)
        for (int i = 0; i < customers; ++i)
            data.points.push_back({1e5 * std::cos(t) + i % 10, 1e5 * std::sin(t) + i / 10});
    data.demands.assign(data.points.size(), 1);
    data.demands[0] = 0;
    data.capacity = capacity;
    return Instance(std::move(data));
}

std::vector<int> all_customers(const std::vector<Route>& routes) {
    std::vector<int> all;
    for (const Route& route : routes) all.insert(all.end(), route.begin(), route.end());
    std::sort(all.begin(), all.end());
    return all;
}

TEST(TownPieces, EndAtTheirSizeAndAtLongArcs) {
    const Instance line = on_a_line({1, 2, 3, 4, 100, 101}, 10);
    EXPECT_EQ(cut_into_pieces(line, {1, 2, 3, 4, 5, 6}, 3, 50),
              (std::vector<Route>{{1, 2, 3}, {4}, {5, 6}}));
    EXPECT_EQ(cut_into_pieces(line, {1, 2, 3, 4, 5, 6}, 3, 1000),
              (std::vector<Route>{{1, 2, 3}, {4, 5, 6}}));
    EXPECT_TRUE(cut_into_pieces(line, {}, 3, 1).empty());
}

// Five inner arcs of 1 and one of 97: on average 17.
TEST(TownPieces, AreOfRoutesWithAnArcOfManyMeanArcs) {
    const Instance line = on_a_line({1, 2, 3, 4, 101, 102, 103, 104, 105, 202}, 10);
    const Solution solution = make_solution(line, {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10}});
    EXPECT_EQ(routes_between_towns(line, solution, {.long_arc = 5}), (std::vector<int>{1}));
    EXPECT_TRUE(routes_between_towns(line, solution, {.long_arc = 6}).empty());
}

RC_GTEST_PROP(TownPieces, StayFeasibleAndNeverCostMore, (std::uint64_t seed)) {
    Random random(seed);
    const Instance instance = random_instance(random, {.customers = random.between(1, 120),
                                                       .asymmetric = random.below(4) == 0,
                                                       .integer_grid = random.below(3) == 0});
    const std::vector<Route> before = random_feasible_routes(random, instance);
    RoundsParameters parameters;
    parameters.pieces.customers = random.between(1, 6);
    const StopRule stop = iterations(random.between(1, 300));
    const TownPiecesResult after =
        replan_town_pieces(instance, before, int(before.size()), parameters, stop, seed);
    RC_ASSERT(after.iterations <= stop.iterations);
    RC_ASSERT(all_customers(after.routes) == all_customers(before));
    RC_ASSERT(check(instance, make_solution(instance, after.routes)).summary() == "");
    RC_ASSERT(after.gain >= 0);
    const double change = solution_cost(instance, before) - solution_cost(instance, after.routes);
    RC_ASSERT(std::abs(change - after.gain) < 1e-6);
    RC_ASSERT(
        replan_town_pieces(instance, before, int(before.size()), parameters, stop, seed).routes ==
        after.routes);
}

// Every route visits two towns. One town fills a route of its own.
TEST(TownPieces, GiveEachTownARouteOfItsOwn) {
    const int towns = 6;
    const Instance instance = ring_of_towns(towns, 10, 10);
    std::vector<Route> mixed(towns);
    for (int c = 1; c <= instance.customers(); ++c) {
        const int town = (c - 1) / 10;
        mixed[std::size_t(c % 2 == 0 ? town : (town + 1) % towns)].push_back(c);
    }
    ASSERT_EQ(
        routes_between_towns(instance, make_solution(instance, mixed), {.long_arc = 2}).size(),
        std::size_t(towns));
    const TownPiecesResult found =
        replan_town_pieces(instance, mixed, towns, {}, iterations(20'000), 1);
    EXPECT_TRUE(
        routes_between_towns(instance, make_solution(instance, found.routes), {.long_arc = 2})
            .empty());
    EXPECT_GT(found.gain, 1e5);
}

// The rounds call it, and the threads do not matter.
TEST(TownPieces, AreReplannedBetweenTheRounds) {
    const Instance instance = ring_of_towns(30, 37, 25);
    std::vector<Route> in_order;
    for (int c = 1; c <= instance.customers(); ++c) {
        if (c % 25 == 1) in_order.emplace_back();
        in_order.back().push_back(c);
    }
    const Solution start = make_solution(instance, in_order);
    RoundsParameters with;
    with.pieces.long_arc = 3;
    with.pieces.most_share = 0.1;
    with.pieces.least = 0;
    RoundsParameters without;
    without.pieces.least_routes = 1'000'000;
    const StopRule stop = iterations(30'000);
    Workers one(1);
    Workers two(2);
    const RoundsResult found = anneal_in_rounds(instance, start, with, stop, one, 1);
    EXPECT_EQ(check(instance, found.best).summary(), "");
    EXPECT_LE(found.iterations, stop.iterations);
    EXPECT_EQ(anneal_in_rounds(instance, start, with, stop, two, 1).best, found.best);
    EXPECT_NE(anneal_in_rounds(instance, start, without, stop, one, 1).best, found.best);
}

}  // namespace
}  // namespace odgear::expert
