// Views of rich plans: two depots, a reload, a stop that is left out.
#include "odgear/io/fleet/plan_views.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "odgear/core/errors.hpp"
#include "odgear/core/fleet/schedule.hpp"

namespace odgear {
namespace {

using fleet::Problem;
using nlohmann::json;

fleet::ProblemData two_depots() {
    fleet::ProblemData data;
    data.name = "two <depots>";
    data.locations = {{{0, 0}}, {{10, 0}}, {{0, 4}}, {{0, 3}}, {{10, 5}}, {{50, 50}}};
    data.depots = {{"north", 0, {}, 0}, {"south", 1, {}, 0}};
    for (int i = 0; i < 4; ++i) {
        fleet::Stop stop;
        stop.label = std::to_string(i + 1).insert(0, 1, 's');
        stop.location = i + 2;
        stop.delivery = {1};
        stop.service = 60;
        data.stops.push_back(stop);
    }
    data.stops[3].prize = 1;
    fleet::VehicleType type;
    type.label = "van";
    type.count = 2;
    type.capacity = {1};
    type.start = type.end = 0;
    type.reload_depots = {0};
    data.vehicles = {type, type};
    data.vehicles[1].label = "lorry";
    data.vehicles[1].count = 1;
    data.vehicles[1].start = data.vehicles[1].end = 1;
    data.profiles.emplace_back();
    return data;
}

fleet::Plan plan_of(const Problem& problem) {
    fleet::Plan plan;
    fleet::PlannedRoute van;
    van.steps = {fleet::visit(0), fleet::reload_at(0), fleet::visit(1)};
    fleet::PlannedRoute lorry;
    lorry.type = 1;
    lorry.steps = {fleet::visit(2)};
    plan.routes = {van, lorry};
    fleet::schedule(problem, plan);
    plan.unassigned = {{3, fleet::Reason::not_worth, "stop s4: too far & not worth it"}};
    return plan;
}

TEST(PlanCsv, HasARowForEachStepWithTimesAndLoads) {
    const Problem problem(two_depots());
    EXPECT_EQ(write_plan_csv(problem, plan_of(problem)),
              "route,vehicle,stop,kind,id,arrival,wait,begin,departure,load,distance,reason\n"
              "1,vehicle van no. 1,0,start,north,0,0,0,0,1,0,\n"
              "1,vehicle van no. 1,1,stop,s1,4,0,4,64,0,4,\n"
              "1,vehicle van no. 1,2,reload,north,68,0,68,68,1,8,\n"
              "1,vehicle van no. 1,3,stop,s2,71,0,71,131,0,11,\n"
              "1,vehicle van no. 1,4,end,north,134,0,134,134,0,14,\n"
              "2,vehicle lorry,0,start,south,0,0,0,0,1,0,\n"
              "2,vehicle lorry,1,stop,s3,5,0,5,65,0,5,\n"
              "2,vehicle lorry,2,end,south,70,0,70,70,0,10,\n"
              ",,,unassigned,s4,,,,,,,stop s4: too far & not worth it\n");
    const std::string clock = write_plan_csv(problem, plan_of(problem), {.clock = 1});
    EXPECT_NE(clock.find("stop,s2,0:01:11,0:00:00,0:01:11,0:02:11,0,11"), std::string::npos);
}

TEST(PlanCsv, HasAColumnForEachDimension) {
    fleet::ProblemData data = two_depots();
    data.dimensions = 2;
    for (fleet::Stop& stop : data.stops) stop.delivery = {1, 2};
    for (fleet::VehicleType& type : data.vehicles) type.capacity = {1, 2};
    const Problem problem(data);
    const std::string text = write_plan_csv(problem, plan_of(problem));
    EXPECT_NE(text.find("departure,load1,load2,distance"), std::string::npos);
    EXPECT_NE(text.find("start,north,0,0,0,0,1,2,0,"), std::string::npos) << text;
    EXPECT_NE(text.find(",,,unassigned,s4,,,,,,,,stop"), std::string::npos) << text;
}

TEST(PlanGeojson, ShowsDepotsRoutesStopsAndWhatIsLeftOut) {
    const Problem problem(two_depots());
    const json all = json::parse(write_plan_geojson(problem, plan_of(problem)));
    EXPECT_EQ(all["coordinates"], "plane");
    const json& features = all["features"];
    ASSERT_EQ(features.size(), 2u + 2 + 3 + 1);
    EXPECT_EQ(features[0]["properties"]["id"], "north");
    EXPECT_EQ(features[2]["geometry"]["coordinates"],
              json::parse("[[0.0,0.0],[0.0,4.0],[0.0,0.0],[0.0,3.0],[0.0,0.0]]"));
    EXPECT_EQ(features[2]["properties"]["end"], "134");
    EXPECT_EQ(features[4]["properties"]["arrival"], "4");
    EXPECT_EQ(features[7]["properties"]["reason"], "prize below cost");
}

TEST(PlanPlot, DrawsEveryDepotAndWhatIsLeftOut) {
    const Problem problem(two_depots());
    const std::string svg = plot_plan(problem, plan_of(problem), {.text = {}, .best_known = 20.0});
    EXPECT_NE(svg.find("two &lt;depots&gt;"), std::string::npos);
    EXPECT_NE(svg.find("<title>depot north</title>"), std::string::npos);
    EXPECT_NE(svg.find("<title>depot south</title>"), std::string::npos);
    EXPECT_NE(svg.find("too far &amp; not worth it"), std::string::npos);
    EXPECT_NE(svg.find("2 vehicles, 1 left out, gap"), std::string::npos);
    EXPECT_NE(svg.find("vehicle van no. 1: 2 stops, length 14, 0 to 134"), std::string::npos);
}

TEST(PlanMap, HoldsTimesDepotsAndReasons) {
    const Problem problem(two_depots());
    const std::string page = write_plan_map(problem, plan_of(problem), {}, {.clock = 1});
    EXPECT_NE(page.find("\"depots\":2"), std::string::npos);
    EXPECT_NE(page.find("\"path\":[0,2,0,3,0]"), std::string::npos);
    EXPECT_NE(page.find("[\"0:01:11\",\"0:01:11\",\"0:02:11\",\"0\"]"), std::string::npos);
    EXPECT_NE(page.find("[5,\"stop s4: too far & not worth it\"]"), std::string::npos);
    EXPECT_THROW(write_plan_map(problem, plan_of(problem), {.tiles = "https://t/{z}/{x}/{y}"}),
                 ConfigurationError);
}

TEST(PlanViews, APlanWithoutCoordinatesIsATableButNoPicture) {
    fleet::ProblemData data = two_depots();
    data.profiles[0].distances.assign(36, 1);
    data.profiles[0].durations.assign(36, 1);
    for (fleet::Location& location : data.locations) location.point = {};
    const Problem problem(data);
    EXPECT_FALSE(has_coordinates(problem));
    EXPECT_THROW(plot_plan(problem, plan_of(problem)), InputError);
    EXPECT_THROW(write_plan_geojson(problem, plan_of(problem)), InputError);
    EXPECT_THROW(write_plan_map(problem, plan_of(problem)), InputError);
    EXPECT_NE(write_plan_csv(problem, plan_of(problem)).find("stop,s1,1"), std::string::npos);
}

}  // namespace
}  // namespace odgear
