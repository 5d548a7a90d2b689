// Four small days of typical fleets. Each is solved completely and checked, and its special feature
// is tested separately.
#include <gtest/gtest.h>

#include "odgear/core/fleet/check.hpp"
#include "odgear/fleet/solve.hpp"
#include "support/fleet_stories.hpp"

namespace odgear::fleet {
namespace {

Result solved(const Problem& problem, std::int64_t iterations) {
    StopRule stop;
    stop.iterations = iterations;
    Result result = solve(problem, {}, nullptr, stop);
    const CheckReport report = check(problem, result.plan);
    EXPECT_TRUE(report.drivable()) << report.summary();
    return result;
}

TEST(Stories, ParcelDay) {
    const Problem problem(parcel_day(150, 1));
    const Result result = solved(problem, 3000);
    EXPECT_TRUE(result.complete);
    for (const PlannedRoute& route : result.plan.routes) {
        const auto lunch =
            std::find_if(route.steps.begin(), route.steps.end(),
                         [](const Step& step) { return step.kind == Step::Kind::pause; });
        ASSERT_NE(lunch, route.steps.end());
        EXPECT_GE(lunch->begin, 11 * 3600);
        EXPECT_LE(lunch->begin, 14 * 3600);
    }
}

TEST(Stories, Technicians) {
    const Problem problem(technicians(40, 2));
    const Result result = solved(problem, 3000);
    // The team cannot do everything; the stops that are left out are no more urgent than the
    // visited ones.
    for (const PlannedRoute& route : result.plan.routes)
        for (const Step& step : route.steps)
            EXPECT_TRUE(step.kind != Step::Kind::stop ||
                        problem.compatible(route.type, step.index));
    for (const Unassigned& u : result.plan.unassigned) {
        EXPECT_FALSE(u.text.empty());
        EXPECT_EQ(problem.stop(u.stop).priority, 0) << u.text;
    }
}

TEST(Stories, TechniciansWorkOvertimeOnlyWhereItPays) {
    ProblemData data = technicians(40, 2);
    for (VehicleType& type : data.vehicles) type.cost_per_overtime = 0;
    const Result free_hours = solved(Problem(data), 3000);
    for (VehicleType& type : data.vehicles) type.cost_per_overtime = 100;
    for (Stop& stop : data.stops) stop.prize = 50000;
    const Result dear_hours = solved(Problem(data), 3000);
    double overtime = 0;
    for (const PlannedRoute& route : dear_hours.plan.routes)
        overtime += std::max(0.0, route.duration - data.vehicles[0].regular_duration);
    double freely = 0;
    for (const PlannedRoute& route : free_hours.plan.routes)
        freely += std::max(0.0, route.duration - data.vehicles[0].regular_duration);
    EXPECT_LT(overtime, freely);
}

TEST(Stories, PickupAndDelivery) {
    const Problem problem(pickup_and_delivery(40, 3));
    const Result result = solved(problem, 2000);
    EXPECT_TRUE(result.complete);
}

TEST(Stories, MilkRunWithReloads) {
    const Problem problem(milk_run(50, 4));
    const Result result = solved(problem, 1500);
    EXPECT_TRUE(result.complete);
    int reloads = 0;
    for (const PlannedRoute& route : result.plan.routes)
        for (const Step& step : route.steps) reloads += step.kind == Step::Kind::reload;
    // Three lorries make many more trips than three.
    EXPECT_GT(reloads, 3);
    EXPECT_LE(result.plan.vehicles(), 3);
}

}  // namespace
}  // namespace odgear::fleet
