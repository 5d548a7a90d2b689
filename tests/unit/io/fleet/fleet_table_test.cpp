#include "odgear/io/fleet/fleet_table.hpp"

#include <gtest/gtest.h>

#include "odgear/core/errors.hpp"
#include "odgear/io/fleet/fleet_input.hpp"

namespace odgear {
namespace {

const std::string head =
    "id;type;x;y;demand;pickup;service;earliest;latest;time window;skills;priority;prize;"
    "capacity;vehicles\n";
const std::string depot = "home;depot;0;0;;;;7:00;18:00;;;;;;\n";

fleet::ProblemData read(const std::string& rows, const TableOptions& options = {}) {
    return read_fleet_table(head + depot + rows, "stops.csv", options).problem.data();
}

std::string refusal(const std::string& rows) {
    try {
        read(rows, {"", 10, {}});
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(FleetTable, ReadsWhatAPlannerAdds) {
    const fleet::ProblemData data = read(
        "a;;3;4;5;2;0:10;8:30;12:00;;lift, ice;;;;\n"
        "b;;6;8;;;;;;9:00-10:00, 13:00-15:30;;50;;;\n"
        "c;;1;1;1;;;;;;;;12,5;;\n",
        {"", 10, {}});
    ASSERT_EQ(data.stops.size(), 3U);
    EXPECT_EQ(data.depots[0].window, (fleet::Window{420, 1080}));
    EXPECT_EQ(data.stops[0].label, "a");
    EXPECT_EQ(data.stops[0].delivery, std::vector<Load>{5});
    EXPECT_EQ(data.stops[0].pickup, std::vector<Load>{2});
    EXPECT_EQ(data.stops[0].service, 10);
    EXPECT_EQ(data.stops[0].windows, (std::vector<fleet::Window>{{510, 720}}));
    EXPECT_EQ(data.stops[0].skills.size(), 2U);
    EXPECT_EQ(data.stops[1].windows, (std::vector<fleet::Window>{{540, 600}, {780, 930}}));
    EXPECT_EQ(data.stops[1].priority, 50);
    EXPECT_EQ(data.stops[2].prize, 12.5);
    ASSERT_EQ(data.vehicles.size(), 1U);
    EXPECT_EQ(data.vehicles[0].count, fleet::no_count_limit);
    EXPECT_EQ(data.vehicles[0].capacity, std::vector<Load>{10});
    EXPECT_EQ(data.vehicles[0].shift, (fleet::Window{420, 1080}));
}

TEST(FleetTable, RowsOfVehiclesAreKindsOfVehicles) {
    const fleet::ProblemData data = read(
        "van;vehicle;;;;;;8:00;;;;;;20;3\n"
        "truck;vehicle;;;;;;;;;lift;;;90;\n"
        "a;;3;4;5;;;;;;lift;;;;\n");
    ASSERT_EQ(data.vehicles.size(), 2U);
    EXPECT_EQ(data.vehicles[0].label, "van");
    EXPECT_EQ(data.vehicles[0].count, 3);
    EXPECT_EQ(data.vehicles[0].shift.open, 480);
    EXPECT_EQ(data.vehicles[1].count, 1);
    EXPECT_EQ(data.vehicles[1].skills, data.stops[0].skills);
    EXPECT_EQ(data.stops.size(), 1U);
}

// More columns, by the head of their own tables.
fleet::ProblemData read_all(const std::string& text) {
    return read_fleet_table(text, "stops.csv", {"", 10, {}}).problem.data();
}

std::string refusal_of(const std::string& text) {
    try {
        read_all(text);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(FleetTable, StopsAreTiedByTheirIds) {
    const std::string columns =
        "id,type,x,y,demand,release,after,alternatives,only vehicles,prize\n"
        "home,depot,0,0,,,,,,\n"
        "van,vehicle,,,,,,,,\n"
        "truck,vehicle,,,,,,,,\n";
    const fleet::ProblemData data = read_all(columns +
                                             "a,,1,1,1,8:30,b,,\"truck\",\n"
                                             "b,,2,1,1,,,,\"van, truck\",\n"
                                             "c,,3,1,1,,,shop,,20\n"
                                             "d,,4,1,1,,,shop,,20\n"
                                             "e,,5,1,1,,,bank,,\n");
    ASSERT_EQ(data.stops.size(), 5U);
    EXPECT_EQ(data.stops[0].release, 510);
    EXPECT_EQ(data.stops[0].after, 1);
    EXPECT_EQ(data.stops[1].after, -1);
    EXPECT_EQ(data.stops[0].vehicle_types, std::vector<int>{1});
    EXPECT_EQ(data.stops[1].vehicle_types, (std::vector<int>{0, 1}));
    ASSERT_EQ(data.groups.size(), 2U);
    EXPECT_EQ(data.groups[0].stops, (std::vector<int>{2, 3}));
    EXPECT_FALSE(data.groups[0].required);
    EXPECT_EQ(data.groups[0].prize, 20);
    EXPECT_TRUE(data.groups[1].required);
    const auto names = [&](const char* rows, const char* words) {
        return refusal_of(columns + rows).find(words) != std::string::npos;
    };
    EXPECT_TRUE(names("a,,1,1,1,,z,,,\n", "stops.csv:5: after: no stop has the id"));
    EXPECT_TRUE(names("a,,1,1,1,,,,bike,\n", "stops.csv:5: only vehicles: no row of a vehicle"));
    EXPECT_TRUE(names("a,,1,1,1,,,s,,4\nb,,1,2,1,,,s,,5\n", "stops.csv:6: alternatives"));
}

TEST(FleetTable, VehiclesHaveLimitsCostsBreaksAndPlaces) {
    const std::string columns =
        "id,type,x,y,demand,window start,window end,fixed cost,cost per km,cost per hour,"
        "max distance,max duration,max stops,break,break minutes\n"
        "home,depot,0,0,,,,,,,,,,,\n";
    const fleet::ProblemData data =
        read_all(columns +
                 "van,vehicle,9,8,,7:00,15:00,50,200,30,900,8:00,12,11:00-12:00,30\n"
                 "truck,vehicle,,,,,,,,,,,,,\n"
                 "a,,1,1,1,9:00,10:00,,,,,,,,\n");
    ASSERT_EQ(data.vehicles.size(), 2U);
    const fleet::VehicleType& van = data.vehicles[0];
    EXPECT_EQ(van.shift, (fleet::Window{420, 900}));
    EXPECT_EQ(van.fixed_cost, 50);
    EXPECT_EQ(van.cost_per_distance, 0.2);
    EXPECT_EQ(van.cost_per_duration, 0.5);
    EXPECT_EQ(van.max_distance, 900);
    EXPECT_EQ(van.max_duration, 480);
    EXPECT_EQ(van.max_stops, 12);
    ASSERT_EQ(van.breaks.size(), 1U);
    EXPECT_EQ(van.breaks[0].windows, (std::vector<fleet::Window>{{660, 720}}));
    EXPECT_EQ(van.breaks[0].duration, 30);
    ASSERT_EQ(data.depots.size(), 2U);
    EXPECT_EQ(van.start, 1);
    EXPECT_EQ(van.end, 1);
    EXPECT_EQ(data.locations[2].point, (Point{9, 8}));
    EXPECT_EQ(data.vehicles[1].start, 0);
    EXPECT_EQ(data.vehicles[1].cost_per_distance, 1);
    EXPECT_EQ(data.stops[0].windows, (std::vector<fleet::Window>{{540, 600}}));
    EXPECT_NE(refusal_of(columns + "a,,1,1,1,,,9,,,,,,,\n")
                  .find("stops.csv:3: fixed cost: belongs in a row of type vehicle"),
              std::string::npos);
}

TEST(FleetTable, WithoutLoadsAStopCountsAsOneWhereVehiclesHaveACapacity) {
    const std::string table = "id,x,y,latest\ndepot,0,0,\na,1,1,9:00\n";
    EXPECT_EQ(read_all(table).stops[0].delivery, std::vector<Load>{1});
    EXPECT_TRUE(read_fleet_table(table, "s.csv").problem.stop(0).delivery.empty());
}

TEST(FleetTable, DegreesAreDrivenAtASpeed) {
    const std::string table = "id,lat,lon,latest\ndepot,52.5,13.4,\na,52.5,13.5,9:00\n";
    const FleetReadResult read = read_fleet_table(table, "stops.csv", {"", {}, 30});
    EXPECT_EQ(read.clock, 60);
    EXPECT_EQ(read.problem.vehicle_name(0, 1), "vehicle 2");
    const double metres = read.problem.distance(0, 0, 1);
    EXPECT_NEAR(metres, 6770, 10);
    EXPECT_NEAR(read.problem.duration(0, 0, 1), metres / 500, 1e-9);
    EXPECT_NE(read.warnings.back().find("30 km/h"), std::string::npos);
}

TEST(FleetTable, IsToldByItsColumnsAndRows) {
    EXPECT_FALSE(is_fleet_table("id,x,y,demand,skills\ndepot,0,0,,\na,1,1,1,\n", "t.csv"));
    EXPECT_TRUE(is_fleet_table("id,x,y,demand,skills\ndepot,0,0,,\na,1,1,1,lift\n", "t.csv"));
    EXPECT_TRUE(is_fleet_table("id,type,x,y\nv,vehicle,,\nd,depot,0,0\na,,1,1\n", "t.csv"));
    EXPECT_FALSE(is_fleet_table("NAME : x\nTYPE : CVRP\n", "t.vrp"));
    const auto input = parse_fleet_input(head + depot + "a;;3;4;5;2;;;;;;;;;\n", "t.csv",
                                         {"auto", false, {"", 10, {}}});
    ASSERT_TRUE(input);
    EXPECT_EQ(input->problem().stops(), 1);
}

TEST(FleetTable, BadCellsAreNamed) {
    const auto names = [](const std::string& rows, const char* words) {
        return refusal(rows).find(words) != std::string::npos;
    };
    EXPECT_TRUE(names("a;;3;4;5;x;;;;;;;;;\n", "stops.csv:3: pickup"));
    EXPECT_TRUE(names("a;;3;4;5;;;9:00;8:00;;;;;;\n", "stops.csv:3: latest"));
    EXPECT_TRUE(names("a;;3;4;5;;;soon;;;;;;;\n", "stops.csv:3: earliest"));
    EXPECT_TRUE(names("a;;3;4;5;;;;;morning;;;;;\n", "stops.csv:3: time window"));
    EXPECT_TRUE(names("a;;3;4;5;;;;;;;101;;;\n", "stops.csv:3: priority"));
    EXPECT_TRUE(names("v;vehicle;;;;;;;;;;;;5;0\na;;3;4;5;;;;;;;;;;\n", "vehicles"));
    EXPECT_TRUE(names("v;vehicle;;;;;;;;;;;;5;1\n", "no stops"));
    EXPECT_THROW(read("a;;3;4;5;;;;;;;;;;\n"), InputError);  // no capacity
}

}  // namespace
}  // namespace odgear
