#include "odgear/fleet/solve.hpp"

#include <gtest/gtest.h>

#include "odgear/core/errors.hpp"
#include "odgear/core/fleet/check.hpp"
#include "odgear/core/fleet/schedule.hpp"
#include "support/fleet_problems.hpp"

namespace odgear::fleet {
namespace {

StopRule iterations(std::int64_t count) {
    StopRule stop;
    stop.iterations = count;
    return stop;
}

Problem random_problem(int stops, unsigned features, std::uint64_t seed = 5) {
    Random random(seed);
    return Problem(random_fleet_problem(random, stops, features));
}

TEST(FleetSolve, FindsTheBestPlanOfALine) {
    const Result result = solve(Problem(line_problem()), {}, nullptr, iterations(200));
    EXPECT_TRUE(result.complete);
    EXPECT_DOUBLE_EQ(result.plan.cost(), 80);
    EXPECT_EQ(result.plan.vehicles(), 1);
}

// A stop that no vehicle can reach in time must not disturb the search for the others: the prize of
// the far stop is lower than the cost of reaching it.
TEST(FleetSolve, AnImpossibleStopDoesNotHoldUpTheOthers) {
    ProblemData data = line_problem();
    data.vehicles[0].shift = {};  // no end
    data.stops[0].windows = {{0, 1}};
    data.stops.back().prize = 1;
    const Result result = solve(Problem(data), {}, nullptr, iterations(500));
    EXPECT_FALSE(result.complete);
    ASSERT_EQ(result.plan.unassigned.size(), 2U);
}

TEST(FleetSolve, AnEmptyProblemHasAnEmptyPlan) {
    ProblemData data = line_problem();
    data.stops.clear();
    const Result result = solve(Problem(data));
    EXPECT_TRUE(result.complete);
    EXPECT_EQ(result.plan.vehicles(), 0);
}

TEST(FleetSolve, TheSeedAndTheIterationsDecideWhateverTheThreads) {
    const Problem problem = random_problem(120, windows | types | depots | prizes);
    Parameters parameters;
    parameters.rounds_from = 60;
    parameters.part_size = 40;
    parameters.rounds = 4;
    const Result one = solve(problem, parameters, nullptr, iterations(1500), Workers(1), 3);
    const Result two = solve(problem, parameters, nullptr, iterations(1500), Workers(2), 3);
    EXPECT_EQ(one.plan, two.plan);
    EXPECT_EQ(one.iterations, two.iterations);
}

TEST(FleetSolve, RoundsOnPartsKeepEveryKindOfUnitTogether) {
    const unsigned features = windows | pickups | shipments | order | groups | skills | reloads |
                              breaks | types | asymmetric | prizes;
    const Problem problem = random_problem(90, features);
    Parameters parameters;
    parameters.rounds_from = 30;
    parameters.part_size = 25;
    parameters.rounds = 3;
    const Result result = solve(problem, parameters, nullptr, iterations(600));
    EXPECT_TRUE(check(problem, result.plan).drivable());
}

TEST(FleetSolve, AWarmStartIsNeverLost) {
    const Problem problem = random_problem(60, windows | types);
    const Result long_run = solve(problem, {}, nullptr, iterations(4000));
    const Result again = solve(problem, {}, &long_run.plan, iterations(1));
    EXPECT_LE(again.plan.cost(), long_run.plan.cost() * (1 + 1e-9));
}

TEST(FleetSolve, ABrokenWarmStartIsRepaired) {
    const Problem problem(line_problem());
    Plan plan;
    PlannedRoute route;
    route.steps = {visit(3), visit(3), visit(0), visit(9), reload_at(0)};
    plan.routes = {route, route};
    const Result result = solve(problem, {}, &plan, iterations(50));
    EXPECT_TRUE(result.complete);
}

TEST(FleetSolve, ARaisedFlagEndsItWithAPlan) {
    const Problem problem = random_problem(40, windows);
    StopFlag flag;
    flag.raise();
    StopRule stop;
    stop.flag = &flag;
    const Result result = solve(problem, {}, nullptr, stop);
    EXPECT_TRUE(check(problem, result.plan).drivable());
    EXPECT_EQ(result.iterations, 0);
}

TEST(FleetSolve, TheObserverHearsFallingCostsThatEndAtThePlans) {
    const Problem problem = random_problem(40, windows | durations);
    double last = fleet::no_limit;
    const Result result =
        solve(problem, {}, nullptr, iterations(800), Workers(1), 1, [&](const Progress& progress) {
            if (!progress.improved) return;
            EXPECT_LT(progress.best_cost, last);
            last = progress.best_cost;
            const Plan plan = progress.plan();
            EXPECT_TRUE(check(problem, plan).feasible());
            EXPECT_NEAR(plan.cost(), last, 1e-6);
        });
    ASSERT_TRUE(result.complete);
    EXPECT_NEAR(last, result.plan.cost(), 1e-6);
}

TEST(FleetSolve, APlanThatIsNotCompleteIsShownToo) {
    ProblemData data = line_problem();
    data.stops[1].skills = {7};
    int shown = 0;
    solve(Problem(data), {}, nullptr, iterations(20), Workers(1), 1, [&](const Progress& progress) {
        EXPECT_FALSE(progress.improved);
        if (!progress.plan) return;
        ++shown;
        EXPECT_EQ(progress.plan().unassigned.at(0).stop, 1);
    });
    EXPECT_GE(shown, 1);
}

TEST(FleetSolve, ATargetThatTheConstructionReachesEndsIt) {
    StopRule stop;
    stop.target = 1e9;
    EXPECT_EQ(solve(Problem(line_problem()), {}, nullptr, stop).iterations, 0);
}

TEST(FleetSolve, VehiclesComeFirstWhereAsked) {
    // Two distant clusters: two vehicles minimise the cost, one vehicle minimises the fleet.
    ProblemData data = line_problem();
    data.locations[1].point = data.locations[2].point = {100, 0};
    data.locations[3].point = data.locations[4].point = {-100, 0};
    data.locations[0].point = {0, 50};
    data.vehicles[0].cost_per_duration = 1;
    data.stops[0].windows = data.stops[2].windows = {{300, 305}};
    data.stops[1].windows = data.stops[3].windows = {{300, 700}};
    EXPECT_EQ(solve(Problem(data), {}, nullptr, iterations(500)).plan.vehicles(), 2);
    data.stops[2].windows = {{300, 700}};
    data.objective.goal = Goal::vehicles_then_cost;
    EXPECT_EQ(solve(Problem(data), {}, nullptr, iterations(500)).plan.vehicles(), 1);
}

// There and back, the stop at 40 takes 80, and the other three take 60.
TEST(FleetSolve, TheTimeSpentDrivingIsLimited) {
    ProblemData data = line_problem();
    data.vehicles[0].max_driving = 60;
    const Result result = solve(Problem(data), {}, nullptr, iterations(300));
    ASSERT_EQ(result.plan.unassigned.size(), 1U);
    EXPECT_EQ(result.plan.unassigned[0].stop, 3);
    EXPECT_EQ(result.plan.unassigned[0].reason, Reason::cannot_return);
    EXPECT_DOUBLE_EQ(result.plan.routes.at(0).driving, 60);
}

// Two types of one family: a route grows into the larger van only up to the driving limit of that
// van.
TEST(FleetSolve, ALargerVehicleKeepsItsOwnLimitOfDriving) {
    ProblemData data = line_problem();
    data.vehicles[0].capacity = {2};
    VehicleType large = data.vehicles[0];
    large.capacity = {4};
    large.max_driving = 60;
    data.vehicles.push_back(large);
    const Result result = solve(Problem(data), {}, nullptr, iterations(300));
    EXPECT_TRUE(result.complete);
    EXPECT_DOUBLE_EQ(result.plan.cost(), 120);
}

// Four stops of load 1 at one distant place. Four small vans cost 4 * (200 + 50), a large one 200 +
// 400. No single stop pays for the change from a small van to the large one, so choosing stop by
// stop at temperature 0 keeps small vans. The best solution is found if the extra price counts only
// in part.
TEST(FleetSolve, TheMixOfVehiclesChangesThoughNoStopAlonePaysForIt) {
    ProblemData data = line_problem();
    for (int i = 1; i <= 4; ++i) data.locations[std::size_t(i)].point = {100, 0};
    data.vehicles[0].count = 4;
    data.vehicles[0].capacity = {1};
    data.vehicles[0].fixed_cost = 50;
    VehicleType lorry = data.vehicles[0];
    lorry.label = "lorry";
    lorry.count = 1;
    lorry.capacity = {4};
    lorry.fixed_cost = 400;
    data.vehicles.push_back(lorry);
    Parameters parameters;
    parameters.initial_temperature = parameters.final_temperature = 0;
    parameters.mix_rate = 0;
    const Problem problem(data);
    EXPECT_EQ(solve(problem, parameters, nullptr, iterations(300)).plan.cost(), 1000);
    parameters.mix_rate = 0.5;
    const Result result = solve(problem, parameters, nullptr, iterations(300));
    EXPECT_EQ(result.plan.cost(), 600);
    EXPECT_EQ(result.plan.vehicles(), 1);
}

TEST(FleetSolve, RefusesParametersOutOfRange) {
    const Problem problem(line_problem());
    Parameters parameters;
    parameters.blink_rate = 1;
    EXPECT_THROW(solve(problem, parameters), ConfigurationError);
    parameters = {};
    parameters.final_temperature = 10;
    EXPECT_THROW(solve(problem, parameters), ConfigurationError);
    parameters = {};
    parameters.mix_rate = 1.5;
    EXPECT_THROW(solve(problem, parameters), ConfigurationError);
}

}  // namespace
}  // namespace odgear::fleet
