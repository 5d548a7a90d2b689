#include "odgear/bench/runner.hpp"

#include <gtest/gtest.h>

#include "bench_files.hpp"
#include "odgear/core/errors.hpp"

namespace odgear::bench {
namespace {

class RunTable : public ::testing::Test {
protected:
    RunOutcome run(const RunOptions& options, const RunObserver& observer = {}) {
        CellStore store(results());
        store.begin({}, 1);
        return run_table(table_, sets_, options, store, observer);
    }
    std::filesystem::path results() const { return folder_.path() / "results"; }
    RunOptions options(int runs) const {
        RunOptions result;
        result.runs = runs;
        return result;
    }

    // A row that fails on all three instances does not affect the six cells of the others.
    void expect_the_others_go_on(const std::string& failing, const RunOptions& wanted) {
        folder_.write("tiny/other.toml", "name='Other'\n" + failing);
        table_ = Tables(folder_.path()).table("tiny");
        const RunOutcome outcome = run(wanted);
        EXPECT_EQ(outcome.failures.size(), 3U);
        EXPECT_EQ(outcome.measured, 6);
    }

    testing::Folder folder_;
    Tables tables_ = testing::tiny_tables(folder_);
    Table table_ = tables_.table("tiny");
    std::vector<InstanceSet> sets_{InstanceSet(tables_.set("dozen"), "")};
};

TEST_F(RunTable, MeasuresEveryRowInstanceAndRun) {
    const RunOutcome outcome = run(options(2));
    EXPECT_EQ(outcome.measured, 2 * 3 * 2);
    EXPECT_EQ(outcome.kept, 0);
    const CellStore store(results());
    EXPECT_EQ(store.cells().size(), 12U);
    EXPECT_EQ(store.cells().front().instance, "uniform12-s5-000");
    EXPECT_EQ(store.cells().front().customers, 12);
    EXPECT_EQ(store.cells().back().seed, 2U);
}

TEST_F(RunTable, GoesOnWhereItWasInterrupted) {
    StopFlag flag;
    RunOptions wanted = options(2);
    wanted.method.flag = &flag;
    const RunOutcome first = run(wanted, [&](const RunProgress& progress) {
        if (progress.done == 4) flag.raise();
    });
    EXPECT_TRUE(first.interrupted);
    EXPECT_EQ(first.measured, 4);
    const RunOutcome second = run(options(2));
    EXPECT_FALSE(second.interrupted);
    EXPECT_EQ(second.kept, 4);
    EXPECT_EQ(second.measured, 8);
    EXPECT_EQ(run(options(2)).measured, 0);
}

TEST_F(RunTable, ChangedSettingsAreMeasuredAnew) {
    run(options(1));
    folder_.write("tiny/ants.toml", "name='Ants'\norder=1\nmethod='aco'\nants=5\nrounds=2");
    table_ = Tables(folder_.path()).table("tiny");
    const RunOutcome outcome = run(options(1));
    EXPECT_EQ(outcome.measured, 3);
    EXPECT_EQ(outcome.kept, 3);
}

TEST_F(RunTable, TakesOnlyWhatIsAskedFor) {
    RunOptions wanted = options(1);
    wanted.rows = {"more"};
    wanted.instances = 2;
    EXPECT_EQ(run(wanted).measured, 2);
    wanted.rows = {"nobody"};
    EXPECT_THROW(run(wanted), ConfigurationError);
    wanted.rows.clear();
    wanted.sets = {"nowhere"};
    EXPECT_THROW(run(wanted), ConfigurationError);
}

TEST_F(RunTable, RowsWithoutAModelAreLeftOutAndNamed) {
    folder_.write("tiny/absent.toml", "name='Absent'\nmethod='policy'\nmodel='no-such-model'");
    table_ = Tables(folder_.path()).table("tiny");
    const RunOutcome outcome = run(options(1));
    ASSERT_EQ(outcome.left_out.size(), 1U);
    EXPECT_EQ(outcome.left_out[0], "absent: no model no-such-model");
    EXPECT_EQ(outcome.measured, 6);
}

TEST_F(RunTable, ARefusedAnswerIsReportedAndTheOthersGoOn) {
    RunOptions wanted = options(1);
    wanted.method.hgs = folder_.script("hgs", "printf 'Route #1: 1\\nCost 1\\n' > answer.sol\n");
    expect_the_others_go_on("method='hgs'\ntime_limit=1", wanted);
}

TEST_F(RunTable, AProgramThatFailsDoesNotEndTheTable) {
    RunOptions wanted = options(1);
    wanted.method.lkh = folder_.script("lkh", "exit 3\n");
    expect_the_others_go_on("method='lkh'", wanted);
}

TEST(InstanceSetTest, AbsentDataAreNamed) {
    SetDefinition set;
    set.id = "x";
    set.place = "synthetic/cvrp200";
    set.count = 128;
    try {
        InstanceSet(set, "/nowhere");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("--data"), std::string::npos) << error.what();
    }
}

TEST(InstanceSetTest, AListGivesFamiliesRoundingsAndBestKnownCosts) {
    const testing::Folder folder;
    const std::string vrp =
        "TYPE : CVRP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 9\n"
        "NODE_COORD_SECTION\n1 0 0\n2 1 2\n3 50 1\nDEMAND_SECTION\n1 0\n2 1\n3 1\n"
        "DEPOT_SECTION\n1\n-1\nEOF\n";
    folder.write("lib/A/one.vrp", vrp);
    folder.write("lib/tai/two.vrp", vrp);
    folder.write("lib/list.csv", "set,name,bks,rounding\nA,one,10,nint\ntai,two,11.5,real\n");
    const InstanceSet set(parse_set("title='t'\ncount=2\nlist='lib/list.csv'", "s", "s.toml"),
                          folder.path());
    EXPECT_EQ(set.items()[0].family, "A");
    EXPECT_EQ(set.items()[1].best_known, 11.5);
    EXPECT_EQ(set.load(0).distance(0, 1), 2);
    EXPECT_NEAR(set.load(1).distance(0, 1), 2.2360679, 1e-6);
}

TEST(InstanceSetTest, AListMayStandApartFromItsInstancesAndLeaveSomeOut) {
    const testing::Folder folder;
    const std::string tsp =
        "TYPE : TSP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n"
        "1 0 0\n2 1 2\n3 50 1\nEOF\n";
    folder.write("cities/one.tsp", tsp);
    folder.write("refs/cities.csv", "name,cost,seconds\nother,5,1\none,12.5,1\n");
    const InstanceSet set(parse_set("title='t'\ncount=1\nlist='refs/cities.csv'\nfolder='cities'\n"
                                    "ending='.tsp'\nwithout=['other']\nrounding='none'",
                                    "s", "s.toml"),
                          folder.path());
    ASSERT_EQ(set.items().size(), 1U);
    EXPECT_EQ(set.items()[0].name, "one");
    EXPECT_EQ(set.items()[0].best_known, 12.5);
    EXPECT_TRUE(set.load(0).is_tsp());
    EXPECT_NEAR(set.load(0).distance(0, 1), 2.2360679, 1e-6);
}

}  // namespace
}  // namespace odgear::bench
