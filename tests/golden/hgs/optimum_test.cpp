// The classic instances of up to 50 customers (A, B, E, P) are solved to their best-known cost,
// which is proven optimal. Skipped if the data are missing.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "odgear/core/check.hpp"
#include "odgear/hgs/genetic.hpp"
#include "odgear/io/instance_file.hpp"
#include "support/random_instances.hpp"

namespace odgear::hgs {
namespace {

constexpr int most_nodes = 51;
constexpr std::int64_t most_iterations = 20'000;

struct Classic {
    std::string set;
    std::string name;
    int nodes;
    double optimum;
};

// The lines `set,name,dimension,capacity,bks,rounding` of the classic sets.
std::vector<Classic> read_classics(const std::filesystem::path& list) {
    std::vector<Classic> classics;
    std::ifstream in(list);
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) {
        std::istringstream fields(line);
        std::vector<std::string> field(5);
        for (std::string& text : field) std::getline(fields, text, ',');
        const Classic classic{field[0], field[1], std::stoi(field[2]), std::stod(field[4])};
        if (classic.set != "tai" && classic.nodes <= most_nodes) classics.push_back(classic);
    }
    return classics;
}

TEST(Optimum, IsFoundOnTheClassicInstances) {
    const auto data = testing::shared_data();
    if (!data) GTEST_SKIP() << "the benchmark sets are absent (ODGEAR_DATA)";
    const auto classics = read_classics(*data / "cvrplib" / "paper98.csv");
    EXPECT_GE(classics.size(), 40u);
    for (const Classic& classic : classics) {
        const Instance instance =
            read_instance(*data / "cvrplib" / classic.set / (classic.name + ".vrp")).instance;
        StopRule stop;
        stop.iterations = most_iterations;
        stop.target = classic.optimum;
        const Result result = solve(instance, {}, {}, stop, 1);
        ASSERT_TRUE(result.best.has_value()) << classic.name;
        EXPECT_TRUE(check(instance, *result.best).feasible()) << classic.name;
        // The result may be cheaper where the best-known cost assumes a fleet limit that the file
        // does not state.
        EXPECT_LE(result.best->cost, classic.optimum) << classic.name;
    }
}

}  // namespace
}  // namespace odgear::hgs
