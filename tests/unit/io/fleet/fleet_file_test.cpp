#include "odgear/io/fleet/fleet_file.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "odgear/core/errors.hpp"
#include "odgear/core/fleet/check.hpp"
#include "odgear/io/fleet/plan_json.hpp"
#include "odgear/io/fleet/plan_sol.hpp"

namespace odgear {
namespace {

// Two depots, two kinds of vehicles, three customers (nodes 3, 4 and 5).
const std::string two_depots = R"(NAME : town
TYPE : X
DIMENSION : 5
VEHICLES : 3
EDGE_WEIGHT_TYPE : EUC_2D
VEHICLES_MAX_DURATION : 99.5
NODE_COORD_SECTION
1 0 0
2 10 0
3 3 4
4 6 8
5 1 1
DEMAND_SECTION
1 0
2 0
3 2
4 3
5 4
CAPACITY_SECTION
1 7
2 7
3 5
VEHICLES_DEPOT_SECTION
1 1
2 1
3 2
VEHICLES_ALLOWED_CLIENTS_SECTION
1 3 4 5
2 3 4 5
3 4
TIME_WINDOW_SECTION
1 0 100
2 5 90
3 10 20.25
4 0 50
5 0 60
SERVICE_TIME_SECTION
1 0
2 1
3 2.5
4 2
5 2
PRIZE_SECTION
1 0
2 0
3 0
4 7
5 0
DEPOT_SECTION
1
2
-1
EOF
)";

std::string changed(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos);
    return text.replace(at, from.size(), to);
}

std::string error_of(const std::string& text) {
    try {
        parse_fleet(text, "f.vrp");
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

TEST(FleetFile, ReadsEverySection) {
    const FleetReadResult read = parse_fleet(two_depots, "f.vrp");
    const fleet::Problem& problem = read.problem;
    EXPECT_EQ(problem.name(), "town");
    EXPECT_EQ(read.rounding, FleetRounding::none);
    ASSERT_EQ(problem.stops(), 3);
    ASSERT_EQ(problem.depots(), 2);
    ASSERT_EQ(problem.types(), 2);
    EXPECT_EQ(problem.type(0).count, 2);
    EXPECT_EQ(problem.type(1).capacity, std::vector<Load>{5});
    EXPECT_EQ(problem.type(1).start, 1);
    EXPECT_EQ(problem.type(1).max_duration, 99.5);
    EXPECT_EQ(problem.depot(1).window, (fleet::Window{5, 90}));
    EXPECT_EQ(problem.depot(1).service, 1);
    EXPECT_EQ(problem.stop(0).label, "2");
    EXPECT_EQ(problem.stop(0).windows, (std::vector<fleet::Window>{{10, 20.25}}));
    EXPECT_EQ(problem.stop(0).service, 2.5);
    EXPECT_EQ(problem.stop(0).vehicle_types, std::vector<int>{0});
    EXPECT_TRUE(problem.stop(1).vehicle_types.empty());
    EXPECT_EQ(problem.stop(1).prize, 7);
    EXPECT_FALSE(problem.stop(0).prize.has_value());
    EXPECT_DOUBLE_EQ(problem.distance(0, 0, 2), 5);
}

TEST(FleetFile, RoundsEveryRealNumberAlike) {
    const FleetReadResult tenths =
        parse_fleet(two_depots, "f.vrp", {.rounding = FleetRounding::dimacs});
    EXPECT_EQ(tenths.problem.stop(0).windows[0].close, 202);
    EXPECT_EQ(tenths.problem.stop(1).prize, 70);
    EXPECT_EQ(tenths.problem.type(0).max_duration, 995);
    EXPECT_EQ(tenths.problem.distance(0, 0, 4), 14);
    EXPECT_EQ(tenths.problem.units().cost, 10);
    const FleetReadResult exact =
        parse_fleet(changed(two_depots, "TYPE : X", "TYPE : MDVRPTW"), "f.vrp");
    EXPECT_EQ(exact.rounding, FleetRounding::exact);
    EXPECT_EQ(exact.problem.distance(0, 0, 4), 1414);
}

TEST(FleetFile, NamesLineAndFieldOfWhatIsWrong) {
    EXPECT_EQ(error_of(changed(two_depots, "4 6 8", "4 6 x")),
              "f.vrp:11: NODE_COORD_SECTION: expected a number, found 'x'");
    EXPECT_EQ(error_of(changed(two_depots, "5 4\nCAP", "5 4.5\nCAP")),
              "f.vrp:18: DEMAND_SECTION: expected a whole number, found '4.5'");
    EXPECT_EQ(error_of(changed(two_depots, "3 10 20.25", "3 30 20")),
              "f.vrp:34: TIME_WINDOW_SECTION: the window closes before it opens");
    EXPECT_EQ(error_of(changed(two_depots, "3 2\nVEHICLES_ALLOWED", "3 4\nVEHICLES_ALLOWED")),
              "f.vrp:26: VEHICLES_DEPOT_SECTION: node 4 is not a depot");
    EXPECT_EQ(error_of(changed(two_depots, "VEHICLES_MAX_DURATION : 99.5", "MOOD : good")),
              "f.vrp:6: MOOD: is not supported");
    EXPECT_EQ(error_of(changed(two_depots, "2 7\n3 5", "1 7\n3 5")),
              "f.vrp:21: CAPACITY_SECTION: row 1 is given twice");
    EXPECT_EQ(error_of(changed(two_depots, "VEHICLES : 3", "VEHICLES : 4")),
              "f.vrp:22: CAPACITY_SECTION: row 4 is missing");
}

TEST(FleetFile, ReadsSolomonsFormat) {
    const FleetReadResult read = parse_fleet(
        "tiny\n\nVEHICLE\nNUMBER     CAPACITY\n  2  20\n\nCUSTOMER\nCUST NO.  XCOORD.  YCOORD.\n\n"
        "0 0 0 0 0 100 0\n1 3 4 5 10 20 9\n2 6 8 6 0 90 9\n",
        "t.txt");
    EXPECT_EQ(read.problem.name(), "tiny");
    EXPECT_EQ(read.problem.objective().goal, fleet::Goal::vehicles_then_cost);
    EXPECT_EQ(read.problem.type(0).count, 2);
    EXPECT_EQ(read.problem.depot(0).window.close, 100);
    EXPECT_EQ(read.problem.stop(1).delivery, std::vector<Load>{6});
    EXPECT_EQ(error_of("tiny\nVEHICLE\nNUMBER CAPACITY\n2 20\nCUSTOMER\nCUST NO.\n0 0 0 0 0\n"),
              "f.vrp:7: CUSTOMER: expected 7 columns (number, x, y, demand, ready, due, service), "
              "found 5");
}

TEST(FleetFile, ReadsPairsOfLiAndLim) {
    const std::string text =
        "2\t10\t1\n0\t0\t0\t0\t0\t100\t0\t0\t0\n1\t3\t4\t5\t0\t50\t2\t0\t2\n"
        "2\t6\t8\t-5\t0\t90\t2\t1\t0\n";
    const FleetReadResult read = parse_fleet(text, "t.txt");
    ASSERT_EQ(read.problem.data().shipments.size(), 1u);
    EXPECT_EQ(read.problem.data().shipments[0].pickup, 0);
    EXPECT_EQ(read.problem.data().shipments[0].delivery, 1);
    EXPECT_EQ(read.problem.data().shipments[0].amount, std::vector<Load>{5});
    EXPECT_EQ(error_of(changed(text, "2\t1\t0\n", "2\t0\t0\n")),
              "f.vrp:3: task: its delivery 2 does not name it as pickup");
}

TEST(FleetFile, KeepsThePlaceOfEachVehicleInASolution) {
    const fleet::Problem problem = parse_fleet(two_depots, "f.vrp").problem;
    const PlanSolFile sol =
        read_plan_sol("Route #1: 2 4\nRoute #2:\nRoute #3: 3\nCost 1\n", "s", problem);
    ASSERT_EQ(sol.plan.routes.size(), 2u);
    EXPECT_EQ(sol.plan.routes[1].type, 1);
    EXPECT_TRUE(fleet::check(problem, sol.plan, {.compare_costs = false}).feasible());
    const std::string text = write_plan_sol(problem, sol.plan);
    EXPECT_TRUE(text.starts_with("Route #1: 2 4\nRoute #2:\nRoute #3: 3\nCost ")) << text;
    EXPECT_EQ(read_plan_sol(text, "s", problem).plan, sol.plan);
    EXPECT_THROW(read_plan_sol("Route #1: 9\n", "s", problem), InputError);
}

TEST(PlanJson, ReadsBackAsItWasWritten) {
    const fleet::Problem problem =
        parse_fleet(two_depots, "f.vrp", {.rounding = FleetRounding::dimacs}).problem;
    const fleet::Plan plan =
        read_plan_sol("Route #1: 2 4\nRoute #2:\nRoute #3: 3\nCost 1\n", "s", problem).plan;
    const std::string text = write_plan_json(problem, plan, {.rounding = "dimacs"});
    EXPECT_EQ(read_plan_json(text, "p.json", problem), plan);
    const auto object = nlohmann::json::parse(text);
    EXPECT_EQ(object["cost"], plan.cost() / 10);
    EXPECT_EQ(object["routes"][1]["type"], 1);
    EXPECT_EQ(object["routes"][0]["steps"][1]["id"], "2");
    try {
        read_plan_json(R"({"routes": [{"type": 0, "vehicle": 0, "steps": [{"type": "stop", "id":
            "99"}]}]})",
                       "p.json", problem);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), "p.json: routes[0].steps[0].id: the problem has no such place");
    }
}

}  // namespace
}  // namespace odgear
