#include "odgear/bench/definitions.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <functional>

#include "bench_files.hpp"
#include "odgear/bench/instance_sets.hpp"
#include "odgear/bench/tables.hpp"
#include "odgear/core/errors.hpp"
#include "support/error_of.hpp"

namespace odgear::bench {
namespace {

using odgear::testing::error_of;

std::string row_error(const std::string& text) {
    return error_of<Error>([&] { parse_row(text, "r", "r.toml"); });
}

TEST(RowFile, ReadsMethodSettingsAndThePapersFigures) {
    const Row row = parse_row(R"(
        name = "OD-Gear-200"
        order = 3
        method = "policy"
        model = "odgear-200"
        rollouts = 50
        rho = 0.05
        neighbors = "paper"
        [reported]
        cvrp200 = { objective = 30.10, gap = 4.45 }
    )",
                              "odgear-200", "odgear-200.toml");
    const PolicySettings& policy = std::get<PolicyMethod>(row.method).policy;
    EXPECT_EQ(policy.rollouts, 50);
    EXPECT_EQ(policy.rho, 0.05);
    EXPECT_EQ(policy.neighbors->fixed, 0);
    EXPECT_EQ(row.reported.at("cvrp200").gap, 4.45);
    EXPECT_FALSE(row.reported.at("cvrp200").seconds);
    EXPECT_EQ(row.settings(), "policy, model odgear-200, 50 rollouts, rho 0.05, K paper");
}

TEST(RowFile, ErrorsNameFileLineAndField) {
    EXPECT_EQ(
        row_error("name = \"x\"\nmethod = \"magic\""),
        "r.toml:2: method: one of reported, policy, hybrid, expert, aco, fleet, lkh, hgs, filo2, "
        "pyvrp is needed");
    EXPECT_NE(row_error("name = \"x\"\nmethod = \"expert\"").find("a budget is needed"),
              std::string::npos);
    EXPECT_NE(row_error("name = \"x\"\nmethod = \"lkh\"\ntrials = 0").find("trials"),
              std::string::npos);
    EXPECT_NE(row_error("name = \"x\"\nmethod = \"reported\"").find("figures"), std::string::npos);
    EXPECT_NE(row_error("name = ").find("r.toml:1"), std::string::npos);
}

// A setting of another method, or a misspelt one, must not be ignored.
TEST(RowFile, RefusesFieldsItDoesNotKnow) {
    EXPECT_EQ(row_error("name = \"x\"\nmethod = \"aco\"\nrolouts = 5"),
              "r.toml:3: rolouts: no such field here");
    EXPECT_NE(row_error("name = \"x\"\nmethod = \"expert\"\ntime_limit = 1\nrollouts = 5")
                  .find("rollouts: no such field"),
              std::string::npos);
}

TEST(Row, SecondsGrowWithTheInstanceWhereAskedFor) {
    const Row fixed = parse_row("name='x'\nmethod='expert'\ntime_limit = 3", "r", "r");
    const Row growing = parse_row("name='x'\nmethod='expert'\ntime_per_customer = 0.5", "r", "r");
    const auto budget = [](const Row& row) { return std::get<ExpertMethod>(row.method).budget; };
    EXPECT_EQ(budget(fixed).seconds_for(100), 3);
    EXPECT_EQ(budget(growing).seconds_for(100), 50);
}

TEST(BuiltInTables, AreAllThereAndWellFormed) {
    const Tables tables;
    for (const char* name :
         {"table1", "table2", "table3", "table4", "table5", "xl", "tsp", "tsplib"}) {
        const Table table = tables.table(name);
        EXPECT_GT(table.rows.size(), 3U) << name;
        for (const std::string& set : table.sets) EXPECT_GT(tables.set(set).count, 0);
        for (const std::string& row : table.references) EXPECT_NE(table.find(row), nullptr) << row;
    }
    EXPECT_EQ(tables.table("table1").find("odgear-200")->reported.at("cvrp1000").objective, 129.57);
    EXPECT_EQ(tables.table("table2").find("best-known")->reported.at("paper98").objective,
              120120.03);
    EXPECT_EQ(tables.table("tsp").find("agfn")->reported.at("tsp500").objective, 19.08);
}

TEST(TablesFolder, AddsRowsToTheBuiltInOnes) {
    const testing::Folder folder;
    folder.write("table1/mine.toml", "name='Mine'\norder=99\nmethod='expert'\ntime_limit=2");
    const Table table = Tables(folder.path()).table("table1");
    EXPECT_EQ(table.rows.back().name, "Mine");
    EXPECT_EQ(table.rows.size(), Tables().table("table1").rows.size() + 1);
}

TEST(TablesFolder, NamesWhatIsWrong) {
    const testing::Folder folder;
    folder.write("table1/mine.toml", "name='x'\nmethod='aco'\nsets=['moon']");
    EXPECT_NE(error_of<Error>([&] { Tables(folder.path()).table("table1"); }).find("no set moon"),
              std::string::npos);
    EXPECT_NE(error_of<Error>([&] { Tables().table("table9"); }).find("table1, table2"),
              std::string::npos);
    EXPECT_THROW(Tables("/nowhere/at/all"), InputError);
}

TEST(Definitions, AGeneratedSetCanBeOfUchoasKind) {
    const SetDefinition set = parse_set(
        "title='T'\ncustomers=300\ncount=2\nseed=5\nplaces='clustered'\ndepot='eccentric'\n"
        "demands='small-wide'\nroute_size=40\nclusters=4\ngrid=2000\n",
        "t", "t.toml");
    ASSERT_TRUE(set.shape.has_value());
    EXPECT_EQ(set.shape->grid, 2000);
    EXPECT_DOUBLE_EQ(set.shape->decay, 80);
    const InstanceSet instances(set, "");
    const Instance first = instances.load(0);
    EXPECT_EQ(first.customers(), 300);
    EXPECT_EQ(first.point(0), (Point{0, 0}));
    EXPECT_EQ(first.points(), instances.load(0).points());
    EXPECT_NE(first.points(), instances.load(1).points());
    SetDefinition other = set;
    other.shape->grid = 1000;
    EXPECT_NE(other.content(), set.content());
    EXPECT_THROW(
        parse_set("title='T'\ncustomers=3\ncount=2\nseed=5\nplaces='clustered'\n", "t", "t.toml"),
        InputError);
}

}  // namespace
}  // namespace odgear::bench
