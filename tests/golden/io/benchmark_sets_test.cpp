// The public benchmark sets: every instance can be parsed, and every published solution has the
// cost that it states. Skipped if the data are missing.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include "odgear/core/check.hpp"
#include "odgear/io/instance_file.hpp"
#include "odgear/io/solution_file.hpp"
#include "support/random_instances.hpp"

namespace odgear {
namespace {

namespace fs = std::filesystem;

class BenchmarkSets : public ::testing::Test {
protected:
    void SetUp() override {
        const auto found = testing::shared_data();
        if (!found) GTEST_SKIP() << "the benchmark sets are absent (ODGEAR_DATA)";
        data_ = *found;
    }

    // The rich problems of variants/ are not instances of the CVRP or TSP.
    std::vector<fs::path> files(const std::string& extension) const {
        std::vector<fs::path> found;
        for (const auto& entry : fs::recursive_directory_iterator(data_))
            if (entry.path().extension() == extension &&
                entry.path().string().find("variants") == std::string::npos)
                found.push_back(entry.path());
        std::sort(found.begin(), found.end());
        return found;
    }

    // The rounding that the README of the data states for a set.
    static ReadOptions options_for(const fs::path& instance) {
        ReadOptions options;
        if (instance.parent_path().filename() == "tai") options.rounding = Rounding::none;
        return options;
    }

    double identity_tour(const std::string& name) const {
        const Instance instance = read_instance(data_ / "tsplib" / name).instance;
        Route route(static_cast<std::size_t>(instance.customers()));
        std::iota(route.begin(), route.end(), 1);
        return route_cost(instance, route);
    }

    CheckReport check_published(const fs::path& sol) const {
        const fs::path path = fs::path(sol).replace_extension(".vrp");
        const Instance instance = read_instance(path, options_for(path)).instance;
        const SolutionFile published = read_solution(sol, instance);
        EXPECT_TRUE(published.stated_cost) << sol;
        return check(instance, published.solution, published.tolerance);
    }

    fs::path data_;
};

TEST_F(BenchmarkSets, EveryInstanceParses) {
    std::size_t read = 0;
    for (const char* extension : {".vrp", ".tsp"})
        for (const fs::path& path : files(extension)) {
            const bool synthetic = path.string().find("synthetic") != std::string::npos;
            try {
                const ReadResult result = read_instance(path, options_for(path));
                EXPECT_EQ(result.instance.is_tsp(), std::string(extension) == ".tsp") << path;
                EXPECT_TRUE(!synthetic || result.rounding == Rounding::none) << path;
                ++read;
            } catch (const std::exception& error) {
                ADD_FAILURE() << error.what();
            }
        }
    EXPECT_GE(read, 1000u);
}

TEST_F(BenchmarkSets, DimensionsAreThoseListed) {
    for (const char* set : {"X", "XL", "XXL", "I"}) {
        std::ifstream list(data_ / "cvrplib" / set / "bks.csv");
        std::string line;
        std::getline(list, line);
        while (std::getline(list, line)) {
            std::istringstream row(line);
            std::string name, dimension, capacity;
            std::getline(row, name, ',');
            std::getline(row, dimension, ',');
            std::getline(row, capacity, ',');
            const Instance instance =
                read_instance(data_ / "cvrplib" / set / (name + ".vrp")).instance;
            EXPECT_EQ(std::to_string(instance.nodes()), dimension) << name;
            EXPECT_EQ(std::to_string(instance.capacity()), capacity) << name;
        }
    }
}

TEST_F(BenchmarkSets, EveryPublishedSolutionCostsWhatItStates) {
    std::size_t checked = 0;
    for (const fs::path& sol : files(".sol")) {
        const std::string name = sol.stem().string();
        const std::string set = sol.parent_path().filename().string();
        if (set == "fixed_sols" || name == "B-n50-k8" || name == "B-n57-k7" || name == "E-n30-k3")
            continue;
        const CheckReport report = check_published(sol);
        EXPECT_TRUE(report.feasible()) << name << ": " << report.summary();
        ++checked;
    }
    EXPECT_GE(checked, 200u);
}

TEST_F(BenchmarkSets, TheThreeKnownBadSolutionsAreRejectedForTheRightReason) {
    const CheckReport b50 = check_published(data_ / "cvrplib/B/B-n50-k8.sol");
    const auto has = [](const CheckReport& report, Violation::Kind kind, int customer) {
        return std::any_of(report.violations.begin(), report.violations.end(),
                           [&](const Violation& violation) {
                               return violation.kind == kind && violation.customer == customer;
                           });
    };
    EXPECT_TRUE(has(b50, Violation::Kind::repeated_customer, 2)) << b50.summary();
    EXPECT_TRUE(has(b50, Violation::Kind::missing_customer, 3)) << b50.summary();
    const CheckReport b57 = check_published(data_ / "cvrplib/B/B-n57-k7.sol");
    EXPECT_EQ(b57.cost, 1155);
    ASSERT_EQ(b57.violations.size(), 1u);
    EXPECT_EQ(b57.violations[0].kind, Violation::Kind::wrong_cost);
    const CheckReport e30 = check_published(data_ / "cvrplib/E/E-n30-k3.sol");
    EXPECT_EQ(e30.cost, 537);
    ASSERT_EQ(e30.violations.size(), 1u);
    EXPECT_EQ(e30.violations[0].kind, Violation::Kind::wrong_cost);
}

TEST_F(BenchmarkSets, TheCorrectedSolutionsAreAccepted) {
    for (const auto& [name, cost] : std::map<std::string, double>{
             {"B/B-n50-k8", 1312}, {"B/B-n57-k7", 1153}, {"E/E-n30-k3", 534}}) {
        const Instance instance = read_instance(data_ / "cvrplib" / (name + ".vrp")).instance;
        const SolutionFile fixed = read_solution(
            data_ / "cvrplib/fixed_sols" / (fs::path(name).filename().string() + ".sol"), instance);
        const CheckReport report = check(instance, fixed.solution, fixed.tolerance);
        EXPECT_TRUE(report.feasible()) << name << ": " << report.summary();
        EXPECT_EQ(report.cost, cost) << name;
    }
}

TEST_F(BenchmarkSets, OptimalToursHaveTheListedLength) {
    std::map<std::string, double> optima;
    std::ifstream list(data_ / "tsplib/optima.csv");
    std::string line;
    std::getline(list, line);
    while (std::getline(list, line))
        optima[line.substr(0, line.find(','))] = std::stod(line.substr(line.rfind(',') + 1));
    std::size_t checked = 0;
    for (const fs::path& path : files(".tour")) {
        const std::string name = path.stem().stem().string();
        const Instance instance = read_instance(data_ / "tsplib" / (name + ".tsp")).instance;
        const SolutionFile tour = read_solution(path, instance);
        const CheckReport report = check(instance, tour.solution);
        EXPECT_TRUE(report.feasible()) << name << ": " << report.summary();
        ASSERT_TRUE(optima.contains(name)) << name;
        EXPECT_EQ(report.cost, optima[name]) << name;
        ++checked;
    }
    EXPECT_GE(checked, 18u);
}

TEST_F(BenchmarkSets, IdentityTours) {
    EXPECT_EQ(identity_tour("pcb442.tsp"), 221440);
    EXPECT_EQ(identity_tour("other/gr666.tsp"), 423710);
    EXPECT_EQ(identity_tour("other/att532.tsp"), 309636);
}

TEST_F(BenchmarkSets, ExplicitMatrices) {
    EXPECT_EQ(check_published(data_ / "cvrplib/E/E-n13-k4.sol").cost, 247);
    EXPECT_EQ(check_published(data_ / "cvrplib/E/E-n31-k7.sol").cost, 379);
}

}  // namespace
}  // namespace odgear
