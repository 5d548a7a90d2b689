#include "odgear/io/plan_table.hpp"

#include <gtest/gtest.h>

#include "odgear/core/errors.hpp"
#include "odgear/io/instance_file.hpp"
#include "odgear/io/spreadsheet.hpp"

namespace odgear {
namespace {

TEST(PlanTable, StopsWithLoadAndDistanceSoFar) {
    const Instance instance =
        parse_instance(
            "id,x,y,demand,name,capacity\ndepot,0,0,,Yard,5\na,3,4,2,\"x, y\",\nb,3,0,3,,\n",
            "stops.csv")
            .instance;
    EXPECT_EQ(write_plan_table(instance, make_solution(instance, {{1, 2}})),
              "route,stop,id,name,demand,load,distance\n"
              "1,0,depot,Yard,0,0,0\n"
              "1,1,a,\"x, y\",2,2,5\n"
              "1,2,b,,3,5,9\n"
              "1,3,depot,Yard,0,5,12\n");
    EXPECT_THROW(write_plan_table(instance, make_solution(instance, {{1, 2}}), {.speed = 30}),
                 ConfigurationError);
    EXPECT_THROW(write_plan_table(instance, {{{3}}, 0}), InputError);
}

TEST(PlanTable, TimesWithASpeed) {
    // 0.1 degrees of latitude are 11120 m: at 60 km/h 11 minutes and 7 seconds.
    const ReadResult read = parse_instance(
        "id,lat,lon,demand,service,capacity\n0,0,0,,,5\n1,0.1,0,2,10,\n", "stops.csv");
    const Solution solution = make_solution(read.instance, {{1}});
    EXPECT_EQ(write_plan_table(read.instance, solution, {60, read.services}),
              "route,stop,id,name,demand,load,distance_m,time\n"
              "1,0,0,,0,0,0,0:00:00\n"
              "1,1,1,,2,2,11120,0:11:07\n"
              "1,2,0,,0,2,22240,0:32:14\n");
}

TEST(Csv, WrittenCellsReadBack) {
    for (const std::string text : {"plain", "a,b", "a;b", "say \"hi\"", "two\nlines", ""}) {
        const spreadsheet::Table table =
            spreadsheet::parse("h,i\n" + spreadsheet::cell(text) + ",x\n", "t");
        EXPECT_EQ(table.rows.at(0).cells.at(0), text);
    }
}

}  // namespace
}  // namespace odgear
