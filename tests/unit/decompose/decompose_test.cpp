#include "odgear/decompose/decompose.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <algorithm>

#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"
#include "support/random_instances.hpp"

namespace odgear {
namespace {

using testing::InstanceShape;
using testing::random_feasible_routes;
using testing::random_instance;

struct Given {
    Instance instance;
    Solution start;
};

Given random_given(Random& random) {
    Instance instance = random_instance(
        random, {.customers = random.between(1, 150), .asymmetric = random.below(3) == 0});
    Solution start = make_solution(instance, random_feasible_routes(random, instance));
    return {std::move(instance), std::move(start)};
}

// A crude inner solver: visits the customers of each route from nearest to nearest.
Solution nearest_first(const Instance& instance, std::vector<Route> routes) {
    for (Route& route : routes) {
        int at = 0;
        for (auto it = route.begin(); it != route.end(); ++it) {
            std::iter_swap(it, std::min_element(it, route.end(), [&](int a, int b) {
                               return instance.distance(at, a) < instance.distance(at, b);
                           }));
            at = *it;
        }
    }
    return make_solution(instance, std::move(routes));
}

RC_GTEST_PROP(Decompose, RoundTripKeepsEveryRouteAndDistance, (std::uint64_t seed)) {
    Random random(seed);
    const auto [instance, start] = random_given(random);
    std::vector<int> chosen;
    for (std::size_t r = 0; r < start.routes.size(); ++r)
        if (random.below(2) == 0) chosen.push_back(int(r));
    RC_PRE(!chosen.empty());
    const Subproblem part = make_subproblem(instance, start.routes, chosen, int(chosen.size()));
    std::vector<Route> expected;
    for (const int r : chosen) expected.push_back(start.routes[std::size_t(r)]);
    RC_ASSERT(part.global_routes(part.start.routes) == expected);
    for (int a = 0; a < part.instance.nodes(); ++a) {
        RC_ASSERT(part.instance.demand(a) == instance.demand(part.to_global[std::size_t(a)]));
        for (int b = 0; b < part.instance.nodes(); ++b)
            RC_ASSERT(
                part.instance.distance(a, b) ==
                instance.distance(part.to_global[std::size_t(a)], part.to_global[std::size_t(b)]));
    }
}

RC_GTEST_PROP(Decompose, IsFeasibleAndNeverWorse, (std::uint64_t seed)) {
    Random random(seed);
    const auto [instance, start] = random_given(random);
    DecomposeParameters parameters;
    parameters.clustering = Clustering(random.below(3));
    parameters.part_size = random.between(1, 60);
    const Solution result = decompose(
        instance, start, parameters,
        [](const Subproblem& part, std::size_t) {
            return nearest_first(part.instance, part.start.routes);
        },
        seed);
    RC_ASSERT(check(instance, result).summary() == "");
    RC_ASSERT(result.cost <= start.cost);
    // No part gets worse, so the whole is at least as good as the better order of each route.
    double best = 0;
    for (const Route& route : start.routes)
        best += std::min(route_cost(instance, route), nearest_first(instance, {route}).cost);
    RC_ASSERT(result.cost >= best - 1e-9);
}

RC_GTEST_PROP(Decompose, ReturnsItsInputWhenPartsFindNothingOrWorse, (std::uint64_t seed)) {
    Random random(seed);
    const auto [instance, start] = random_given(random);
    const auto nothing = [](const Subproblem&, std::size_t) { return std::optional<Solution>(); };
    RC_ASSERT(decompose(instance, start, {.part_size = 20}, nothing, seed) == start);
    const auto alone = [](const Subproblem& part, std::size_t) {
        std::vector<Route> routes;
        for (int c = 1; c < part.instance.nodes(); ++c) routes.push_back({c});
        return make_solution(part.instance, std::move(routes));
    };
    const Solution kept =
        decompose(instance, start, {.part_size = 20, .keep_route_count = false}, alone, seed);
    RC_ASSERT(kept.cost <= start.cost);
}

TEST(Decompose, LimitsEachPartToItsRoutes) {
    Random random(1);
    const auto [instance, start] = random_given(random);
    std::size_t routes = 0;
    const auto count = [&](const Subproblem& part, std::size_t) -> std::optional<Solution> {
        EXPECT_EQ(part.instance.max_vehicles(), int(part.start.routes.size()));
        routes += part.start.routes.size();
        return std::nullopt;
    };
    decompose(instance, start, {.part_size = 20}, count, 1);
    EXPECT_EQ(routes, start.routes.size());
}

TEST(Decompose, SharesSpareVehiclesWhenRouteCountsAreFree) {
    Random random(2);
    InstanceData data = random_instance(random, {.customers = 100}).data();
    const Instance unlimited(data);
    const Solution start = make_solution(unlimited, random_feasible_routes(random, unlimited));
    const DecomposeParameters parameters{.part_size = 25, .keep_route_count = false};
    const auto see = [&](const Instance& instance, int spare) {
        const auto inner = [&](const Subproblem& part, std::size_t) -> std::optional<Solution> {
            const int own = int(part.start.routes.size());
            EXPECT_EQ(part.instance.max_vehicles(), spare < 0 ? no_vehicle_limit : own + spare);
            return std::nullopt;
        };
        decompose(instance, start, parameters, inner, 1);
    };
    see(unlimited, -1);
    data.max_vehicles = int(start.routes.size()) + 9;  // four parts get two each, one is left over
    see(Instance(data), 2);
}

TEST(Decompose, RejectsWhatAnInnerSolverMustNotReturn) {
    Random random(3);
    const auto [instance, start] = random_given(random);
    const auto drop = [](const Subproblem& part, std::size_t) {
        std::vector<Route> routes = part.start.routes;
        routes.front().pop_back();
        return make_solution(part.instance, std::move(routes));
    };
    EXPECT_THROW(decompose(instance, start, {.part_size = 20}, drop, 1), InternalError);
}

TEST(Decompose, DoesNotDependOnTheOrderInWhichPartsAreSolved) {
    Random random(4);
    const auto [instance, start] = random_given(random);
    const auto inner = [](const Subproblem& part, std::size_t) {
        return nearest_first(part.instance, part.start.routes);
    };
    const auto backwards = [](std::size_t count, const std::function<void(std::size_t)>& task) {
        while (count > 0) task(--count);
    };
    EXPECT_EQ(decompose(instance, start, {.part_size = 20}, inner, 9),
              decompose(instance, start, {.part_size = 20}, inner, 9, backwards));
}

}  // namespace
}  // namespace odgear
