#include "odgear/io/vroom.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "odgear/core/errors.hpp"
#include "odgear/io/files.hpp"
#include "support/paths.hpp"

namespace odgear {
namespace {

using Json = nlohmann::json;

const std::filesystem::path data = testing::test_data();

VroomRequest from_file(const char* name) { return read_vroom(read_text_file(data / name), name); }

// The request of vroom-matrix.json, for changing one thing at a time.
Json request() { return Json::parse(read_text_file(data / "vroom-matrix.json")); }

std::string error_of(const Json& json, int exit_code = 2) {
    try {
        read_vroom(json.dump(), "q.json");
    } catch (const Error& error) {
        EXPECT_EQ(error.exit_code(), exit_code);
        return error.what();
    }
    return "no error";
}

TEST(Vroom, ReadsAMatrixRequest) {
    const VroomRequest read = from_file("vroom-matrix.json");
    EXPECT_EQ(read.instance.nodes(), 4);
    EXPECT_EQ(read.instance.capacity(), 10);
    EXPECT_EQ(read.instance.max_vehicles(), 2);
    EXPECT_EQ(read.instance.demands(), (std::vector<Load>{0, 4, 5, 3}));
    EXPECT_EQ(read.instance.distance(0, 3), 12);
    EXPECT_EQ(read.instance.distance(1, 2), 5);
    EXPECT_EQ(read.instance.label(1), 101);
    EXPECT_EQ(read.instance.name(), "vroom-matrix");
    EXPECT_EQ(read.vehicles, (std::vector<std::int64_t>{7, 9}));
    EXPECT_EQ(read.services, (std::vector<double>{0, 60, 0, 30}));
    EXPECT_EQ(read.measure, VroomMeasure::duration);
    EXPECT_EQ(read.options.threads, 2);
    EXPECT_EQ(read.options.time_limit, 1.5);
    EXPECT_EQ(read.options.exploration, 5);
    EXPECT_TRUE(read.warnings.empty());
}

// Metres by an independent evaluation of the haversine formula: 1331.057, 4389.322, 6282.393.
TEST(Vroom, ReadsLocations) {
    const VroomRequest read = from_file("vroom-locations.json");
    EXPECT_EQ(read.instance.distance(0, 1), 1331);
    EXPECT_EQ(read.instance.distance(2, 0), 4389);
    EXPECT_EQ(read.instance.distance(1, 3), 6282);
    EXPECT_EQ(read.measure, VroomMeasure::distance);
    ASSERT_EQ(read.warnings.size(), 1u);
    const VroomRequest real =
        read_vroom(read_text_file(data / "vroom-locations.json"), "q", {Rounding::none});
    EXPECT_NEAR(real.instance.distance(0, 1), 1331.057, 0.001);
}

TEST(Vroom, ARoundingHasNoMeaningForAMatrix) {
    const VroomRequest read =
        read_vroom(read_text_file(data / "vroom-matrix.json"), "q", {Rounding::up});
    ASSERT_EQ(read.warnings.size(), 1u);
    EXPECT_EQ(read.warnings[0],
              "q: matrices.car.durations: a rounding has no meaning for a matrix, left out");
}

TEST(Vroom, IsReadAsAnInstanceFileToo) {
    const ReadResult read = read_instance(data / "vroom-matrix.json");
    EXPECT_EQ(read.instance.customers(), 3);
}

TEST(Vroom, CostsComeBeforeDurationsBeforeDistances) {
    Json json = request();
    json["matrices"]["car"]["distances"] = json["matrices"]["car"]["durations"];
    json["matrices"]["car"]["distances"][0][1] = 77;
    EXPECT_EQ(read_vroom(json.dump(), "q").instance.distance(0, 1), 3);
    json["matrices"]["car"].erase("durations");
    EXPECT_EQ(read_vroom(json.dump(), "q").instance.distance(0, 1), 77);
    json["matrices"]["car"]["costs"] = json["matrices"]["car"]["distances"];
    json["matrices"]["car"]["costs"][0][1] = 88;
    const VroomRequest read = read_vroom(json.dump(), "q");
    EXPECT_EQ(read.instance.distance(0, 1), 88);
    EXPECT_EQ(read.measure, VroomMeasure::cost);
}

TEST(Vroom, IndicesChooseRowsOfTheMatrix) {
    Json json = request();
    json["jobs"][0]["location_index"] = 3;
    json["jobs"][1]["location_index"] = 3;
    const VroomRequest read = read_vroom(json.dump(), "q");
    EXPECT_EQ(read.instance.distance(0, 1), 12);
    EXPECT_EQ(read.instance.distance(1, 2), 0);
    EXPECT_EQ(read.indices, (std::vector<std::int64_t>{0, 3, 3, 3}));
}

TEST(Vroom, OneVehicleWithoutLoadsIsATsp) {
    Json json = request();
    json["vehicles"] = {{{"id", 1}, {"start_index", 0}, {"end_index", 0}}};
    for (Json& job : json["jobs"]) job.erase("delivery");
    const VroomRequest read = read_vroom(json.dump(), "q");
    EXPECT_TRUE(read.instance.is_tsp());
    EXPECT_FALSE(read.has_loads);
}

TEST(Vroom, KeysThatSayNothingAreAccepted) {
    Json json = request();
    json["shipments"] = Json::array();
    json["jobs"][0]["skills"] = Json::array();
    json["jobs"][0]["priority"] = 0;
    json["jobs"][0]["description"] = "third floor";
    json["vehicles"][0]["breaks"] = nullptr;
    EXPECT_EQ(error_of(json), "no error");
}

TEST(Vroom, UnsupportedKeysAreNamed) {
    const auto unsupported = [](const char* pointer, const Json& value) {
        Json json = request();
        json[Json::json_pointer(pointer)] = value;
        return error_of(json);
    };
    EXPECT_EQ(unsupported("/shipments/0", {{"pickup", 1}}), "q.json: shipments: is not supported");
    EXPECT_EQ(unsupported("/jobs/1/pickup", {1}), "q.json: jobs[1].pickup: is not supported");
    EXPECT_EQ(unsupported("/jobs/1/time_windows", {{0, 10}}),
              "q.json: jobs[1].time_windows: is not supported");
    EXPECT_EQ(unsupported("/jobs/1/skills", {1}), "q.json: jobs[1].skills: is not supported");
    EXPECT_EQ(unsupported("/jobs/1/priority", 10), "q.json: jobs[1].priority: is not supported");
    EXPECT_EQ(unsupported("/vehicles/1/time_window", {0, 9}),
              "q.json: vehicles[1].time_window: is not supported");
    EXPECT_EQ(unsupported("/vehicles/1/max_tasks", 4),
              "q.json: vehicles[1].max_tasks: is not supported");
    EXPECT_EQ(unsupported("/options/g", true),
              "q.json: options.g: a geometry needs locations with coordinates");
    EXPECT_EQ(unsupported("/matrix", {{1}}), "q.json: matrix: is not supported");
}

TEST(Vroom, WhatIsNoCvrpIsRefused) {
    Json json = request();
    json["vehicles"][1]["capacity"] = {11};
    EXPECT_EQ(error_of(json), "q.json: vehicles[1]: all vehicles must have the same capacity");
    json = request();
    json["vehicles"][1]["start_index"] = json["vehicles"][1]["end_index"] = 1;
    EXPECT_EQ(error_of(json), "q.json: vehicles[1]: all vehicles must have the same start and end");
    json = request();
    json["vehicles"][0]["end_index"] = 1;
    EXPECT_EQ(error_of(json), "q.json: vehicles[0]: start and end must be the same place");
    json = request();
    json["vehicles"][0].erase("end_index");
    EXPECT_EQ(error_of(json),
              "q.json: vehicles[0]: both start and end are needed: open routes are not supported");
    json = request();
    json["vehicles"][1]["profile"] = "bike";
    EXPECT_EQ(error_of(json), "q.json: vehicles[1]: all vehicles must have the same profile");
    json = request();
    json["jobs"][0]["delivery"] = {1, 2};
    EXPECT_EQ(error_of(json),
              "q.json: jobs[0].delivery: more than one load dimension is not supported");
}

TEST(Vroom, BadRequests) {
    Json json = request();
    json["jobs"] = Json::array();
    EXPECT_EQ(error_of(json), "q.json: jobs: there must be at least one job");
    json.erase("jobs");
    EXPECT_EQ(error_of(json), "q.json: jobs: missing");
    json = request();
    json["jobs"][2]["id"] = 101;
    EXPECT_EQ(error_of(json), "q.json: jobs[2].id: occurs twice");
    json = request();
    json["jobs"][2]["delivery"] = {-1};
    EXPECT_EQ(error_of(json), "q.json: jobs[2].delivery: must not be negative");
    json = request();
    json["jobs"][2]["delivery"] = {1.5};
    EXPECT_EQ(error_of(json), "q.json: jobs[2].delivery[0]: 1.5 is not a whole number");
    json = request();
    json["jobs"][2]["location_index"] = 4;
    EXPECT_EQ(error_of(json), "q.json: jobs[2]: index 4 is outside the matrix of 4 rows");
    json = request();
    json["jobs"][2].erase("location_index");
    EXPECT_EQ(error_of(json), "q.json: jobs[2]: needs a location or a location_index");
    json = request();
    json["matrices"]["car"]["durations"][1].erase(0);
    EXPECT_EQ(error_of(json), "q.json: matrices.car.durations[1]: the matrix is not square");
    json = request();
    json["matrices"]["car"]["durations"][1][2] = -5;
    EXPECT_EQ(error_of(json),
              "q.json: matrices.car.durations[1][2]: must not be negative, but is -5");
    json = request();
    json["matrices"]["bike"] = json["matrices"]["car"];
    json["matrices"].erase("car");
    EXPECT_EQ(error_of(json), "q.json: matrices.car: missing");
    json = request();
    json.erase("matrices");
    EXPECT_EQ(error_of(json),
              "q.json: without matrices, every job and vehicle needs its coordinates");
    json = request();
    json["options"]["x"] = 9;
    EXPECT_EQ(error_of(json), "q.json: options.x: must be between 0 and 5");
    json = Json::parse(read_text_file(data / "vroom-locations.json"));
    json["jobs"][0]["location"] = {200, 0};
    EXPECT_EQ(error_of(json), "q.json: jobs[0].location: the longitude is outside -180..180");
    EXPECT_THROW(read_vroom("{\"vehicles\": [", "q.json"), InputError);
}

TEST(Vroom, InfeasibleRequests) {
    Json json = request();
    json["jobs"][1]["delivery"] = {11};
    EXPECT_EQ(error_of(json, 3),
              "q.json: jobs[1].delivery: the demand of job 102 is 11, above the capacity of 10");
    json = request();
    json["vehicles"].erase(1);
    EXPECT_EQ(error_of(json, 3),
              "q.json: vehicles: the total demand of 12 needs 2 vehicles of capacity 10, but the "
              "fleet has 1");
}

TEST(Vroom, AnswersWithStepsLoadsAndArrivals) {
    const VroomRequest read = from_file("vroom-matrix.json");
    const Solution solution = make_solution(read.instance, {{1, 2}, {3}});
    const Json answer = Json::parse(write_vroom_answer(read, solution, {0.0123, 1.5}));
    EXPECT_EQ(answer.at("code"), 0);
    EXPECT_EQ(answer.at("unassigned"), Json::array());
    const Json& summary = answer.at("summary");
    EXPECT_EQ(summary.at("cost"), 3 + 5 + 7 + 12 + 12);
    EXPECT_EQ(summary.at("routes"), 2);
    EXPECT_EQ(summary.at("unassigned"), 0);
    EXPECT_EQ(summary.at("delivery"), Json({12}));
    EXPECT_EQ(summary.at("service"), 90);
    EXPECT_EQ(summary.at("computing_times").at("loading"), 12);
    EXPECT_EQ(summary.at("computing_times").at("solving"), 1500);
    const Json& route = answer.at("routes").at(0);
    EXPECT_EQ(route.at("vehicle"), 7);
    EXPECT_EQ(route.at("cost"), 15);
    EXPECT_EQ(route.at("duration"), 15);
    EXPECT_EQ(answer.at("routes").at(1).at("vehicle"), 9);
    const Json expected = Json::parse(R"([
        {"type": "start", "location_index": 0, "load": [9], "arrival": 0, "duration": 0},
        {"type": "job", "id": 101, "location_index": 1, "service": 60, "load": [5],
         "arrival": 3, "duration": 3},
        {"type": "job", "id": 102, "location_index": 2, "service": 0, "load": [0],
         "arrival": 68, "duration": 8},
        {"type": "end", "location_index": 0, "load": [0], "arrival": 75, "duration": 15}])");
    EXPECT_EQ(route.at("steps"), expected);
}

TEST(Vroom, AnswersWithLocations) {
    const VroomRequest read = from_file("vroom-locations.json");
    const Json answer =
        Json::parse(write_vroom_answer(read, make_solution(read.instance, {{1, 2}, {3}})));
    const Json& step = answer.at("routes").at(0).at("steps").at(1);
    EXPECT_EQ(step.at("location"), Json({2.36, 48.85}));
    EXPECT_EQ(step.at("distance"), 1331);
    EXPECT_EQ(step.at("arrival"), 96);  // at 50 km/h
}

TEST(Vroom, AnswersComeBackAsSolutions) {
    const VroomRequest read = from_file("vroom-matrix.json");
    const Solution solution = make_solution(read.instance, {{3, 1}, {2}});
    EXPECT_EQ(read_vroom_answer(write_vroom_answer(read, solution), "a", read.instance), solution);
    EXPECT_THROW(read_vroom_answer(write_vroom_error(2, "bad"), "a", read.instance), InputError);
    EXPECT_THROW(read_vroom_answer(R"({"code": 0, "summary": {"cost": 1}, "routes": [{"steps":
                                   [{"type": "job", "id": 5}]}]})",
                                   "a", read.instance),
                 InputError);
}

TEST(Vroom, Errors) {
    const Json answer = Json::parse(write_vroom_error(2, "q: \"jobs\" missing"));
    EXPECT_EQ(answer, (Json{{"code", 2}, {"error", "q: \"jobs\" missing"}}));
}

TEST(Vroom, RequestsComeBackAsInstances) {
    for (const char* file : {"clustered-60.vrp", "asymmetric.vrp", "vroom-locations.json"}) {
        const Instance instance = read_instance(data / file).instance;
        const Instance again = read_vroom(write_vroom_request(instance), "again").instance;
        ASSERT_EQ(again.nodes(), instance.nodes()) << file;
        EXPECT_EQ(again.demands(), instance.demands());
        EXPECT_EQ(again.capacity(), instance.capacity());
        for (int i = 0; i < instance.nodes(); ++i)
            for (int j = 0; j < instance.nodes(); ++j)
                ASSERT_EQ(again.distance(i, j), instance.distance(i, j));
    }
    const Instance limited = read_instance(data / "limits.vrp").instance;
    EXPECT_THROW(write_vroom_request(limited), ConfigurationError);
}

}  // namespace
}  // namespace odgear
