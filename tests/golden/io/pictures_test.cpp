// Pictures, maps and answers of small instances are compared byte by byte with stored files. If
// they differ, the new output is written beside the test program: look at it, then replace the
// stored file.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "odgear/io/files.hpp"
#include "odgear/io/geojson.hpp"
#include "odgear/io/instance_file.hpp"
#include "odgear/io/output_file.hpp"
#include "odgear/io/result_json.hpp"
#include "odgear/io/solution_file.hpp"
#include "odgear/io/svg.hpp"
#include "odgear/io/vroom.hpp"
#include "support/paths.hpp"

namespace odgear {
namespace {

const std::filesystem::path data = testing::test_data();

void expect_as_in(const std::string& file, const std::string& text) {
    if (read_text_file(data / file) == text) return;
    const std::filesystem::path now =
        std::filesystem::path(::testing::TempDir()) / std::filesystem::path(file).filename();
    write_file(now, text);
    ADD_FAILURE() << "differs from " << file << "; the new output is in " << now;
}

class Pictures : public ::testing::Test {
protected:
    Instance instance_ = read_instance(data / "clustered-60.vrp").instance;
    Solution solution_ = read_solution(data / "clustered-60.sol", instance_).solution;
};

TEST_F(Pictures, Solution) {
    expect_as_in("golden/clustered-60.svg",
                 plot_solution(instance_, solution_, {.best_known = 9416}));
}

TEST_F(Pictures, Map) {
    expect_as_in("golden/clustered-60.geojson", write_geojson(instance_, solution_));
}

TEST_F(Pictures, Trace) {
    const auto trace = read_trace(read_text_file(data / "trace.csv"), "trace.csv");
    expect_as_in("golden/trace.svg", plot_trace(trace, {.title = "trace", .best_known = 1000}));
}

TEST_F(Pictures, Result) {
    const std::string file = "solution-result.json";
    const ResultRecord record = read_result(read_text_file(data / file), file);
    EXPECT_EQ(record.routes, solution_.routes);
    expect_as_in(file, write_result(record));
}

TEST_F(Pictures, VroomAnswer) {
    const VroomRequest request =
        read_vroom(read_text_file(data / "vroom-matrix.json"), "vroom-matrix.json");
    const Solution solution = make_solution(request.instance, {{1, 2}, {3}});
    expect_as_in("solution-vroom.json", write_vroom_answer(request, solution, {0.0123, 1.5}));
}

}  // namespace
}  // namespace odgear
