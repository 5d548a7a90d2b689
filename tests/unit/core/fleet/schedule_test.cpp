#include "odgear/core/fleet/schedule.hpp"

#include <gtest/gtest.h>

#include "odgear/core/errors.hpp"
#include "support/fleet_problems.hpp"

namespace odgear::fleet {
namespace {

PlannedRoute scheduled(const ProblemData& data, std::vector<Step> steps) {
    PlannedRoute route;
    route.steps = std::move(steps);
    schedule(Problem(data), route);
    return route;
}

TEST(FleetSchedule, LeavesAsLateAsItCanWithoutReturningLater) {
    ProblemData data = line_problem();
    data.stops[1].windows = {{100, 200}};
    const PlannedRoute route = scheduled(data, {visit(0), visit(1)});
    // 10 out, 1 of service, 10 on: leaving at 79 arrives at 100.
    EXPECT_DOUBLE_EQ(route.start.departure, 79);
    EXPECT_DOUBLE_EQ(route.end.arrival, 121);
    EXPECT_DOUBLE_EQ(route.waiting, 0);
}

TEST(FleetSchedule, WaitsWhereAnEarlierWindowForcesIt) {
    ProblemData data = line_problem();
    data.stops[0].windows = {{0, 30}};
    data.stops[1].windows = {{100, 200}};
    const PlannedRoute route = scheduled(data, {visit(0), visit(1)});
    EXPECT_DOUBLE_EQ(route.start.departure, 20);
    EXPECT_DOUBLE_EQ(route.steps[1].wait, 59);
    EXPECT_DOUBLE_EQ(route.duration, 101);
}

TEST(FleetSchedule, TakesALaterWindowWhereThatMakesTheRouteShorter) {
    ProblemData data = line_problem();
    data.stops[0].windows = {{0, 30}, {80, 90}};
    data.stops[1].windows = {{100, 200}};
    const PlannedRoute route = scheduled(data, {visit(0), visit(1)});
    EXPECT_DOUBLE_EQ(route.steps[0].begin, 89);
    EXPECT_DOUBLE_EQ(route.duration, 42);
}

TEST(FleetSchedule, ABreakInterruptsTheDriving) {
    ProblemData data = line_problem();
    data.vehicles[0].breaks = {{"lunch", {{15, 20}}, 5}};
    data.vehicles[0].latest_start = 0;
    // At stop 0 from 10 to 11, drive 4, rest from 15 to 20, drive 6: at stop 1 at 26.
    const PlannedRoute route = scheduled(data, {visit(0), take_break(0), visit(1)});
    EXPECT_DOUBLE_EQ(route.steps[1].begin, 15);
    EXPECT_DOUBLE_EQ(route.steps[1].wait, 0);
    EXPECT_DOUBLE_EQ(route.steps[2].arrival, 26);
    EXPECT_DOUBLE_EQ(route.lateness, 0);
}

TEST(FleetSchedule, ATripWaitsForItsReleasesAndLoadsAnew) {
    ProblemData data = line_problem();
    data.vehicles[0].reload_depots = {0};
    data.stops[1].release = 70;
    const PlannedRoute route = scheduled(data, {visit(0), reload_at(0), visit(1)});
    EXPECT_DOUBLE_EQ(route.steps[1].departure, 70);
    EXPECT_DOUBLE_EQ(route.start.departure, 49);
    EXPECT_EQ(route.start.load, std::vector<Load>{1});
    EXPECT_EQ(route.steps[1].load, std::vector<Load>{1});
    EXPECT_EQ(route.end.load, std::vector<Load>{0});
}

TEST(FleetSchedule, OpenEndsAndAllCostsByHand) {
    ProblemData data = line_problem();
    VehicleType& van = data.vehicles[0];
    van.end.reset();
    van.fixed_cost = 100;
    van.cost_per_distance = 2;
    van.cost_per_duration = 3;
    van.cost_per_driving = 5;
    van.regular_duration = 20;
    van.cost_per_overtime = 7;
    data.stops[3].prize = 11;
    data.objective.balance = 13;
    Plan plan;
    PlannedRoute route;
    route.steps = {visit(0), visit(1)};
    plan.routes.push_back(route);
    schedule(Problem(data), plan);
    // A distance of 20 and a time of 22.
    EXPECT_DOUBLE_EQ(plan.costs.fixed, 100);
    EXPECT_DOUBLE_EQ(plan.costs.distance, 40);
    EXPECT_DOUBLE_EQ(plan.costs.duration, 66);
    EXPECT_DOUBLE_EQ(plan.costs.driving, 100);
    EXPECT_DOUBLE_EQ(plan.costs.overtime, 14);
    EXPECT_DOUBLE_EQ(plan.costs.prizes, 11);
    EXPECT_DOUBLE_EQ(plan.costs.balance, 286);
}

TEST(FleetProblem, NamesStopsThatNoVehicleCanVisit) {
    ProblemData data = line_problem();
    data.stops[0].skills = {1};
    data.stops[1].delivery = {5};
    data.stops[2].windows = {{5, 8}};
    data.stops[3].windows = {{990, 2000}};
    const Problem problem(data);
    ASSERT_EQ(problem.impossible().size(), 4u);
    EXPECT_EQ(problem.impossible()[0].reason, Reason::no_vehicle);
    EXPECT_EQ(problem.impossible()[1].reason, Reason::too_large);
    EXPECT_EQ(problem.impossible()[2].reason, Reason::too_late);
    EXPECT_EQ(problem.impossible()[2].text,
              "stop 3: window 5-8 ends before any vehicle can arrive at 30");
    EXPECT_EQ(problem.impossible()[3].reason, Reason::cannot_return);
}

TEST(FleetProblem, ThePartnerOfAnImpossibleStopIsImpossible) {
    ProblemData data = line_problem();
    for (Stop& stop : data.stops) stop.delivery.clear();
    data.shipments.push_back({0, 1, {1}});
    data.stops[1].skills = {1};
    const Problem problem(data);
    ASSERT_EQ(problem.impossible().size(), 2u);
    EXPECT_EQ(problem.impossible()[1].reason, Reason::partner);
}

TEST(FleetProblem, RefusesContradictions) {
    const auto refused = [](auto change) {
        ProblemData data = line_problem();
        change(data);
        EXPECT_THROW(Problem{data}, InputError);
    };
    refused([](auto& d) { d.vehicles.clear(); });
    refused([](auto& d) { d.stops[0].location = 9; });
    refused([](auto& d) { d.stops[0].delivery = {1, 2}; });
    refused([](auto& d) { d.stops[0].delivery = {-1}; });
    refused([](auto& d) { d.stops[0].windows = {{5, 4}}; });
    refused([](auto& d) { d.stops[0].windows = {{5, 9}, {8, 10}}; });
    refused([](auto& d) { d.stops[0].service = -1; });
    refused([](auto& d) { d.stops[0].priority = 101; });
    refused([](auto& d) { d.stops[0].vehicle_types = {1}; });
    refused([](auto& d) { d.stops[0].after = 0; });
    refused([](auto& d) {
        d.stops[0].after = 1;
        d.stops[1].after = 0;
    });
    refused([](auto& d) { d.shipments = {{0, 1, {1}}, {1, 2, {1}}}; });
    refused([](auto& d) { d.groups = {{"g", {}, true, 0}}; });
    refused([](auto& d) { d.vehicles[0].start = 1; });
    refused([](auto& d) { d.vehicles[0].profile = 1; });
    refused([](auto& d) { d.vehicles[0].capacity = {1, 1}; });
    refused([](auto& d) { d.vehicles[0].max_duration = -1; });
    refused([](auto& d) {
        d.profiles.emplace_back();
        d.profiles[0].distances = {0, 1};
    });
    refused([](auto& d) { d.locations[0].point.x = NAN; });
}

}  // namespace
}  // namespace odgear::fleet
