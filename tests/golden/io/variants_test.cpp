// Every instance of the public variants parses, and every published solution is feasible and costs
// what it states.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "odgear/core/fleet/check.hpp"
#include "odgear/io/files.hpp"
#include "odgear/io/fleet/fleet_file.hpp"
#include "odgear/io/fleet/plan_sol.hpp"
#include "support/paths.hpp"

namespace odgear {
namespace {

namespace fs = std::filesystem;

class Variants : public ::testing::Test {
protected:
    void SetUp() override {
        const auto found = testing::shared_data();
        if (!found || !fs::is_directory(*found / "variants"))
            GTEST_SKIP() << "the variants are not there";
        folder_ = *found / "variants";
    }

    std::vector<fs::path> files(const std::string& extension) const {
        std::vector<fs::path> found;
        for (const auto& entry : fs::recursive_directory_iterator(folder_))
            if (entry.path().extension() == extension) found.push_back(entry.path());
        std::sort(found.begin(), found.end());
        return found;
    }

    fs::path folder_;
};

TEST_F(Variants, EveryInstanceParses) {
    std::size_t count = 0;
    for (const char* extension : {".vrp", ".txt"})
        for (const fs::path& file : files(extension)) {
            SCOPED_TRACE(file.string());
            EXPECT_NO_THROW(read_fleet(file));
            ++count;
        }
    EXPECT_GT(count, 200u);
}

TEST_F(Variants, EveryPublishedSolutionIsFeasibleAndCostsWhatItStates) {
    for (const fs::path& file : files(".sol")) {
        SCOPED_TRACE(file.string());
        fs::path instance = file;
        instance.replace_extension(".vrp");
        const FleetReadResult read = read_fleet(instance);
        const PlanSolFile sol = read_plan_sol(read_text_file(file), file.string(), read.problem);
        const fleet::CheckReport report =
            fleet::check(read.problem, sol.plan, {.compare_costs = false});
        EXPECT_TRUE(report.feasible()) << report.summary();
        ASSERT_TRUE(sol.cost.has_value());
        // Costs are stated in the units of the rounding or in those of the file. For heterogeneous
        // fleets they are stated in hundredths of the file's units, if costs by distance are whole
        // numbers of hundredths.
        const double ours = report.cost();
        const double unscaled = ours / read.problem.units().cost;
        double off = std::abs(ours - *sol.cost);
        for (const double value : {unscaled, unscaled / 100})
            off = std::min(off, std::abs(value - *sol.cost));
        EXPECT_LE(off, std::max(0.006, 2e-6 * *sol.cost))
            << "stated " << *sol.cost << ", recomputed " << ours << " or " << unscaled;
    }
}

TEST_F(Variants, APlanReadsBackAsItWasWritten) {
    for (const char* name : {"MTVRPTWR/C201R0.5", "HFVRP/X106-FSMD", "MDVRPTW/PR11A"}) {
        SCOPED_TRACE(name);
        const fs::path base = folder_ / name;
        const FleetReadResult read = read_fleet(base.string() + ".vrp");
        const fleet::Plan plan =
            read_plan_sol(read_text_file(base.string() + ".sol"), "a", read.problem).plan;
        const std::string text = write_plan_sol(read.problem, plan);
        EXPECT_EQ(read_plan_sol(text, "b", read.problem).plan, plan);
    }
}

}  // namespace
}  // namespace odgear
