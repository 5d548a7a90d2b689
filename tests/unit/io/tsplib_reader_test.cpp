#include "odgear/io/tsplib_reader.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "odgear/core/errors.hpp"
#include "odgear/io/instance_file.hpp"
#include "support/paths.hpp"

namespace odgear {
namespace {

const std::filesystem::path data = testing::test_data();

// Distances between nodes 0-1, 0-2, 0-3, 1-2, 1-3, 2-3.
std::vector<double> six(const Instance& instance) {
    std::vector<double> distances;
    for (int i = 0; i < 4; ++i)
        for (int j = i + 1; j < 4; ++j) distances.push_back(instance.distance(i, j));
    return distances;
}

std::vector<double> six(const std::string& file, std::optional<Rounding> rounding = {}) {
    return six(read_instance(data / file, {rounding}).instance);
}

using Six = std::vector<double>;

// Depot (0,0), customers (3,4), (6,0), (1.5,2): 5, 6, 2.5, 5, 2.5, sqrt(24.25) = 4.9244...
TEST(TsplibReader, Metrics) {
    EXPECT_EQ(six("metric-euc-2d.vrp"), (Six{5, 6, 3, 5, 3, 5}));
    EXPECT_EQ(six("metric-ceil-2d.vrp"), (Six{5, 6, 3, 5, 3, 5}));
    EXPECT_EQ(six("metric-floor-2d.vrp"), (Six{5, 6, 2, 5, 2, 4}));
    EXPECT_EQ(six("metric-exact-2d.vrp"), (Six{5000, 6000, 2500, 5000, 2500, 4924}));
    EXPECT_EQ(six("metric-man-2d.vrp"), (Six{7, 6, 4, 7, 4, 7}));
    EXPECT_EQ(six("metric-max-2d.vrp"), (Six{4, 6, 2, 4, 2, 5}));
}

// The warning about coordinates in a file with these four nodes, or "".
std::string doubt(const std::string& coordinates, std::optional<Rounding> rounding = {}) {
    const std::string text =
        "TYPE : TSP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n" + coordinates +
        "EOF\n";
    for (const std::string& warning : parse_instance(text, "f", {rounding}).warnings) {
        if (warning.find("look like degrees") != std::string::npos) return "degrees";
        if (warning.find("round to 0") != std::string::npos) return "zero";
    }
    return "";
}

// Degrees cause a warning whatever their decimals. Short distances alone cause one only if they are
// rounded.
TEST(TsplibReader, DegreesAreDoubted) {
    const std::string hundredths = "1 16.37 48.21\n2 13.04 47.80\n3 15.44 47.07\n4 9.75 47.50\n";
    const std::string tenths = "1 16.4 48.2\n2 13.0 47.8\n3 15.4 47.1\n4 9.8 47.5\n";
    for (const std::string& degrees : {hundredths, tenths}) {
        EXPECT_EQ(doubt(degrees), "degrees");
        EXPECT_EQ(doubt(degrees, Rounding::up), "degrees");
        EXPECT_EQ(doubt(degrees, Rounding::none), "");
    }
    EXPECT_EQ(doubt("1 16.373 48.208\n2 13.043 47.803\n3 15.438 47.073\n4 9.747 47.503\n",
                    Rounding::none),
              "degrees");
    // Points of a plane: whole numbers, a map at the origin, and one that is wider.
    EXPECT_EQ(doubt("1 0.15 0.25\n2 3.35 1.85\n3 4.25 2.95\n4 1.55 3.65\n"), "");
    EXPECT_EQ(doubt("1 0 0\n2 3 4\n3 6 8\n4 2 9\n"), "");
    EXPECT_EQ(doubt("1 16.37 48.21\n2 3.04 47.80\n3 35.44 7.07\n4 9.75 87.50\n"), "");
}

TEST(TsplibReader, RoundingOptionReplacesThatOfPlaneMetrics) {
    EXPECT_EQ(six("metric-euc-2d.vrp", Rounding::down), (Six{5, 6, 2, 5, 2, 4}));
    EXPECT_EQ(six("metric-ceil-2d.vrp", Rounding::down), (Six{5, 6, 2, 5, 2, 4}));
    EXPECT_EQ(six("metric-euc-2d.vrp", Rounding::up), (Six{5, 6, 3, 5, 3, 5}));
    EXPECT_EQ(six("metric-man-2d.vrp", Rounding::none), (Six{7, 6, 3.5, 7, 3.5, 6.5}));
    EXPECT_EQ(six("metric-exact-2d.vrp", Rounding::up), (Six{5000, 6000, 2500, 5000, 2500, 4925}));
    const ReadResult geo = read_instance(data / "metric-geo.tsp", {Rounding::none});
    ASSERT_EQ(geo.warnings.size(), 1u);
    EXPECT_NE(geo.warnings[0].find("has no meaning for GEO"), std::string::npos);
}

// Against an independent evaluation of TSPLIB's formula.
TEST(TsplibReader, Geographical) {
    const Instance instance = read_instance(data / "metric-geo.tsp").instance;
    EXPECT_TRUE(instance.is_tsp());
    EXPECT_EQ(instance.distance(0, 1), 509);
    EXPECT_EQ(instance.distance(2, 4), 1516);
    EXPECT_EQ(rounding_name(instance), "metric");
}

// sqrt(100/10) = 3.16 -> 4; sqrt(200/10) = 4.47 -> 5; sqrt(41/10) = 2.02 -> 3
TEST(TsplibReader, PseudoEuclidean) {
    const Instance instance = read_instance(data / "metric-att.tsp").instance;
    EXPECT_EQ(instance.distance(0, 1), 4);
    EXPECT_EQ(instance.distance(0, 2), 5);
    EXPECT_EQ(instance.distance(0, 4), 3);
}

TEST(TsplibReader, MatrixFormats) {
    for (const char* format :
         {"full-matrix", "upper-row", "lower-row", "upper-diag-row", "lower-diag-row", "upper-col",
          "lower-col", "upper-diag-col", "lower-diag-col"}) {
        const ReadResult result = read_instance(data / (std::string("matrix-") + format + ".vrp"));
        EXPECT_EQ(six(result.instance), (Six{3, 7, 12, 5, 9, 4})) << format;
        EXPECT_TRUE(result.instance.symmetric());
        EXPECT_FALSE(result.instance.has_points());
        EXPECT_TRUE(result.warnings.empty()) << format;
        EXPECT_EQ(rounding_name(result.instance), "matrix");
    }
}

TEST(TsplibReader, AsymmetricMatrix) {
    const Instance instance = read_instance(data / "asymmetric.vrp").instance;
    EXPECT_FALSE(instance.symmetric());
    EXPECT_EQ(instance.distance(0, 1), 3);
    EXPECT_EQ(instance.distance(1, 0), 4);
    EXPECT_EQ(instance.distance(3, 0), 13);
}

TEST(TsplibReader, TheDiagonalOfAMatrixIsZero) {
    const Instance instance =
        read_tsplib(
            "TYPE : ATSP\nDIMENSION : 2\nEDGE_WEIGHT_TYPE : EXPLICIT\n"
            "EDGE_WEIGHT_FORMAT : FULL_MATRIX\nEDGE_WEIGHT_SECTION\n9999 3 4 9999\n",
            "f")
            .instance;
    EXPECT_EQ(instance.data().matrix, (std::vector<double>{0, 3, 4, 0}));
}

TEST(TsplibReader, ATspHasNoLoads) {
    const ReadResult result = read_tsplib(
        "TYPE : TSP\nDIMENSION : 2\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 5\n"
        "NODE_COORD_SECTION\n1 0 0\n2 9 9\nDEMAND_SECTION\n1 0\n2 99\n",
        "f");
    EXPECT_TRUE(result.instance.is_tsp());
    ASSERT_EQ(result.warnings.size(), 2u);
    EXPECT_EQ(result.warnings[0], "f:8: DEMAND_SECTION: left out: it has no meaning for a TSP");
    EXPECT_EQ(result.warnings[1], "f:4: CAPACITY: left out: it has no meaning for a TSP");
}

TEST(TsplibReader, Limits) {
    const Instance instance = read_instance(data / "limits.vrp").instance;
    EXPECT_EQ(instance.max_vehicles(), 3);
    EXPECT_EQ(instance.max_route_length(), 40.5);
    EXPECT_EQ(instance.service_time(), 2);
    EXPECT_EQ(instance.capacity(), 10);
    EXPECT_EQ(instance.demands(), (std::vector<Load>{0, 4, 5, 3}));
}

TEST(TsplibReader, AcceptsAnyLayout) {
    const ReadResult odd = read_instance(data / "odd-layout.vrp");
    const Instance even = read_instance(data / "metric-euc-2d.vrp").instance;
    EXPECT_EQ(odd.instance.points(), even.points());
    EXPECT_EQ(odd.instance.demands(), even.demands());
    EXPECT_EQ(odd.instance.capacity(), 10);
    EXPECT_EQ(odd.instance.name(), "odd layout");
    EXPECT_EQ(odd.instance.comment(), "first part second part");
    ASSERT_EQ(odd.warnings.size(), 2u);
    const std::string file = (data / "odd-layout.vrp").string();
    EXPECT_EQ(odd.warnings[0], file + ":21: COLOUR: unknown key, left out");
    EXPECT_EQ(odd.warnings[1], file + ":24: ODD_SECTION: unknown section, left out");
}

TEST(TsplibReader, ADepotElsewhereIsMovedToTheFront) {
    const ReadResult result = read_instance(data / "depot-third.vrp");
    const Instance plain = read_instance(data / "metric-euc-2d.vrp").instance;
    EXPECT_EQ(result.instance.points(), plain.points());
    EXPECT_EQ(result.instance.demands(), plain.demands());
    ASSERT_EQ(result.warnings.size(), 1u);
    EXPECT_NE(result.warnings[0].find("the depot is node 3"), std::string::npos);
}

TEST(TsplibReader, ADepotElsewhereInAMatrix) {
    const ReadResult result = read_tsplib(
        "TYPE : CVRP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EXPLICIT\n"
        "EDGE_WEIGHT_FORMAT : FULL_MATRIX\nCAPACITY : 9\n"
        "EDGE_WEIGHT_SECTION\n0 1 2 10 0 12 20 21 0\n"
        "DEMAND_SECTION\n1 4\n2 0\n3 5\nDEPOT_SECTION\n2 -1\n",
        "f");
    // Nodes in the order 2, 1, 3 of the file.
    EXPECT_EQ(result.instance.distance(0, 1), 10);
    EXPECT_EQ(result.instance.distance(0, 2), 12);
    EXPECT_EQ(result.instance.distance(1, 0), 1);
    EXPECT_EQ(result.instance.distance(2, 1), 20);
    EXPECT_EQ(result.instance.demands(), (std::vector<Load>{0, 4, 5}));
}

std::string tsp(const std::string& coordinates) {
    return "NAME : t\nTYPE : TSP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n" +
           coordinates;
}

TEST(TsplibReader, UnitSquareIsNotRounded) {
    const ReadResult unit = read_tsplib(tsp("1 0.1 0.2\n2 0.9 0.2\n3 0.1 1.0e-1\n"), "f");
    EXPECT_EQ(unit.rounding, Rounding::none);
    EXPECT_DOUBLE_EQ(unit.instance.distance(0, 1), 0.8);
    ASSERT_EQ(unit.warnings.size(), 1u);
    EXPECT_EQ(unit.warnings[0],
              "f:4: EDGE_WEIGHT_TYPE: the coordinates lie in a unit square, so distances are not "
              "rounded");
    EXPECT_EQ(rounding_name(unit.instance), "none");

    const ReadResult larger = read_tsplib(tsp("1 0.1 0.2\n2 2.9 0.2\n3 0.1 0.1\n"), "f");
    EXPECT_EQ(larger.rounding, Rounding::nearest);
    EXPECT_EQ(larger.instance.distance(0, 1), 3);
    EXPECT_TRUE(larger.warnings.empty());
    EXPECT_EQ(rounding_name(larger.instance), "nint");

    const ReadResult asked = read_tsplib(tsp("1 0 0\n2 1 1\n3 0 1\n"), "f", {Rounding::nearest});
    EXPECT_EQ(asked.instance.distance(0, 1), 1);
    EXPECT_TRUE(asked.warnings.empty());
}

TEST(TsplibReader, MissingKeysThatCanBeGuessedAreNoticed) {
    const ReadResult result = read_tsplib(
        "DIMENSION : 2\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 9\n"
        "NODE_COORD_SECTION\n1 0 0\n2 5 5\nDEMAND_SECTION\n1 0\n2 5\n",
        "some/file.vrp");
    EXPECT_FALSE(result.instance.is_tsp());
    EXPECT_EQ(result.instance.name(), "file");
    ASSERT_EQ(result.warnings.size(), 2u);
    EXPECT_EQ(result.warnings[0], "some/file.vrp: TYPE: missing; read as CVRP");
    EXPECT_EQ(result.warnings[1], "some/file.vrp: DEPOT_SECTION: missing; node 1 is the depot");
}

TEST(TsplibReader, NothingAfterEofIsRead) {
    EXPECT_EQ(read_tsplib(tsp("1 0 0\n2 5 5\n3 6 6\nEOF\n4 garbage\n"), "f").instance.nodes(), 3);
}

TEST(TsplibReader, RoundingNames) {
    EXPECT_EQ(rounding_option("auto"), std::nullopt);
    EXPECT_EQ(rounding_option("nint"), Rounding::nearest);
    EXPECT_EQ(rounding_option("none"), Rounding::none);
    EXPECT_EQ(rounding_option("ceil"), Rounding::up);
    EXPECT_EQ(rounding_option("floor"), Rounding::down);
    EXPECT_THROW(rounding_option("half"), ConfigurationError);
}

TEST(TsplibReader, ManyUnknownKeysAreNotAllListed) {
    std::string text;
    for (int i = 0; i < 1000; ++i) text += "KEY" + std::to_string(i) + " : x\n";
    const ReadResult result = read_tsplib(text + tsp("1 0 0\n2 5 5\n3 6 6\n"), "f");
    ASSERT_EQ(result.warnings.size(), 21u);
    EXPECT_EQ(result.warnings.back(), "f: 980 more warnings");
}

}  // namespace
}  // namespace odgear
