// Every kind of bad input gets one line with file, line and field, and the right exit code.
#include <gtest/gtest.h>

#include <string>

#include "odgear/core/errors.hpp"
#include "odgear/io/instance_file.hpp"
#include "odgear/io/tsplib_reader.hpp"

namespace odgear {
namespace {

struct BadInput {
    const char* name;
    std::string text;
    std::string message;  // whole
    int exit_code = 2;
};

void PrintTo(const BadInput& input, std::ostream* out) { *out << input.name; }

// Lines 1..6 of every CVRP below.
std::string head(const std::string& dimension = "3", const std::string& capacity = "10",
                 const std::string& metric = "EUC_2D") {
    return "NAME : bad\nCOMMENT : x\nTYPE : CVRP\nDIMENSION : " + dimension +
           "\nEDGE_WEIGHT_TYPE : " + metric + "\nCAPACITY : " + capacity + "\n";
}
// Lines 7..10 and 11..14.
const std::string points = "NODE_COORD_SECTION\n1 0 0\n2 9 9\n3 5 5\n";
const std::string demands = "DEMAND_SECTION\n1 0\n2 4\n3 6\n";
const std::string depot = "DEPOT_SECTION\n1\n-1\nEOF\n";

std::string with_points(const std::string& section) { return head() + section + demands + depot; }
std::string with_demands(const std::string& section) { return head() + points + section + depot; }
std::string matrix(const std::string& format, const std::string& values) {
    return head("3", "10", "EXPLICIT") + "EDGE_WEIGHT_FORMAT : " + format +
           "\nEDGE_WEIGHT_SECTION\n" + values + demands + depot;
}

class BadInputs : public ::testing::TestWithParam<BadInput> {};

TEST_P(BadInputs, IsExplainedInOneLine) {
    try {
        parse_instance(GetParam().text, "bad.vrp");
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(error.what(), GetParam().message);
        EXPECT_EQ(error.exit_code(), GetParam().exit_code);
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    }
}

const BadInput files[] = {
    {"Empty", "", "bad.vrp: is empty"},
    {"OnlyBlanks", "\n \t\r\n", "bad.vrp: is empty"},
    {"Binary", std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16), "bad.vrp: is a binary file"},
    {"Prose", "Dear Sir or Madam,\n",
     "bad.vrp:1: expected 'KEY : VALUE' or a section, found 'Dear Sir or Madam,'"},
    {"Numbers", "1 2 3\n", "bad.vrp:1: expected a key or a section, found '1 2 3'"},
    {"ASolution", "Route #1: 1 2 3\nCost 5\n",
     "bad.vrp:1: this is a solution (.sol), not an instance"},
    {"ATour", "TYPE : TOUR\nDIMENSION : 3\n", "bad.vrp:1: TYPE: this is a tour, not an instance"},
    {"HeaderOnly", "NAME : x\nTYPE : TSP\n", "bad.vrp:2: DIMENSION: missing"},
};

const BadInput keys[] = {
    {"DimensionMissing", "TYPE : TSP\nEDGE_WEIGHT_TYPE : EUC_2D\n" + points,
     "bad.vrp:6: DIMENSION: missing"},
    {"DimensionTooLarge", head("5") + points + demands + depot,
     "bad.vrp:10: NODE_COORD_SECTION: ends after 3 of 5 nodes; node 4 is missing"},
    {"DimensionTooSmall", head("2") + points + demands + depot,
     "bad.vrp:10: NODE_COORD_SECTION: node 3 is outside 1..2"},
    {"DimensionHuge", head("1000000000000") + points + demands + depot,
     "bad.vrp:4: DIMENSION: 1000000000000 nodes cannot be in a file of 188 bytes"},
    {"DimensionNegative", head("-3") + points,
     "bad.vrp:4: DIMENSION: must be positive, but is '-3'"},
    {"DimensionZero", head("0") + points, "bad.vrp:4: DIMENSION: must be positive, but is '0'"},
    {"DimensionOne", head("1") + points, "bad.vrp:4: DIMENSION: must be at least 2"},
    {"DimensionAWord", head("many") + points,
     "bad.vrp:4: DIMENSION: expected a number, found 'many'"},
    {"DimensionTwice", head() + "DIMENSION : 3\n",
     "bad.vrp:7: DIMENSION: given twice (first in line 4)"},
    {"CapacityZero", head("3", "0") + points + demands + depot,
     "bad.vrp:6: CAPACITY: must be positive, but is '0'"},
    {"CapacityNegative", head("3", "-5") + points + demands + depot,
     "bad.vrp:6: CAPACITY: must be positive, but is '-5'"},
    {"CapacityInfinite", head("3", "inf") + points + demands + depot,
     "bad.vrp:6: CAPACITY: 'inf' is not a finite number"},
    {"CapacityMissing",
     "TYPE : CVRP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EUC_2D\n" + points + demands,
     "bad.vrp:11: CAPACITY: missing"},
    {"CapacityEmpty", head("3", "") + points, "bad.vrp:6: CAPACITY: expected a number, found ''"},
    {"VehiclesZero", head() + "VEHICLES : 0\n",
     "bad.vrp:7: VEHICLES: must be positive, but is '0'"},
    {"DistanceZero", head() + "DISTANCE : 0\n", "bad.vrp:7: DISTANCE: must be positive"},
    {"DistanceNegative", head() + "DISTANCE : -1\n",
     "bad.vrp:7: DISTANCE: must not be negative, but is '-1'"},
    {"ServiceTimeNegative", head() + "SERVICE_TIME : -1\n",
     "bad.vrp:7: SERVICE_TIME: must not be negative, but is '-1'"},
    {"UnknownType", "TYPE : CVRPTW\nDIMENSION : 3\n",
     "bad.vrp:1: TYPE: unknown type 'CVRPTW' (known: CVRP, ACVRP, DCVRP, TSP, ATSP)"},
    {"UnknownMetric", head("3", "10", "EUC_3D") + points + demands + depot,
     "bad.vrp:5: EDGE_WEIGHT_TYPE: unknown metric 'EUC_3D' (known: EUC_2D, CEIL_2D, FLOOR_2D, "
     "EXACT_2D, MAN_2D, MAX_2D, GEO, ATT, EXPLICIT)"},
    {"MetricMissing", "TYPE : TSP\nDIMENSION : 3\n" + points,
     "bad.vrp:6: EDGE_WEIGHT_TYPE: missing"},
    {"TimeWindows", head() + points + "TIME_WINDOW_SECTION\n1 0 9\n",
     "bad.vrp:11: TIME_WINDOW_SECTION: this kind of constraint is not supported"},
};

const BadInput coordinates[] = {
    {"NotANumber", with_points("NODE_COORD_SECTION\n1 0 0\n2 nan 9\n3 5 5\n"),
     "bad.vrp:9: NODE_COORD_SECTION: 'nan' is not a finite number"},
    {"Infinite", with_points("NODE_COORD_SECTION\n1 0 0\n2 9 -inf\n3 5 5\n"),
     "bad.vrp:9: NODE_COORD_SECTION: '-inf' is not a finite number"},
    {"Astronomical", with_points("NODE_COORD_SECTION\n1 0 0\n2 1e300 9\n3 5 5\n"),
     "bad.vrp:9: NODE_COORD_SECTION: '1e300' is too large"},
    {"AWord", with_points("NODE_COORD_SECTION\n1 0 0\n2 9 north\n3 5 5\n"),
     "bad.vrp:9: NODE_COORD_SECTION: expected a number, found 'north'"},
    {"DecimalComma", with_points("NODE_COORD_SECTION\n1 0 0\n2 9,5 3\n3 5 5\n"),
     "bad.vrp:9: NODE_COORD_SECTION: expected a number, found '9,5'"},
    {"OneTooFew", with_points("NODE_COORD_SECTION\n1 0 0\n2 9\n3 5 5\n"),
     "bad.vrp:9: NODE_COORD_SECTION: node 2 lacks a coordinate"},
    {"OneTooMany", with_points("NODE_COORD_SECTION\n1 0 0\n2 9 9 9\n3 5 5\n"),
     "bad.vrp:9: NODE_COORD_SECTION: '9' is one value too many"},
    {"Truncated", head() + "NODE_COORD_SECTION\n1 0 0\n2 9",
     "bad.vrp:9: NODE_COORD_SECTION: node 2 lacks a coordinate"},
    {"TruncatedAtALine", head() + "NODE_COORD_SECTION\n1 0 0\n2 9 9\n",
     "bad.vrp:9: NODE_COORD_SECTION: ends after 2 of 3 nodes; node 3 is missing"},
    {"Missing", head() + demands + depot, "bad.vrp:14: NODE_COORD_SECTION: missing"},
    {"NodeTwice", with_points("NODE_COORD_SECTION\n1 0 0\n2 9 9\n2 5 5\n"),
     "bad.vrp:10: NODE_COORD_SECTION: node 2 is given twice"},
    {"NodeMissing", with_points("NODE_COORD_SECTION\n1 0 0\n3 9 9\n"),
     "bad.vrp:9: NODE_COORD_SECTION: ends after 2 of 3 nodes; node 2 is missing"},
    {"NodeZero", with_points("NODE_COORD_SECTION\n0 0 0\n1 9 9\n2 5 5\n"),
     "bad.vrp:8: NODE_COORD_SECTION: node 0 is outside 1..3"},
    {"NodeHuge", with_points("NODE_COORD_SECTION\n1 0 0\n99999999999999999999 9 9\n3 5 5\n"),
     "bad.vrp:9: NODE_COORD_SECTION: expected a node number, found '99999999999999999999'"},
    {"SectionTwice", head() + points + points,
     "bad.vrp:11: NODE_COORD_SECTION: given twice (first in line 7)"},
};

const BadInput loads[] = {
    {"Negative", with_demands("DEMAND_SECTION\n1 0\n2 -4\n3 6\n"),
     "bad.vrp:13: DEMAND_SECTION: the demand of node 2 is negative"},
    {"Fractional", with_demands("DEMAND_SECTION\n1 0\n2 4.5\n3 6\n"),
     "bad.vrp:13: DEMAND_SECTION: '4.5' is not a whole number; scale demands and capacity so that "
     "they are"},
    {"Lacking", with_demands("DEMAND_SECTION\n1 0\n2\n3 6\n"),
     "bad.vrp:13: DEMAND_SECTION: node 2 lacks its demand"},
    {"Truncated", head() + points + "DEMAND_SECTION\n1 0\n",
     "bad.vrp:12: DEMAND_SECTION: ends after 1 of 3 nodes; node 2 is missing"},
    {"Missing", head() + points + depot, "bad.vrp:14: DEMAND_SECTION: missing"},
    {"NodeTwice", with_demands("DEMAND_SECTION\n1 0\n2 4\n2 6\n"),
     "bad.vrp:14: DEMAND_SECTION: node 2 is given twice"},
    {"AtTheDepot", with_demands("DEMAND_SECTION\n1 1\n2 4\n3 6\n"),
     "bad.vrp:12: DEMAND_SECTION: the depot must have no demand"},
    {"AboveCapacity", with_demands("DEMAND_SECTION\n1 0\n2 4\n3 11\n"),
     "bad.vrp:14: DEMAND_SECTION: the demand of customer 2 is 11, above the capacity of 10", 3},
    {"AboveTheFleet",
     head() + "VEHICLES : 1\n" + points + "DEMAND_SECTION\n1 0\n2 4\n3 7\n" + depot,
     "bad.vrp:7: VEHICLES: the total demand of 11 needs 2 vehicles of capacity 10, but the fleet "
     "has 1",
     3},
    {"TooFar", head() + "DISTANCE : 20\n" + points + demands + depot,
     "bad.vrp:7: DISTANCE: customer 1 cannot be reached within the route length limit: out and "
     "back takes 26.000000",
     3},
    {"DepotUnknown", head() + points + demands + "DEPOT_SECTION\n4\n-1\n",
     "bad.vrp:17: DEPOT_SECTION: node 4 is outside 1..3"},
    {"NoDepot", head() + points + demands + "DEPOT_SECTION\n-1\n",
     "bad.vrp:16: DEPOT_SECTION: names no depot"},
    {"TwoDepots", head() + points + demands + "DEPOT_SECTION\n1\n2\n-1\n",
     "bad.vrp:18: DEPOT_SECTION: more than one depot is not supported"},
};

const BadInput matrices[] = {
    {"TooFew", matrix("LOWER_ROW", "4 5\n"),
     "bad.vrp:9: EDGE_WEIGHT_SECTION: 2 values, but LOWER_ROW of 3 nodes has 3"},
    {"TooMany", matrix("LOWER_ROW", "4 5\n6 7\n"),
     "bad.vrp:10: EDGE_WEIGHT_SECTION: 4 values, but LOWER_ROW of 3 nodes has 3"},
    {"FarTooMany", matrix("FULL_MATRIX", "0 1 2 3 4 5 6 7 8 9 10 11 12 13\n"),
     "bad.vrp:9: EDGE_WEIGHT_SECTION: more values than a matrix of 3 nodes has"},
    {"Negative", matrix("LOWER_ROW", "4 5\n-1\n"),
     "bad.vrp:10: EDGE_WEIGHT_SECTION: must not be negative, but is '-1'"},
    {"NotANumber", matrix("LOWER_ROW", "4 nan 6\n"),
     "bad.vrp:9: EDGE_WEIGHT_SECTION: 'nan' is not a finite number"},
    {"UnknownFormat", matrix("SPARSE", "4 5 6\n"),
     "bad.vrp:7: EDGE_WEIGHT_FORMAT: unknown format 'SPARSE'"},
    {"FormatMissing",
     head("3", "10", "EXPLICIT") + "EDGE_WEIGHT_SECTION\n4 5 6\n" + demands + depot,
     "bad.vrp:5: EDGE_WEIGHT_FORMAT: missing, but needed for EXPLICIT"},
    {"Missing", head("3", "10", "EXPLICIT") + "EDGE_WEIGHT_FORMAT : LOWER_ROW\n" + demands + depot,
     "bad.vrp:15: EDGE_WEIGHT_SECTION: missing"},
};

const auto name_of_case = [](const auto& info) { return info.param.name; };

INSTANTIATE_TEST_SUITE_P(Files, BadInputs, ::testing::ValuesIn(files), name_of_case);
INSTANTIATE_TEST_SUITE_P(Keys, BadInputs, ::testing::ValuesIn(keys), name_of_case);
INSTANTIATE_TEST_SUITE_P(Coordinates, BadInputs, ::testing::ValuesIn(coordinates), name_of_case);
INSTANTIATE_TEST_SUITE_P(Loads, BadInputs, ::testing::ValuesIn(loads), name_of_case);
INSTANTIATE_TEST_SUITE_P(Matrices, BadInputs, ::testing::ValuesIn(matrices), name_of_case);

}  // namespace
}  // namespace odgear
