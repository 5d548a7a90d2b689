#include "odgear/io/geojson.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "odgear/core/errors.hpp"
#include "odgear/io/instance_file.hpp"
#include "support/paths.hpp"

namespace odgear {
namespace {

using Json = nlohmann::json;

const std::filesystem::path data = testing::test_data();

TEST(GeoJson, RoutesAndCustomers) {
    const Instance instance = read_instance(data / "vroom-locations.json").instance;
    const Solution solution = make_solution(instance, {{2, 1}, {3}});
    const Json json = Json::parse(write_geojson(instance, solution));
    EXPECT_EQ(json.at("type"), "FeatureCollection");
    EXPECT_EQ(json.at("coordinates"), "degrees");
    EXPECT_EQ(json.at("cost"), solution.cost);
    const Json& features = json.at("features");
    ASSERT_EQ(features.size(), 1u + 2 + 3);
    EXPECT_EQ(features[0].at("properties").at("kind"), "depot");
    EXPECT_EQ(features[0].at("geometry").at("coordinates"), Json({2.35, 48.86}));
    const Json& route = features[1];
    EXPECT_EQ(route.at("geometry").at("type"), "LineString");
    EXPECT_EQ(route.at("geometry").at("coordinates"),
              Json::parse("[[2.35,48.86],[2.29,48.86],[2.36,48.85],[2.35,48.86]]"));
    EXPECT_EQ(route.at("properties").at("load"), 3);
    EXPECT_EQ(route.at("properties").at("customers"), 2);
    EXPECT_EQ(route.at("properties").at("length"), route_cost(instance, {2, 1}));
    const Json& customer = features[3];
    EXPECT_EQ(customer.at("properties").at("customer"), 2);
    EXPECT_EQ(customer.at("properties").at("demand"), 1);
    EXPECT_EQ(customer.at("properties").at("route"), 1);
}

// TSPLIB states latitude first, in degrees and minutes; GeoJSON longitude first, in degrees.
TEST(GeoJson, TsplibCoordinatesBecomeDegrees) {
    const Instance instance = read_instance(data / "metric-geo.tsp").instance;
    const Json json = Json::parse(write_geojson(instance, make_solution(instance, {{1, 2, 3, 4}})));
    const Json& first = json.at("features")[0].at("geometry").at("coordinates");  // 38.24, 20.42
    EXPECT_NEAR(first[0].get<double>(), 20 + 42 / 60.0, 1e-9);
    EXPECT_NEAR(first[1].get<double>(), 38 + 24 / 60.0, 1e-9);
}

TEST(GeoJson, PlaneInstancesSaySo) {
    const Instance instance = read_instance(data / "metric-euc-2d.vrp").instance;
    const Json json = Json::parse(write_geojson(instance, make_solution(instance, {{1, 2, 3}})));
    EXPECT_EQ(json.at("coordinates"), "plane");
    EXPECT_EQ(json.at("features")[2].at("geometry").at("coordinates"), Json({3.0, 4.0}));
}

TEST(GeoJson, RefusesWhatHasNoPlace) {
    const Instance matrix = read_instance(data / "asymmetric.vrp").instance;
    EXPECT_THROW(write_geojson(matrix, make_solution(matrix, {{1, 2, 3}})), InputError);
    const Instance instance = read_instance(data / "metric-euc-2d.vrp").instance;
    EXPECT_THROW(write_geojson(instance, {{{7}}, 0}), InputError);
}

}  // namespace
}  // namespace odgear
