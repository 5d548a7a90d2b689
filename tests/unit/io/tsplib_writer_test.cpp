#include "odgear/io/tsplib_writer.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "odgear/core/errors.hpp"
#include "odgear/io/files.hpp"
#include "odgear/io/tsplib_reader.hpp"
#include "support/paths.hpp"

namespace odgear {
namespace {

const std::filesystem::path data = testing::test_data();

Instance reread(const std::string& text) { return read_tsplib(text, "again").instance; }

TEST(TsplibWriter, FilesOfEveryMetricComeBackByteForByte) {
    for (const char* file :
         {"metric-euc-2d.vrp", "metric-ceil-2d.vrp", "metric-floor-2d.vrp", "metric-exact-2d.vrp",
          "metric-man-2d.vrp", "metric-max-2d.vrp", "limits.vrp", "asymmetric.vrp",
          "clustered-60.vrp", "uniform-20.vrp", "uniform-tsp-15.tsp"}) {
        const Instance instance = read_instance(data / file).instance;
        EXPECT_EQ(write_tsplib(instance), read_text_file(data / file)) << file;
    }
}

TEST(TsplibWriter, EveryMatrixFormat) {
    const Instance instance = read_instance(data / "matrix-full-matrix.vrp").instance;
    for (const char* name :
         {"FULL_MATRIX", "UPPER_ROW", "LOWER_ROW", "UPPER_DIAG_ROW", "LOWER_DIAG_ROW", "UPPER_COL",
          "LOWER_COL", "UPPER_DIAG_COL", "LOWER_DIAG_COL"}) {
        const auto format = tsplib::matrix_format(name);
        ASSERT_TRUE(format);
        EXPECT_EQ(tsplib::name_of(*format), name);
        const std::string text = write_tsplib(instance, {*format});
        EXPECT_NE(text.find(std::string("EDGE_WEIGHT_FORMAT : ") + name + "\n"), std::string::npos);
        EXPECT_EQ(reread(text).data().matrix, instance.data().matrix) << name;
    }
}

TEST(TsplibWriter, AnAsymmetricMatrixNeedsTheFullFormat) {
    const Instance instance = read_instance(data / "asymmetric.vrp").instance;
    EXPECT_THROW(write_tsplib(instance, {tsplib::MatrixFormat::upper_row}), ConfigurationError);
}

InstanceData two_points(DistanceRule rule) {
    InstanceData written;
    written.name = "two";
    written.points = {{0, 0}, {7.25, 3}};
    written.rule = rule;
    written.demands = {0, 1};
    written.capacity = 5;
    return written;
}

// No key states real distances outside the unit square, so the comment tells how to read them.
TEST(TsplibWriter, ARoundingThatTheFileCannotStateIsInTheComment) {
    const Instance real(two_points({Metric::euclidean, Rounding::none, 1}));
    const std::string text = write_tsplib(real);
    EXPECT_NE(text.find("COMMENT : [read with --round none]\n"), std::string::npos);
    const Instance again = read_tsplib(text, "f", {Rounding::none}).instance;
    EXPECT_EQ(again.distance(0, 1), real.distance(0, 1));
    EXPECT_EQ(write_tsplib(again), text);
}

TEST(TsplibWriter, HaversineDistancesBecomeAMatrix) {
    const Instance globe(two_points({Metric::haversine, Rounding::nearest, 1}));
    const Instance again = reread(write_tsplib(globe));
    EXPECT_EQ(again.rule().metric, Metric::matrix);
    EXPECT_EQ(again.distance(0, 1), globe.distance(0, 1));
    EXPECT_EQ(again.points(), globe.points());
}

TEST(TsplibWriter, NamesCannotBreakLines) {
    InstanceData written = two_points({});
    written.name = "a\nDIMENSION : 99";
    EXPECT_EQ(reread(write_tsplib(Instance(written))).nodes(), 2);
}

}  // namespace
}  // namespace odgear
