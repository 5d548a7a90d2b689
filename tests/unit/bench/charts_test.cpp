#include "odgear/bench/charts.hpp"

#include <gtest/gtest.h>

namespace odgear::bench {
namespace {

int count(const std::string& text, const std::string& part) {
    int result = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++result;
    return result;
}

TEST(AxisTicks, AreRoundNumbersWithinTheRange) {
    EXPECT_EQ(axis_ticks(0, 10, false), (std::vector<double>{0, 2, 4, 6, 8, 10}));
    EXPECT_EQ(axis_ticks(-5, 20, false), (std::vector<double>{-5, 0, 5, 10, 15, 20}));
    EXPECT_EQ(axis_ticks(0.15, 12, true), (std::vector<double>{0.2, 0.5, 1, 2, 5, 10}));
    EXPECT_EQ(axis_ticks(0.01, 1000, true).size(), 6U);
    EXPECT_GT(axis_ticks(2.1, 4.9, true).size(), 2U);
}

TEST(Draw, ShowsEachPointAndNamesThoseOutside) {
    Chart chart;
    chart.title = "A & B";
    chart.y_most = 50;
    chart.series.push_back({"near", 0, false, false, true, {{1, 2, "tip <1>"}, {2, 3, ""}}});
    chart.series.push_back({"far", 1, true, false, true, {{1, 200, ""}}});
    const std::string figure = draw(chart);
    EXPECT_EQ(count(figure, "<circle"), 2);
    EXPECT_NE(figure.find("A &amp; B"), std::string::npos);
    EXPECT_NE(figure.find("tip &lt;1&gt;"), std::string::npos);
    EXPECT_NE(figure.find("Above the plot: far (200)"), std::string::npos);
    EXPECT_EQ(figure.find("nan"), std::string::npos) << figure;
}

TEST(Draw, OnePointIsEnoughAndNoneIsNothing) {
    Chart chart;
    chart.x_log = chart.y_log = true;
    EXPECT_EQ(draw(chart), "");
    chart.series.push_back({"one", 0, false, true, true, {{3, 7, ""}}});
    const std::string figure = draw(chart);
    EXPECT_EQ(count(figure, "<circle"), 1);
    EXPECT_EQ(figure.find("nan"), std::string::npos) << figure;
    EXPECT_EQ(figure.find("inf"), std::string::npos) << figure;
}

TEST(Draw, NamesDoNotCoverEachOther) {
    Chart chart;
    for (int i = 0; i < 30; ++i)
        chart.series.push_back({"same place", i % chart_colours, false, false, true, {{1, 1, ""}}});
    // Around one point there is room for a few names only; the others are left out.
    EXPECT_LE(count(draw(chart), "same place"), 8);
    EXPECT_GE(count(draw(chart), "same place"), 2);
}

}  // namespace
}  // namespace odgear::bench
