// Rich problems in the bench: their sets, our row, and PyVRP as an external program.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "bench_files.hpp"
#include "odgear/bench/pyvrp.hpp"
#include "odgear/bench/runner.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/core/fleet/check.hpp"

namespace odgear::bench {
namespace {

// A depot and three customers on a line, with time windows; capacity for two.
constexpr const char* windows_file = R"(NAME : line
TYPE : VRPTW
DIMENSION : 4
VEHICLES : 3
CAPACITY : 2
EDGE_WEIGHT_TYPE : EUC_2D
NODE_COORD_SECTION
1 0 0
2 1 0
3 2 0
4 0 3
DEMAND_SECTION
1 0
2 1
3 1
4 1
TIME_WINDOW_SECTION
1 0 100
2 0 50
3 0 50
4 0 50
SERVICE_TIME_SECTION
1 0
2 1
3 1
4 1
DEPOT_SECTION
1
-1
EOF
)";

constexpr const char* answer = R"(Route #1: 1 2
Route #2: 3
Cost: 100
)";

class RichTable : public ::testing::Test {
protected:
    RichTable() {
        folder_.write("data/lines/line.vrp", windows_file);
        folder_.write("data/lines/line.sol", answer);
        folder_.write("sets/lines.toml",
                      "title='Lines'\nfolder='lines'\nrich=true\ncount=1\nrounding='dimacs'");
        folder_.write("rich/table.toml", "title='Rich'\nsets=['lines']\nfamilies=true");
        folder_.write("rich/ours.toml", "name='Ours'\nmethod='fleet'\niterations=50");
        folder_.write("rich/plain.toml", "name='Ants'\nmethod='aco'\nants=4\nrounds=2");
        folder_.write("rich/theirs.toml", "name='Theirs'\nmethod='pyvrp'\ntime_limit=1");
    }

    InstanceSet set() const {
        return {Tables(folder_.path()).set("lines"), folder_.path() / "data"};
    }

    RunOutcome run(RunOptions options, CellStore& store) const {
        options.runs = 1;
        store.begin({}, 1);
        return run_table(Tables(folder_.path()).table("rich"), {set()}, options, store);
    }

    testing::Folder folder_;
};

TEST_F(RichTable, BestKnownIsWhatThePublishedPlanCostsInTheFilesUnits) {
    const RichInstance rich = set().load_rich(0);
    EXPECT_EQ(rich.problem.stops(), 3);
    EXPECT_DOUBLE_EQ(rich.best_known.value(), 10);
}

TEST_F(RichTable, OurRowIsMeasuredAndOthersAreLeftOut) {
    CellStore store(folder_.path() / "results");
    const RunOutcome outcome = run({}, store);
    EXPECT_EQ(outcome.measured, 1);
    ASSERT_EQ(store.cells().size(), 1u);
    const Cell& cell = store.cells()[0];
    EXPECT_EQ(cell.row, "ours");
    EXPECT_DOUBLE_EQ(cell.cost, 10);
    EXPECT_EQ(cell.routes, 2);
    EXPECT_EQ(cell.customers, 3);
    EXPECT_DOUBLE_EQ(cell.best_known.value(), 10);
    EXPECT_EQ(outcome.left_out, std::vector<std::string>{"theirs: needs --pyvrp"});
}

TEST_F(RichTable, PyvrpIsCalledAndItsAnswerChecked) {
    RunOptions options;
    options.rows = {"theirs"};
    options.method.pyvrp = folder_.script(
        "python",
        "[ \"$*\" = 'solve.py problem.json answer.json 1 1' ] && grep -q pyvrp solve.py && "
        "echo '{\"feasible\": true, \"routes\": [{\"type\": 0, \"visits\": [1, 0]}, "
        "{\"type\": 0, \"visits\": [2]}]}' > answer.json\n");
    CellStore store(folder_.path() / "results");
    EXPECT_EQ(run(options, store).measured, 1);
    EXPECT_DOUBLE_EQ(store.cells().at(0).cost, 10);
    // Three customers in one vehicle are more than it carries.
    options.method.pyvrp = folder_.script(
        "other",
        "echo '{\"feasible\": true, \"routes\": [{\"type\": 0, \"visits\": [1, 0, 2]}]}' "
        "> answer.json\n");
    CellStore fresh(folder_.path() / "other");
    const RunOutcome outcome = run(options, fresh);
    EXPECT_EQ(outcome.measured, 0);
    ASSERT_EQ(outcome.failures.size(), 1u);
    EXPECT_NE(outcome.failures[0].find("not feasible"), std::string::npos);
}

TEST_F(RichTable, PyvrpGetsWholeNumbersAndForbiddenWays) {
    const auto given = nlohmann::json::parse(pyvrp_problem(set().load_rich(0).problem));
    EXPECT_EQ(given["clients"].size(), 3u);
    EXPECT_EQ(given["clients"][0]["service_duration"], 10);
    EXPECT_EQ(given["clients"][0]["tw_late"], 500);
    EXPECT_EQ(given["profiles"][0]["distances"][0][3], 30);
    EXPECT_EQ(given["vehicles"][0]["capacity"][0], 2);
}

// With a fixed bound, overloaded vehicles would be cheaper than feasible ones if distances are
// expensive.
TEST_F(RichTable, PyvrpMayPenalizeAsMuchAsDistancesCost) {
    fleet::ProblemData data = set().load_rich(0).problem.data();
    const auto bound = [&] {
        const auto given = nlohmann::json::parse(pyvrp_problem(fleet::Problem(data)));
        return given["max_penalty"].get<double>();
    };
    EXPECT_DOUBLE_EQ(bound(), 100'000 * 10);  // tenths
    data.vehicles.push_back(data.vehicles[0]);
    data.vehicles[1].cost_per_distance = 50;
    EXPECT_DOUBLE_EQ(bound(), 100'000 * 10 * 50);
}

TEST_F(RichTable, PyvrpIsNotAskedForWhatItDoesNotHave) {
    fleet::ProblemData data = set().load_rich(0).problem.data();
    data.shipments.push_back({0, 1, {1}});
    EXPECT_THROW(pyvrp_problem(fleet::Problem(data)), ConfigurationError);
}

TEST_F(RichTable, NamedInstancesBringTheirFamilies) {
    folder_.write("sets/some.toml",
                  "title='Some'\nfolder='.'\nrich=true\ncount=1\ninstances=['lines/line']");
    const InstanceSet some(Tables(folder_.path()).set("some"), folder_.path() / "data");
    ASSERT_EQ(some.items().size(), 1u);
    EXPECT_EQ(some.items()[0].family, "lines");
    EXPECT_EQ(some.items()[0].name, "lines/line");
}

}  // namespace
}  // namespace odgear::bench
