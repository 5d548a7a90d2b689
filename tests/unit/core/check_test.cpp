#include "odgear/core/check.hpp"

#include <gtest/gtest.h>

#include "odgear/core/errors.hpp"

namespace odgear {
namespace {

using Kind = Violation::Kind;

// Depot at the origin, customers at (3,4), (3,0), (0,4) with demands 4, 3, 2.
InstanceData square() {
    InstanceData data;
    data.points = {{0, 0}, {3, 4}, {3, 0}, {0, 4}};
    data.demands = {0, 4, 3, 2};
    data.capacity = 7;
    return data;
}

std::vector<Kind> kinds(const CheckReport& report) {
    std::vector<Kind> result;
    for (const Violation& v : report.violations) result.push_back(v.kind);
    return result;
}

TEST(Check, RecomputesTheCostByHand) {
    const Instance instance(square());
    // 0-(3,0)-(3,4)-0: 3 + 4 + 5; 0-(0,4)-0: 8.
    const CheckReport report = check(instance, std::vector<Route>{{2, 1}, {3}});
    EXPECT_TRUE(report.feasible());
    EXPECT_DOUBLE_EQ(report.cost, 20);
    EXPECT_EQ(report.vehicles, 2);
}

TEST(Check, NamesRepeatedAndMissingCustomers) {
    const CheckReport report = check(Instance(square()), std::vector<Route>{{2, 2}, {3}});
    EXPECT_EQ(kinds(report), (std::vector{Kind::repeated_customer, Kind::missing_customer}));
    EXPECT_EQ(report.violations[0].customer, 2);
    EXPECT_EQ(report.violations[1].customer, 1);
}

TEST(Check, NamesUnknownCustomersAndGoesOn) {
    const CheckReport report = check(Instance(square()), std::vector<Route>{{2, 1, 9, 0, -3}, {3}});
    EXPECT_EQ(kinds(report), std::vector(3, Kind::unknown_customer));
    EXPECT_DOUBLE_EQ(report.cost, 20);
}

TEST(Check, NamesOverloadedRoutes) {
    const CheckReport report = check(Instance(square()), std::vector<Route>{{2, 1, 3}});
    EXPECT_EQ(kinds(report), std::vector{Kind::excess_load});
    EXPECT_NE(report.summary().find("carries 9, above the capacity of 7"), std::string::npos);
}

TEST(Check, CountsServiceTowardsTheLengthLimitButNotTheCost) {
    InstanceData data = square();
    data.max_route_length = 14;
    data.service_time = 1;
    const std::vector<Route> routes{{2, 1}, {3}};
    EXPECT_TRUE(check(Instance(data), routes).feasible());  // 12 + 2 services
    EXPECT_DOUBLE_EQ(check(Instance(data), routes).cost, 20);
    data.service_time = 1.5;
    EXPECT_EQ(kinds(check(Instance(data), routes)), std::vector{Kind::excess_length});
}

TEST(Check, CountsOnlyRoutesThatVisitSomebody) {
    InstanceData data = square();
    data.max_vehicles = 2;
    EXPECT_TRUE(check(Instance(data), std::vector<Route>{{2, 1}, {}, {3}}).feasible());
    EXPECT_EQ(kinds(check(Instance(data), std::vector<Route>{{2}, {1}, {3}})),
              std::vector{Kind::excess_vehicles});
}

TEST(Check, ComparesTheStatedCost) {
    const Instance instance(square());
    EXPECT_TRUE(check(instance, Solution{{{2, 1}, {3}}, 20}).feasible());
    EXPECT_EQ(kinds(check(instance, Solution{{{2, 1}, {3}}, 19})), std::vector{Kind::wrong_cost});
    EXPECT_TRUE(check(instance, Solution{{{2, 1}, {3}}, 19.99}, 1e-3).feasible());
}

TEST(Solution, CanonicalFormIsTheSameForEveryWritingOfIt) {
    const Instance instance(square());
    const Solution a = canonical(instance, make_solution(instance, {{2, 1}, {}, {3}}));
    const Solution b = canonical(instance, make_solution(instance, {{3}, {1, 2}}));
    EXPECT_EQ(a, b);
}

}  // namespace
}  // namespace odgear
