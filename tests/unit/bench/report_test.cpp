#include "odgear/bench/report.hpp"

#include <gtest/gtest.h>

#include "bench_files.hpp"
#include "odgear/bench/latency_files.hpp"
#include "odgear/bench/page.hpp"
#include "odgear/bench/report_charts.hpp"
#include "odgear/bench/runner.hpp"
#include "odgear/core/errors.hpp"

namespace odgear::bench {
namespace {

class Reports : public ::testing::Test {
protected:
    void measure() {
        const Table table = tables_.table("tiny");
        const std::vector<InstanceSet> sets{InstanceSet(tables_.set("dozen"), "")};
        CellStore store(results() / "tiny");
        store.begin(environment_, 1);
        RunOptions options;
        options.runs = 3;
        run_table(table, sets, options, store);
    }
    std::filesystem::path results() const { return folder_.path() / "results"; }

    testing::Folder folder_;
    Tables tables_ = testing::tiny_tables(folder_);
    Environment environment_{"a machine", "a system", "1.0", "abc123", "2026-01-01"};
};

TEST_F(Reports, ThePageHoldsTablesPlotsAndWhereItWasMeasured) {
    measure();
    const Report report = read_report(tables_, results());
    ASSERT_EQ(report.tables.size(), 1U);
    const std::string page = report_page(report.tables, report.further, environment_);
    for (const char* part : {"Tiny", "More ants", "Said", "9.50", "a machine", "abc123",
                             "quality against time", "Welch", "<svg", "prefers-color-scheme"})
        EXPECT_NE(page.find(part), std::string::npos) << part;
    EXPECT_EQ(page.find("http"), std::string::npos);
}

TEST_F(Reports, TheSectionIsReplacedAndTheRestIsKept) {
    measure();
    const std::string section = report_markdown(read_report(tables_, results()));
    EXPECT_NE(section.find("## Tiny"), std::string::npos);
    const std::string begin(section_begin), end(section_end);
    const std::string made =
        with_section("by hand\n" + begin + "\nold\n" + end + "\nmore\n", section, "file.md");
    EXPECT_EQ(made, "by hand\n" + begin + "\n\n" + section + end + "\nmore\n");
    EXPECT_EQ(with_section(made, section, "file.md"), made);
    EXPECT_THROW(with_section("no marks", section, "file.md"), InputError);
}

TEST_F(Reports, AFolderWithoutResultsIsAnError) {
    EXPECT_THROW(read_report(tables_, results()), InputError);
}

TEST_F(Reports, LatenciesComeBackAsWritten) {
    policy::LatencyRow row;
    row.model = "odgear-200";
    row.customers = 200;
    row.threads = 2;
    row.seconds = 0.02;
    row.paper_seconds = 0.13;
    write_latency(results(), {row}, environment_);
    const Report report = read_report(tables_, results());
    ASSERT_EQ(report.further.size(), 1U);
    const std::vector<std::string>& fields = report.further[0].lines.at(0).fields;
    EXPECT_EQ(fields[0], "odgear-200");
    EXPECT_EQ(fields[6], "130");
    EXPECT_EQ(fields[7], "20.0");
    EXPECT_EQ(fields[8], "6.5");
    folder_.write("results/latency/latency.csv", "a,b\n1,2\n");
    EXPECT_THROW(read_report(tables_, results()), InputError);
}

TEST_F(Reports, PlotsHaveOursAndThePapersPoints) {
    measure();
    const Report report = read_report(tables_, results());
    const TableSummary& summary = report.tables[0];
    const Chart chart = quality_against_time(summary, summary.sets[0]);
    // The reference at 0 and the row measured against it; "Said" states no seconds.
    ASSERT_EQ(chart.series.size(), 2U);
    EXPECT_EQ(chart.series[0].points[0].y, 0);
    EXPECT_LT(chart.series[1].points[0].y, 0);
    EXPECT_EQ(colour_of(summary, "said"), -1);
    EXPECT_NE(colour_of(summary, "ants"), colour_of(summary, "more"));
}

}  // namespace
}  // namespace odgear::bench
