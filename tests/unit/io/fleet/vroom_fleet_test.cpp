#include "odgear/io/fleet/vroom_fleet.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "odgear/core/errors.hpp"
#include "odgear/core/fleet/check.hpp"
#include "odgear/core/fleet/schedule.hpp"
#include "odgear/io/fleet/plan_json.hpp"

namespace odgear {
namespace {

using nlohmann::json;

// Three places on a line, 100 s and 1,000 m apart.
json request() {
    return json::parse(R"({
      "vehicles": [
        {"id": 7, "start_index": 0, "end_index": 0, "capacity": [4, 9], "skills": [1, 2],
         "time_window": [0, 5000],
         "breaks": [{"id": 3, "time_windows": [[0, 4000]], "service": 60}]},
        {"id": 8, "start_index": 0, "end_index": 0, "capacity": [4, 9], "skills": [1, 2],
         "time_window": [0, 5000],
         "breaks": [{"id": 3, "time_windows": [[0, 4000]], "service": 60}]},
        {"id": 9, "start_index": 2, "capacity": [1, 1], "costs": {"fixed": 50, "per_km": 2},
         "max_tasks": 1, "speed_factor": 2}
      ],
      "jobs": [
        {"id": 1, "location_index": 1, "delivery": [2, 1], "service": 30, "skills": [2],
         "time_windows": [[200, 300], [400, 500]], "priority": 10},
        {"id": 2, "location_index": 2, "pickup": [1, 1], "description": "returns"}
      ],
      "shipments": [
        {"amount": [1, 0], "pickup": {"id": 1, "location_index": 1},
         "delivery": {"id": 1, "location_index": 2, "service": 10}}
      ],
      "matrices": {"car": {
        "durations": [[0, 100, 200], [100, 0, 100], [200, 100, 0]],
        "distances": [[0, 1000, 2000], [1000, 0, 1000], [2000, 1000, 0]]}}
    })");
}

std::string error_of(const json& value) {
    try {
        read_vroom_fleet(value.dump(), "r.json");
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

// Keys that VROOM does not have.
TEST(VroomFleet, ReadsOvertimeReloadsReleasesAndPrizes) {
    json value = request();
    value["vehicles"][2]["max_duration"] = 4000;
    value["vehicles"][2]["regular_duration"] = 3000;
    value["vehicles"][2]["costs"]["per_overtime_hour"] = 7200;
    value["vehicles"][2]["reloads"] = {{{"location_index", 0}, {"service", 90}}};
    value["vehicles"][2]["max_reloads"] = 3;
    value["jobs"][0]["release"] = 50;
    value["jobs"][1]["prize"] = 12;
    const VroomFleetRequest read = read_vroom_fleet(value.dump(), "r.json");
    const fleet::VehicleType& type = read.problem.type(1);
    EXPECT_EQ(type.max_duration, 4000);
    EXPECT_EQ(type.regular_duration, 3000);
    EXPECT_EQ(type.cost_per_overtime, 2);
    ASSERT_EQ(type.reload_depots.size(), 1u);
    EXPECT_EQ(read.problem.depot(type.reload_depots[0]).service, 90);
    EXPECT_EQ(type.max_reloads, 3);
    EXPECT_EQ(read.problem.stop(0).release, 50);
    EXPECT_EQ(read.problem.stop(1).prize.value(), 12);
    value["vehicles"][2]["reloads"] = {{{"service", 90}}};
    EXPECT_NE(error_of(value).find("reloads[0]"), std::string::npos) << error_of(value);
}

// Keys of our own that tie jobs to vehicles and to each other.
TEST(VroomFleet, JobsNameVehiclesGroupsAndWhatTheyComeAfter) {
    json value = request();
    value["jobs"][0]["vehicles"] = {8};
    value["jobs"][0]["after"] = 3;
    value["jobs"].push_back({{"id", 3}, {"location_index", 1}});
    for (const int id : {4, 5})
        value["jobs"].push_back(
            {{"id", id}, {"location_index", 1}, {"group", "visit"}, {"prize", 6}});
    value["jobs"].push_back({{"id", 6}, {"location_index", 1}, {"group", 2}});
    value["shipments"][0]["vehicles"] = {7, 9};
    value["shipments"][0]["prize"] = 70;
    const VroomFleetRequest read = read_vroom_fleet(value.dump(), "r.json");
    const fleet::Problem& problem = read.problem;
    ASSERT_EQ(problem.types(), 3);  // 7 and 8 are named apart
    EXPECT_EQ(read.vehicles[1], (std::vector<std::int64_t>{8}));
    EXPECT_EQ(problem.stop(0).vehicle_types, std::vector<int>{1});
    EXPECT_EQ(problem.stop(0).after, 2);
    ASSERT_EQ(problem.data().groups.size(), 2u);
    EXPECT_TRUE(problem.data().groups[0].required);
    EXPECT_EQ(problem.data().groups[0].stops, std::vector<int>{5});
    EXPECT_FALSE(problem.data().groups[1].required);
    EXPECT_EQ(problem.data().groups[1].prize, 6);
    EXPECT_EQ(problem.data().groups[1].stops, (std::vector<int>{3, 4}));
    const fleet::Shipment& shipment = problem.data().shipments[0];
    for (const int end : {shipment.pickup, shipment.delivery})
        EXPECT_EQ(problem.stop(end).vehicle_types, (std::vector<int>{0, 2}));
    EXPECT_EQ(problem.stop(shipment.pickup).prize.value(), 70);
    EXPECT_EQ(problem.stop(shipment.delivery).prize.value(), 0);
}

TEST(VroomFleet, WrongTiesAreNamed) {
    json wrong = request();
    wrong["jobs"][0]["vehicles"] = {7, 77};
    EXPECT_EQ(error_of(wrong), "r.json: jobs[0].vehicles: no vehicle has the id 77");
    wrong = request();
    wrong["jobs"][0]["after"] = 9;
    EXPECT_EQ(error_of(wrong), "r.json: jobs[0].after: no job has the id 9");
    wrong = request();
    wrong["jobs"][0]["group"] = wrong["jobs"][1]["group"] = 1;
    wrong["jobs"][1]["prize"] = 5;
    EXPECT_EQ(error_of(wrong),
              "r.json: jobs[1]: all jobs of a group must have the same prize, or none");
}

TEST(VroomFleet, ReadsTheObjectiveAndLimits) {
    json value = request();
    EXPECT_EQ(read_vroom_fleet(value.dump(), "r.json").problem.objective().goal, fleet::Goal::cost);
    value["objective"] = {{"vehicles_first", true}, {"balance_per_hour", 1800}};
    value["vehicles"][2]["latest_start"] = 900;
    value["vehicles"][2]["max_travel_time"] = 600;
    const fleet::Problem problem = read_vroom_fleet(value.dump(), "r.json").problem;
    EXPECT_EQ(problem.objective().goal, fleet::Goal::vehicles_then_cost);
    EXPECT_EQ(problem.objective().balance, 0.5);
    EXPECT_EQ(problem.type(1).latest_start, 900);
    EXPECT_EQ(problem.type(1).max_driving, 600);
    value["objective"]["speed"] = 1;
    EXPECT_EQ(error_of(value), "r.json: objective.speed: is not supported");
}

TEST(VroomFleet, VehiclesAndBreaksGoByTheirIdsOrDescriptions) {
    json value = request();
    value["vehicles"][1]["description"] = "Anna";
    const fleet::Problem problem = read_vroom_fleet(value.dump(), "r.json").problem;
    EXPECT_EQ(problem.vehicle_name(0, 0), "vehicle 7");
    EXPECT_EQ(problem.vehicle_name(0, 1), "vehicle Anna");
    EXPECT_EQ(problem.vehicle_name(1, 0), "vehicle 9");
    EXPECT_EQ(problem.type_name(1), "vehicle 9");
    EXPECT_EQ(problem.type(0).breaks[0].label, "3");
}

TEST(VroomFleet, ReadsARichRequest) {
    const VroomFleetRequest read = read_vroom_fleet(request().dump(), "r.json");
    const fleet::Problem& problem = read.problem;
    ASSERT_EQ(problem.stops(), 4);
    ASSERT_EQ(problem.types(), 2);  // 7 and 8 are equal
    EXPECT_EQ(read.vehicles[0], (std::vector<std::int64_t>{7, 8}));
    EXPECT_EQ(problem.type(0).count, 2);
    EXPECT_EQ(problem.type(0).breaks[0].duration, 60);
    EXPECT_EQ(problem.type(0).cost_per_driving, 1);
    EXPECT_EQ(problem.type(0).cost_per_distance, 0);
    EXPECT_EQ(problem.type(1).cost_per_distance, 0.002);
    EXPECT_EQ(problem.type(1).fixed_cost, 50);
    EXPECT_FALSE(problem.type(1).end.has_value());
    EXPECT_EQ(problem.duration(problem.type(1).profile, 0, 2), 100);
    EXPECT_EQ(problem.distance(problem.type(1).profile, 0, 2), 2000);
    EXPECT_EQ(problem.stop(0).windows.size(), 2u);
    EXPECT_EQ(problem.stop(0).priority, 10);
    EXPECT_EQ(problem.stop(1).pickup, (std::vector<Load>{1, 1}));
    EXPECT_EQ(problem.data().shipments[0].pickup, 2);
    EXPECT_EQ(read.tasks[3].task, VroomFleetRequest::Task::delivery);
    EXPECT_TRUE(is_vroom_fleet(request().dump(), "r.json"));
}

TEST(VroomFleet, NamesTheFieldThatIsWrong) {
    json wrong = request();
    wrong["jobs"][0]["mood"] = "good";
    EXPECT_EQ(error_of(wrong), "r.json: jobs[0].mood: is not supported");
    wrong = request();
    wrong["jobs"][1]["location_index"] = 3;
    EXPECT_EQ(error_of(wrong), "r.json: jobs[1]: index 3 is outside the matrix of 3 rows");
    wrong = request();
    wrong["vehicles"][1]["id"] = 7;
    EXPECT_EQ(error_of(wrong), "r.json: vehicles[1].id: occurs twice");
    wrong = request();
    wrong["jobs"][0]["time_windows"][0] = {300, 200};
    EXPECT_EQ(error_of(wrong), "r.json: jobs[0].time_windows[0]: ends before it starts");
    wrong = request();
    wrong["shipments"][0]["priority"] = 101;
    EXPECT_EQ(error_of(wrong), "r.json: shipments[0].priority: must be between 0 and 100");
    wrong = request();
    wrong["jobs"][1]["pickup"] = {1};
    EXPECT_EQ(error_of(wrong), "r.json: job 2: all loads and capacities must have 2 dimensions");
}

// Job 1, pickup 1 and delivery 1 are three stops.
TEST(VroomFleet, PlansKeepTasksWithTheSameIdApart) {
    const VroomFleetRequest read = read_vroom_fleet(request().dump(), "r.json");
    EXPECT_EQ(read.problem.stop(0).label, "1");
    EXPECT_EQ(read.problem.stop(2).label, "pickup-1");
    EXPECT_EQ(read.problem.stop(3).label, "delivery-1");
    fleet::Plan plan;
    fleet::PlannedRoute route;
    route.steps = {fleet::visit(2), fleet::visit(0), fleet::visit(3), fleet::take_break(0)};
    plan.routes.push_back(route);
    fleet::schedule(read.problem, plan);
    const std::string text = write_plan_json(read.problem, plan, {});
    EXPECT_EQ(read_plan_json(text, "p.json", read.problem), plan);
    json apart = request();
    apart["shipments"][0]["pickup"]["id"] = 8;
    apart["shipments"][0]["delivery"]["id"] = 9;
    const VroomFleetRequest other = read_vroom_fleet(apart.dump(), "r.json");
    EXPECT_EQ(other.problem.stop(2).label, "8");
    EXPECT_EQ(other.problem.stop(3).label, "9");
}

TEST(PlanJson, AnIdOfSeveralStopsIsAnError) {
    fleet::ProblemData data = read_vroom_fleet(request().dump(), "r.json").problem.data();
    data.stops[2].label = "1";
    EXPECT_THROW(read_plan_json(R"({"routes": [{"type": 0, "vehicle": 0, "steps": [
                     {"type": "stop", "id": "1"}]}]})",
                                "p.json", fleet::Problem(data)),
                 InputError);
}

TEST(VroomFleet, AnswersWithTimesLoadsAndReasons) {
    const VroomFleetRequest read = read_vroom_fleet(request().dump(), "r.json");
    fleet::Plan plan;
    fleet::PlannedRoute route;
    route.vehicle = 1;
    route.steps = {fleet::visit(0), fleet::visit(2), fleet::visit(3), fleet::take_break(0)};
    plan.routes.push_back(route);
    plan.unassigned.push_back({1, fleet::Reason::no_room, "no vehicle has room for it"});
    fleet::schedule(read.problem, plan);
    ASSERT_TRUE(fleet::check(read.problem, plan).drivable())
        << fleet::check(read.problem, plan).summary();
    const std::string text = write_vroom_plan(read, plan);
    const json answer = json::parse(text);
    EXPECT_EQ(answer["code"], 0);
    EXPECT_EQ(answer["summary"]["unassigned"], 1);
    EXPECT_EQ(answer["summary"]["cost"], 400);  // seconds of driving, there and back
    EXPECT_EQ(answer["summary"]["distance"], 4000);
    EXPECT_EQ(answer["unassigned"][0]["id"], 2);
    EXPECT_EQ(answer["unassigned"][0]["description"], "returns");
    EXPECT_EQ(answer["unassigned"][0]["text"], "no vehicle has room for it");
    const json& done = answer["routes"][0];
    EXPECT_EQ(done["vehicle"], 8);
    ASSERT_EQ(done["steps"].size(), 6u);
    EXPECT_EQ(done["steps"][0]["type"], "start");
    EXPECT_EQ(done["steps"][0]["load"], (json{2, 1}));
    EXPECT_EQ(done["steps"][1]["type"], "job");
    EXPECT_EQ(
        done["steps"][1]["arrival"].get<double>() + done["steps"][1]["waiting_time"].get<double>(),
        done["steps"][2]["arrival"].get<double>() - 30);
    EXPECT_EQ(done["steps"][1]["duration"], 100);
    EXPECT_EQ(done["steps"][3]["type"], "delivery");
    EXPECT_EQ(done["steps"][3]["duration"], 200);
    EXPECT_EQ(done["steps"][4]["type"], "break");
    EXPECT_EQ(done["steps"][4]["id"], 3);
    EXPECT_EQ(done["steps"][5]["type"], "end");
    EXPECT_EQ(done["steps"][5]["duration"], 400);
    // Reading gives the same plan. Whether stops are missing is for the checker.
    ASSERT_TRUE(is_vroom_answer(text, "a.json"));
    plan.unassigned.clear();
    fleet::schedule(read.problem, plan);
    EXPECT_EQ(read_vroom_plan(text, "a.json", read), plan);
}

TEST(VroomFleet, AnAnswerThatDoesNotFitTheRequestIsNamed) {
    const auto reads = [](const char* route) {
        const VroomFleetRequest read = read_vroom_fleet(request().dump(), "r.json");
        try {
            read_vroom_plan(R"({"code": 0, "summary": {}, "routes": [)" + std::string(route) + "]}",
                            "a.json", read);
        } catch (const InputError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_EQ(reads(R"({"vehicle": 3, "steps": []})"),
              "a.json: routes[0].vehicle: the request has no such vehicle");
    EXPECT_EQ(reads(R"({"vehicle": 7, "steps": [{"type": "pickup", "id": 2}]})"),
              "a.json: routes[0].steps[0].id: the request has no such pickup");
    EXPECT_EQ(reads(R"({"vehicle": 7, "steps": [{"type": "break", "id": 2}]})"),
              "a.json: routes[0].steps[0].id: the vehicle has no such break");
    EXPECT_EQ(reads(R"({"vehicle": 7, "steps": [{"type": "reload", "location_index": 0}]})"),
              "a.json: routes[0].steps[0]: the vehicle does not reload there");
}

// A reload comes back by its place, whether that is a row of the matrix or a point.
TEST(VroomFleet, AnswersWithReloadsReadBack) {
    json value = request();
    value["vehicles"][2]["start_index"] = 0;
    value["vehicles"][2]["reloads"] = {{{"location_index", 2}}, {{"location_index", 0}}};
    value["vehicles"][2].erase("max_tasks");
    const VroomFleetRequest read = read_vroom_fleet(value.dump(), "r.json");
    fleet::Plan plan;
    fleet::PlannedRoute route;
    route.type = 1;
    route.steps = {fleet::visit(1), fleet::reload_at(read.problem.type(1).reload_depots[0])};
    plan.routes.push_back(route);
    fleet::schedule(read.problem, plan);
    EXPECT_EQ(read_vroom_plan(write_vroom_plan(read, plan), "a.json", read), plan);
}

}  // namespace
}  // namespace odgear
