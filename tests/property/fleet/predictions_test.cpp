// The search predicts exactly what the checker computes, on random rich problems: with each feature
// alone, none, all, and random mixtures.
#include <gtest/gtest.h>

#include <cmath>

#include "odgear/core/fleet/check.hpp"
#include "odgear/core/fleet/schedule.hpp"
#include "odgear/fleet/plans.hpp"
#include "odgear/fleet/search.hpp"
#include "odgear/fleet/solve.hpp"
#include "support/fleet_problems.hpp"

namespace odgear::fleet {
namespace {

// The cost that the search should have: that of the checker plus virtual prices.
double expected_cost(const route::Model& model, const Tours& tours, const CheckReport& report) {
    double cost = report.cost() - report.costs.balance;
    cost += model.vehicle_price() * double(tours.active().size());
    for (const int unit : tours.absent())
        if (model.unit(unit).required) cost += model.unit(unit).penalty;
    return cost;
}

CheckReport recompute(const route::Model& model, const Tours& tours) {
    Plan plan = make_plan(model, tours.sketches());
    plan.costs = {};
    return check(model.problem(), plan);
}

class Features : public testing::TestWithParam<unsigned> {};

std::vector<unsigned> feature_sets() {
    std::vector<unsigned> sets{0, all_features};
    for (unsigned bit = 0; bit < 21; ++bit) sets.push_back(1u << bit);
    Random random(99);
    for (int i = 0; i < 40; ++i)
        sets.push_back(unsigned(random()) & unsigned(random()) & unsigned(all_features));
    for (int i = 0; i < 20; ++i) sets.push_back(unsigned(random()) & unsigned(all_features));
    return sets;
}

TEST_P(Features, AnInsertionCostsWhatWasPredicted) {
    Random random = Random::stream(7, GetParam());
    const Problem problem(random_fleet_problem(random, 24, GetParam()));
    const route::Model model(problem);
    const Neighbors neighbors(model, 10);
    Tours tours(model);
    Places places(model, neighbors, tours);
    ruin::Blinks blinks(0.05);
    for (int round = 0; round < 60; ++round) {
        if (tours.absent().empty()) break;
        const int unit = tours.absent()[random.below(unsigned(tours.absent().size()))];
        const double longest = recompute(model, tours).costs.balance;
        const double before = tours.cost();
        const Spot spot = places.find(unit, 1e12, blinks, random, round % 2 == 0);
        if (!spot.found()) continue;
        ASSERT_TRUE(places.put(unit, spot));
        tours.commit();
        const CheckReport report = recompute(model, tours);
        ASSERT_TRUE(report.drivable()) << report.summary();
        const double penalty = model.unit(unit).penalty;
        const double real = tours.cost() - before + penalty + report.costs.balance - longest;
        ASSERT_NEAR(spot.delta, real, 1e-6 * std::max(1.0, std::abs(real)));
        const double expected = expected_cost(model, tours, report);
        ASSERT_NEAR(tours.cost(), expected, 1e-9 * std::max(1.0, std::abs(expected)));
        if (round % 7 == 6) {
            const int stop = int(random.below(unsigned(model.stops())));
            const int one[] = {stop};
            // Distances that break the triangle inequality can make the rest infeasible; then the
            // removal is undone.
            if (tours.remove(one) && round % 14 == 6)
                tours.commit();
            else
                tours.roll_back();
            ASSERT_TRUE(recompute(model, tours).drivable());
        }
    }
}

// Only one type of the family pays by the hour. A route that grows into this type must know its
// duration.
TEST(VehicleTypes, ALargerVehicleThatPaysForTimeIsPredictedWithItsTime) {
    ProblemData data = line_problem();
    data.vehicles[0].capacity = {1};
    VehicleType hired = data.vehicles[0];
    hired.label = "hired";
    hired.capacity = {4};
    hired.cost_per_duration = 3;
    data.vehicles.push_back(hired);
    const Problem problem(data);
    const route::Model model(problem);
    Tours tours(model);
    const Neighbors neighbors(model, 3);
    Places places(model, neighbors, tours);
    const int first[] = {0};
    const int r = tours.open(0, first);
    ASSERT_GE(r, 0);
    tours.mark_present(model.stop(0).unit);
    tours.commit();
    const double before = tours.route(r).cost;
    const double predicted = places.change(1, r, 1);
    ASSERT_TRUE(tours.insert(r, 1, 1, 1));
    EXPECT_DOUBLE_EQ(predicted, tours.route(r).cost - before);
    EXPECT_DOUBLE_EQ(tours.route(r).cost, 40 + 3 * (40 + 2));
}

TEST_P(Features, AnOrdinaryPlaceIsRefusedOnlyWhereTheCheckerRefusesIt) {
    // Without breaks, because the evaluation itself chooses where they are taken.
    const unsigned features = GetParam() & ~unsigned(breaks) & ~unsigned(types);
    Random random = Random::stream(8, features);
    const Problem problem(random_fleet_problem(random, 16, features));
    const route::Model model(problem);
    const Neighbors neighbors(model, 15);
    Parameters parameters;
    Search search(model, neighbors, parameters, 1);
    search.start({});
    search.fill();
    Tours& tours = search.tours();
    Places places(model, neighbors, tours);
    for (int stop = 0; stop < model.stops(); ++stop) {
        const int unit = model.stop(stop).unit;
        if (model.unit(unit).kind != route::Unit::Kind::single) continue;
        const int one[] = {stop};
        if (!tours.absent(unit) && !tours.remove(one)) {
            tours.roll_back();
            continue;
        }
        for (const int r : tours.active()) {
            for (int p = 0; p <= tours.route(r).last(); ++p) {
                if (!model.type(tours.route(r).type).reloads.empty()) continue;
                const double predicted = places.change(stop, r, p);
                Sketch sketch{tours.route(r).type, {}};
                route::codes_of(tours.route(r), sketch.codes);
                sketch.codes.insert(sketch.codes.begin() + p, stop);
                Plan plan;
                PlannedRoute route;
                route.type = sketch.type;
                for (const int code : sketch.codes) route.steps.push_back(visit(code));
                plan.routes.push_back(route);
                ASSERT_EQ(std::isfinite(predicted), check(problem, plan).drivable())
                    << "stop " << stop << " behind element " << p;
            }
        }
        tours.roll_back();
    }
}

TEST_P(Features, AShortSearchEndsInAPlanThatTheCheckerAccepts) {
    Random random = Random::stream(9, GetParam());
    const Problem problem(random_fleet_problem(random, 30, GetParam()));
    StopRule stop;
    stop.iterations = 300;
    const Result result = solve(problem, {}, nullptr, stop);
    const CheckReport report = check(problem, result.plan);
    EXPECT_TRUE(report.drivable()) << report.summary();
    std::size_t visits = 0;
    for (const PlannedRoute& route : result.plan.routes)
        for (const Step& step : route.steps) visits += step.kind == Step::Kind::stop;
    std::size_t others = 0;  // of visited groups
    for (const Group& group : problem.data().groups) {
        bool left_out = false;
        for (const Unassigned& u : result.plan.unassigned) left_out |= u.stop == group.stops[0];
        if (!left_out) others += group.stops.size() - 1;
    }
    EXPECT_EQ(visits + others + result.plan.unassigned.size(), std::size_t(problem.stops()));
}

INSTANTIATE_TEST_SUITE_P(Sets, Features, testing::ValuesIn(feature_sets()), [](const auto& test) {
    return std::to_string(test.index) + "_" + std::to_string(test.param);
});

}  // namespace
}  // namespace odgear::fleet
