#include "odgear/core/fleet/check.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "odgear/core/fleet/schedule.hpp"
#include "support/fleet_problems.hpp"

namespace odgear::fleet {
namespace {

using Kind = Violation::Kind;

PlannedRoute route_of(std::vector<Step> steps, int vehicle = 0) {
    PlannedRoute route;
    route.vehicle = vehicle;
    route.steps = std::move(steps);
    return route;
}

Plan one_route() {
    Plan plan;
    plan.routes.push_back(route_of({visit(0), visit(1), visit(2), visit(3)}));
    return plan;
}

std::vector<Kind> kinds(const ProblemData& data, const Plan& plan) {
    std::vector<Kind> result;
    for (const Violation& v : check(Problem(data), plan).violations) result.push_back(v.kind);
    return result;
}

bool finds(const std::vector<Kind>& found, Kind kind) {
    return std::find(found.begin(), found.end(), kind) != found.end();
}

TEST(FleetCheck, AcceptsAPlainPlanAndItsOwnSchedule) {
    const Problem problem(line_problem());
    Plan plan = one_route();
    schedule(problem, plan);
    const CheckReport report = check(problem, plan);
    EXPECT_TRUE(report.feasible()) << report.summary();
    EXPECT_DOUBLE_EQ(report.cost(), 80);
    EXPECT_DOUBLE_EQ(plan.routes[0].duration, 84);
    EXPECT_EQ(plan.routes[0].start.load, std::vector<Load>{4});
    EXPECT_EQ(plan.routes[0].steps[0].load, std::vector<Load>{3});
}

// One changed detail, and the violation that it causes.
struct Planted {
    const char* name;
    Kind kind;
    std::function<void(ProblemData&, Plan&)> change;
};

class PlantedViolation : public testing::TestWithParam<Planted> {};

TEST_P(PlantedViolation, IsFound) {
    ProblemData data = line_problem();
    Plan plan = one_route();
    GetParam().change(data, plan);
    const std::vector<Kind> found = kinds(data, plan);
    EXPECT_TRUE(finds(found, GetParam().kind));
    EXPECT_EQ(found.size(), 1u) << check(Problem(data), plan).summary();
}

using Steps = std::vector<Step>;
Steps& steps(Plan& plan) { return plan.routes[0].steps; }

const Planted planted[] = {
    {"UnknownStop", Kind::unknown_step, [](auto&, auto& p) { steps(p).push_back(visit(9)); }},
    {"UnknownBreak", Kind::unknown_step, [](auto&, auto& p) { steps(p).push_back(take_break(0)); }},
    {"RepeatedStop", Kind::repeated_stop,
     [](auto& d, auto& p) {
         d.vehicles[0].capacity = {9};
         steps(p).push_back(visit(0));
     }},
    {"MissingStop", Kind::missing_stop, [](auto&, auto& p) { steps(p).pop_back(); }},
    {"MissingGroup", Kind::missing_group,
     [](auto& d, auto& p) {
         d.groups.push_back({"g", {2, 3}, true, 0});
         steps(p).resize(2);
     }},
    {"CrowdedGroup", Kind::crowded_group,
     [](auto& d, auto&) {
         d.groups.push_back({"g", {2, 3}, true, 0});
     }},
    {"ExcessLoad", Kind::excess_load, [](auto& d, auto&) { d.stops[2].delivery = {2}; }},
    {"ExcessPickup", Kind::excess_load,
     [](auto& d, auto&) {
         for (int i = 0; i < 4; ++i) d.stops[std::size_t(i)].pickup = {i == 0 ? 2 : 1};
     }},
    {"ExcessShipment", Kind::excess_load,
     [](auto& d, auto&) {
         d.shipments.push_back({0, 3, {2}});
     }},
    {"LateAtAStop", Kind::late,
     [](auto& d, auto&) {
         d.stops[3].windows = {{0, 5}, {7, 42}};
     }},
    {"LateBreak", Kind::late,
     [](auto& d, auto& p) {
         d.vehicles[0].breaks = {{"b", {{0, 40}}, 5}};
         steps(p).push_back(take_break(0));
     }},
    {"LateEnd", Kind::late_end, [](auto& d, auto&) { d.vehicles[0].shift.close = 83; }},
    {"LateStart", Kind::late,
     [](auto& d, auto&) {
         d.depots[0].window = {50, 1000};
         d.vehicles[0].latest_start = 40;
     }},
    {"ExcessDuration", Kind::excess_duration,
     [](auto& d, auto&) { d.vehicles[0].max_duration = 83; }},
    {"ExcessDistance", Kind::excess_distance,
     [](auto& d, auto&) { d.vehicles[0].max_distance = 79; }},
    {"ExcessDriving", Kind::excess_driving, [](auto& d, auto&) { d.vehicles[0].max_driving = 79; }},
    {"ExcessStops", Kind::excess_stops, [](auto& d, auto&) { d.vehicles[0].max_stops = 3; }},
    {"NoSuchVehicle", Kind::excess_vehicles, [](auto&, auto& p) { p.routes[0].vehicle = 2; }},
    {"VehicleTwice", Kind::excess_vehicles,
     [](auto&, auto& p) {
         steps(p).pop_back();
         p.routes.push_back(route_of({visit(3)}));
     }},
    {"MissingSkill", Kind::wrong_vehicle,
     [](auto& d, auto&) {
         d.stops[1].skills = {7};
         d.vehicles[0].skills = {6};
     }},
    {"ForbiddenType", Kind::wrong_vehicle,
     [](auto& d, auto&) {
         d.vehicles.push_back(d.vehicles[0]);
         d.stops[1].vehicle_types = {1};
     }},
    {"ShipmentReversed", Kind::broken_pair,
     [](auto& d, auto&) {
         for (auto& s : d.stops) s.delivery.clear();
         d.shipments.push_back({3, 0, {1}});
     }},
    {"NotDelivered", Kind::broken_pair,
     [](auto& d, auto& p) {
         for (auto& s : d.stops) s.delivery.clear();
         d.shipments.push_back({0, 3, {1}});
         d.stops[0].prize = d.stops[3].prize = 1;
         steps(p).pop_back();
     }},
    {"NotAfter", Kind::broken_pair, [](auto& d, auto&) { d.stops[0].after = 2; }},
    {"BackhaulFirst", Kind::backhaul_order, [](auto& d, auto&) { d.stops[2].backhaul = true; }},
    {"BackhaulsAlone", Kind::backhaul_order,
     [](auto& d, auto&) {
         for (auto& s : d.stops) s.backhaul = true;
         d.backhauls_alone = false;
     }},
    {"MissingBreak", Kind::missing_break,
     [](auto& d, auto&) {
         d.vehicles[0].breaks = {{"b", {}, 5}};
     }},
    {"NoReloadDepot", Kind::wrong_reload,
     [](auto&, auto& p) { steps(p).insert(steps(p).begin() + 2, reload_at(0)); }},
    {"TooManyReloads", Kind::wrong_reload,
     [](auto& d, auto& p) {
         d.vehicles[0].reload_depots = {0};
         d.vehicles[0].max_reloads = 0;
         steps(p).insert(steps(p).begin() + 2, reload_at(0));
     }},
    {"TimesTooShort", Kind::wrong_times,
     [](auto& d, auto& p) {
         schedule(Problem(d), p);
         steps(p)[2].arrival -= 1;
     }},
    {"EarlyRelease", Kind::early_release,
     [](auto& d, auto& p) {
         d.depots[0].window = {1, 1000};
         schedule(Problem(d), p);
         d.stops[2].release = 9;
         for (Step& step : steps(p)) step.wait = 0;
     }},
    {"WrongCost", Kind::wrong_cost,
     [](auto& d, auto& p) {
         schedule(Problem(d), p);
         p.costs.distance += 1;
     }},
};

INSTANTIATE_TEST_SUITE_P(Each, PlantedViolation, testing::ValuesIn(planted),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(FleetCheck, LeftOutStopsLeaveAPlanDrivable) {
    Plan plan = one_route();
    steps(plan).pop_back();
    const CheckReport report = check(Problem(line_problem()), plan);
    EXPECT_FALSE(report.feasible());
    EXPECT_TRUE(report.drivable());
}

}  // namespace
}  // namespace odgear::fleet
