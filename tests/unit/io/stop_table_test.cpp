#include "odgear/io/stop_table.hpp"

#include <gtest/gtest.h>

#include "odgear/core/errors.hpp"

namespace odgear {
namespace {

const std::string plain =
    "id,lat,lon,demand,name,capacity\n"
    "depot,52.5,13.4,,Yard,7\n"
    "A1,52.51,13.41,4,\"Baker, Old Street\"\n"
    "B2,52.49,13.38,3,\n";

ReadResult read(const std::string& text, const TableOptions& table = {},
                const std::string& file = "stops.csv") {
    return parse_instance(text, file, {.rounding = {}, .table = table});
}

// The message of the error that `make` throws.
template <class Error, class Make>
std::string message(Make make) {
    try {
        make();
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing was thrown";
}
std::string refusal(const std::string& text, const TableOptions& table = {}) {
    return message<InputError>([&] { read(text, table); });
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != text.npos;
}

TEST(StopTable, DegreesBecomeGreatCircleMetres) {
    const ReadResult result = read(plain);
    const Instance& instance = result.instance;
    EXPECT_EQ(instance.name(), "stops");
    EXPECT_EQ(instance.nodes(), 3);
    EXPECT_EQ(instance.capacity(), 7);
    EXPECT_EQ(instance.rule().metric, Metric::haversine);
    EXPECT_EQ(result.rounding, Rounding::nearest);
    // 0.01 degrees are 1112 m from south to north and 677 m from west to east at this latitude.
    EXPECT_NEAR(instance.distance(0, 1), std::hypot(1112.0, 677.0), 2);
    EXPECT_EQ(instance.demand(2), 3);
    EXPECT_EQ(instance.id(0), "depot");
    EXPECT_EQ(instance.id(1), "A1");
    EXPECT_EQ(instance.node_name(1), "Baker, Old Street");
    ASSERT_EQ(result.warnings.size(), 1u);
    EXPECT_TRUE(contains(result.warnings[0], "great-circle metres"));
}

TEST(StopTable, SpreadsheetDialectsAreTheSame) {
    const Instance expected = read(plain).instance;
    const std::string dialects[] = {
        "\xef\xbb\xbfID;Lat;Lon;Demand;Name;Capacity\r\ndepot;52,5;13,4;;Yard;7\r\n"
        "A1;52,51;13,41;4;Baker, Old Street;\r\nB2;52,49;13,38;3;;\r\n",
        "id\tLatitude\tLongitude\tquantity\taddress\tcapacity\n"
        "depot\t52.5\t13.4\t0\tYard\t7\n\nA1\t52.51\t13.41\t4\tBaker, Old Street\n"
        "B2\t52.49\t13.38\t3.0\t\n",
        "sep=;\nid;lat;lon;demand;name;capacity\ndepot;52.5;13.4;;Yard;7\n"
        "A1;52.51;13.41;4;\"Baker, Old Street\"\nB2;52.49;13.38;\"3\";",
        "id,lat,lon,demand,name,capacity\n\"depot\",\"52,5\",\"13,4\",,Yard,7\n"
        "A1,\"52,51\",\"13,41\",4,\"Baker, Old Street\"\nB2,52.49,13.38,3,,,\n",
    };
    for (const std::string& text : dialects) {
        const Instance instance = read(text).instance;
        EXPECT_EQ(instance.points(), expected.points()) << text;
        EXPECT_EQ(instance.demands(), expected.demands()) << text;
        EXPECT_EQ(instance.node_name(1), expected.node_name(1)) << text;
        EXPECT_EQ(instance.id(2), "B2") << text;
    }
}

TEST(StopTable, IsToldByItsFirstLine) {
    EXPECT_TRUE(is_stop_table("id;x;y\n", "stops"));
    EXPECT_TRUE(is_stop_table("\xef\xbb\xbfName,Lat,Lon\n", "-"));
    EXPECT_TRUE(is_stop_table("anything", "stops.CSV"));
    EXPECT_FALSE(is_stop_table("COMMENT : id, x, y\n", "a.vrp"));
    EXPECT_FALSE(is_stop_table("NAME\t:\tX\n", "a.vrp"));
    EXPECT_FALSE(is_stop_table("{\"vehicles\": []}", "a.json"));
    EXPECT_FALSE(is_stop_table("route,stop,id,name,demand\n", "plan"));
}

TEST(StopTable, PlaneCoordinatesAreRealDistances) {
    const ReadResult result = read("id,x,y,demand\n9,0,0,0\n5,3,4,1\n", {.capacity = 1});
    EXPECT_EQ(result.instance.distance(0, 1), 5);
    EXPECT_EQ(result.rounding, Rounding::none);
    EXPECT_EQ(result.instance.label(1), 5);  // whole numbers are labels too
}

TEST(StopTable, DepotIsFound) {
    const std::string rows = "id,x,y,demand\n1,10,0,2\nhome,0,0,0\n2,0,10,2\n";
    EXPECT_EQ(read(rows, {.depot = "home", .capacity = 9}).instance.id(0), "home");
    EXPECT_EQ(read(rows, {.depot = "5,5", .capacity = 9}).instance.point(0), (Point{5, 5}));
    EXPECT_EQ(read("id,x,y,demand,type\n1,1,0,2,\n7,0,0,,Depot\n", {.capacity = 9}).instance.id(0),
              "7");
    EXPECT_TRUE(contains(refusal(rows, {.capacity = 9}), "--depot"));
    EXPECT_TRUE(contains(refusal(rows, {.depot = "away", .capacity = 9}), "'away'"));
    EXPECT_TRUE(contains(
        refusal("id,x,y,demand,type\n1,1,0,,depot\n7,0,0,,depot\n2,1,1,1,\n", {.capacity = 9}),
        "stops.csv:3: a second depot"));
}

TEST(StopTable, WithoutLoadsItIsATour) {
    const ReadResult result = read("id,x,y\na,0,0\nb,1,0\nc,1,1\n");
    EXPECT_TRUE(result.instance.is_tsp());
    const ReadResult counted = read("id,x,y\ndepot,0,0\nb,1,0\nc,1,1\n", {.capacity = 2});
    EXPECT_EQ(counted.instance.demand(1), 1);
}

TEST(StopTable, ServiceTimesAreMinutes) {
    const ReadResult result =
        read("id,x,y,demand,service\ndepot,0,0,,\n1,1,1,1,2.5\n2,2,2,1,0:05\n", {.capacity = 2});
    EXPECT_EQ(result.services, (std::vector<double>{0, 2.5, 5}));
}

TEST(StopTable, ErrorsNameLineAndColumn) {
    const auto with_row = [](const std::string& row) {
        return "id,lat,lon,demand\ndepot,52,13,\n" + row + "\n";
    };
    const TableOptions table{.capacity = 9};
    EXPECT_EQ(refusal(with_row("1,91,13,1"), table),
              "stops.csv:3: lat: the latitude is outside -90..90 degrees");
    EXPECT_EQ(refusal(with_row("1,52,13,"), table), "stops.csv:3: demand: missing");
    EXPECT_EQ(refusal(with_row("1,52,13,-1"), table), "stops.csv:3: demand: -1 is negative");
    EXPECT_EQ(refusal(with_row("1,52,x,1"), table), "stops.csv:3: lon: 'x' is not a number");
    EXPECT_TRUE(contains(refusal(with_row("1,52,13,1.5"), table), "smaller unit"));
    EXPECT_TRUE(contains(refusal(with_row("1,52,13,1\n1,52,14,1"), table),
                         "stops.csv:4: id: '1' occurs twice, first in line 3"));
    EXPECT_TRUE(contains(refusal(with_row("1,52,13,1,5"), table), "5 cells"));
    EXPECT_TRUE(contains(refusal(with_row("\"1,52,13,1"), table), "a quote is not closed"));
    EXPECT_TRUE(contains(refusal(with_row("1,52,13,1")), "--capacity"));
    EXPECT_TRUE(contains(refusal("id,demand\n1,1\n", table), "lat and lon, or x and y"));
    EXPECT_TRUE(contains(refusal("1,2,3\n"), "lat and lon, or x and y"));
    EXPECT_TRUE(contains(refusal("id,x,y,demand,tw_early\ndepot,0,0,,\n1,1,1,1,8:00\n", table),
                         "'tw_early' makes this a rich problem"));
    EXPECT_EQ(message<InfeasibleError>([&] { read(with_row("K,52,13,10"), table); }),
              "stops.csv:3: demand: the demand of 'K' is 10, above the capacity of 9");
}

TEST(StopTable, OptionsAreForTables) {
    EXPECT_THROW(parse_instance("NAME : a\n", "a.vrp", {.rounding = {}, .table = {.depot = "1"}}),
                 ConfigurationError);
}

}  // namespace
}  // namespace odgear
