#include "odgear/bench/summary.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bench_files.hpp"
#include "odgear/bench/grid.hpp"
#include "odgear/bench/outputs.hpp"

namespace odgear::bench {
namespace {

class Summaries : public ::testing::Test {
protected:
    Summaries() { store_.begin({"machine", "system", "1.0", "abc", "2026-01-01"}, 2); }

    void add(const std::string& row, const std::string& instance, std::uint64_t seed, double cost,
             std::optional<double> best_known = {}, const std::string& family = "") {
        store_.add(
            {0, "key-" + row, row, "dozen", family, instance, seed, 12, best_known, cost, 3, 0.5});
    }
    TableSummary summary() { return summarize_table(table_, {set_}, store_); }

    testing::Folder folder_;
    Tables tables_ = testing::tiny_tables(folder_);
    Table table_ = tables_.table("tiny");
    SetDefinition set_ = tables_.set("dozen");
    CellStore store_{folder_.path() / "results"};
};

TEST_F(Summaries, MeanOverInstancesThenOverRunsAndGapToTheMeasuredReference) {
    for (const char* instance : {"a", "b", "c"}) {
        add("ants", instance, 1, 10);
        add("ants", instance, 2, 12);
        add("more", instance, 1, 9);
        add("more", instance, 2, 10);
    }
    const TableSummary result = summary();
    const Measurement* more = result.find("more", "dozen");
    ASSERT_NE(more, nullptr);
    EXPECT_EQ(more->objectives, (std::vector<double>{9, 10}));
    EXPECT_NEAR(more->gaps[0], 100 * (9.0 / 11 - 1), 1e-12);
    EXPECT_EQ(more->reference, "Ants, measured here on the same instances");
    EXPECT_TRUE(result.find("ants", "dozen")->gaps.empty());
    ASSERT_EQ(result.comparisons.size(), 1U);
    EXPECT_NEAR(result.comparisons[0].test.t, -1.5 / std::sqrt(1 + 0.25), 1e-12);
}

TEST_F(Summaries, AReferenceOnAPartOfTheInstancesGivesTheGapOnThatPart) {
    add("ants", "a", 1, 10);
    for (const char* instance : {"a", "b", "c"}) {
        add("more", instance, 1, instance[0] == 'a' ? 11 : 50);
        add("more", instance, 2, instance[0] == 'a' ? 12 : 60);
    }
    const TableSummary result = summary();
    const Measurement* more = result.find("more", "dozen");
    EXPECT_NEAR(more->gaps.at(0), 10, 1e-12);
    EXPECT_NEAR(more->gaps.at(1), 20, 1e-12);
    EXPECT_NE(more->reference.find("(1 of 3)"), std::string::npos) << more->reference;
    EXPECT_NEAR(*more->mean_gap(), 15, 1e-12);
}

TEST_F(Summaries, AQuotedMeanOfAllIsPreferredToAMeasuredPart) {
    folder_.write("tiny/ants.toml",
                  "name='Ants'\norder=1\nmethod='aco'\n[reported]\n"
                  "dozen={objective=8}");
    table_ = Tables(folder_.path()).table("tiny");
    table_.quoted_reference = true;
    add("ants", "a", 1, 10);
    for (const char* instance : {"a", "b", "c"}) add("more", instance, 1, 12);
    EXPECT_NEAR(summary().find("more", "dozen")->gaps.at(0), 50, 1e-12);
    add("ants", "b", 1, 10);
    add("ants", "c", 1, 10);
    EXPECT_NEAR(summary().find("more", "dozen")->gaps.at(0), 20, 1e-12);
}

TEST_F(Summaries, AnUnfinishedRunDoesNotCount) {
    for (const char* instance : {"a", "b", "c"}) add("more", instance, 1, 9);
    add("more", "a", 2, 1);
    const TableSummary result = summary();
    EXPECT_EQ(result.find("more", "dozen")->objectives, (std::vector<double>{9}));
}

TEST_F(Summaries, APartOfTheSetHasNoGapToAQuotedMean) {
    table_.references = {"said"};
    table_.quoted_reference = true;
    add("more", "a", 1, 10);
    EXPECT_TRUE(summary().find("more", "dozen")->gaps.empty());
    EXPECT_NE(summary().find("more", "dozen")->no_gap.find("all 3 instances"), std::string::npos);
    add("more", "b", 1, 10);
    add("more", "c", 1, 10);
    const TableSummary whole = summary();
    EXPECT_NEAR(whole.find("more", "dozen")->gaps.at(0), 100 * (10 / 9.5 - 1), 1e-12);
    EXPECT_EQ(whole.find("more", "dozen")->reference, "Said, 9.50 as the paper reports it");
}

TEST_F(Summaries, TheLatestWayOfMeasuringARowCounts) {
    add("more", "a", 1, 10);
    store_.add({0, "another key", "more", "dozen", "", "a", 1, 12, {}, 7, 3, 0.5});
    EXPECT_EQ(summary().find("more", "dozen")->objectives, (std::vector<double>{7}));
}

TEST_F(Summaries, APartOfTheSetHasGapsToReferencesOfItsInstances) {
    table_.references = {"said"};
    table_.quoted_reference = true;
    add("more", "a", 1, 12, 10, "");
    const TableSummary part = summary();
    EXPECT_NEAR(part.find("more", "dozen")->gaps.at(0), 20, 1e-12);
    EXPECT_NE(part.find("more", "dozen")->reference.find("same instances"), std::string::npos);
}

TEST_F(Summaries, ASmallerRunReplacesNothingThatALargerOneHasPublished) {
    for (const char* instance : {"a", "b", "c"}) add("more", instance, 1, 9);
    store_.add({0, "another key", "more", "dozen", "", "a", 1, 12, {}, 7, 3, 0.5});
    EXPECT_EQ(summary().find("more", "dozen")->objectives, (std::vector<double>{9}));
}

TEST_F(Summaries, TotalsAndFamiliesAgainstBestKnownCosts) {
    table_.references.clear();
    table_.aggregate = Aggregate::total;
    add("more", "a", 1, 110, 100, "A");
    add("more", "b", 1, 330, 300, "A");
    add("more", "c", 1, 12, 10, "B");
    const TableSummary result = summary();
    const Measurement* whole = result.find("more", "dozen");
    EXPECT_EQ(whole->objectives.at(0), 452);
    EXPECT_NEAR(whole->gaps.at(0), 100 * (452.0 / 410 - 1), 1e-12);
    EXPECT_NEAR(*whole->mean_gap(), (10 + 10 + 20) / 3.0, 1e-12);
    EXPECT_EQ(result.families("dozen"), (std::vector<std::string>{"A", "B"}));
    const auto family = result.family("more", "dozen", "A");
    ASSERT_TRUE(family);
    EXPECT_EQ(family->objectives.at(0), 440);
    EXPECT_NEAR(family->gaps.at(0), 10, 1e-12);
    EXPECT_FALSE(result.family("more", "dozen", "Z"));
}

TEST_F(Summaries, OutputsHoldOurFigureThePapersAndWhereItWasMeasured) {
    for (const char* instance : {"a", "b", "c"}) {
        add("more", instance, 1, 9);
        add("more", instance, 2, 10);
    }
    const TableSummary result = summary();
    const std::string text = table_text(result);
    EXPECT_NE(text.find("9.50 ± 0.71"), std::string::npos) << text;
    EXPECT_NE(text.find("Not measured (not yet): Ants."), std::string::npos) << text;
    const std::string markdown = table_markdown(result);
    EXPECT_NE(markdown.find("| Said | paper | 9.50 |"), std::string::npos) << markdown;
    EXPECT_NE(markdown.find("| 2026-01-01 | machine | 2 | 1.0 | abc |"), std::string::npos);
    const std::string rows = rows_csv(result);
    EXPECT_NE(rows.find("tiny,more,More ants,measured,dozen,3,2,9.5,0.70710678,"),
              std::string::npos)
        << rows;
    const auto lines = std::count(rows.begin(), rows.end(), '\n');
    // Two commas stand inside the quoted settings.
    EXPECT_EQ(std::count(rows.begin(), rows.end(), ',') - 2, lines * 19) << rows;
    EXPECT_NE(instances_csv(result).find("more,dozen,,a,12,,2,9,9.5,"), std::string::npos);
}

}  // namespace
}  // namespace odgear::bench
