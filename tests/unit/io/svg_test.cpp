#include "odgear/io/svg.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "odgear/core/errors.hpp"
#include "odgear/core/random.hpp"
#include "odgear/io/drawing.hpp"
#include "odgear/io/files.hpp"
#include "odgear/io/instance_file.hpp"
#include "odgear/io/solution_file.hpp"
#include "support/paths.hpp"
#include "support/random_instances.hpp"

namespace odgear {
namespace {

const std::filesystem::path data = testing::test_data();

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
    return found;
}

TEST(Svg, TitleAndRoutes) {
    const Instance instance = read_instance(data / "clustered-60.vrp").instance;
    const Solution solution = read_solution(data / "clustered-60.sol", instance).solution;
    const std::string svg = plot_solution(instance, solution, {.best_known = solution.cost / 1.02});
    EXPECT_EQ(svg.rfind("<svg ", 0), 0u);
    EXPECT_EQ(svg.substr(svg.size() - 7), "</svg>\n");
    EXPECT_NE(svg.find("clustered-60"), svg.npos);
    EXPECT_NE(svg.find("cost 9416, 7 routes, gap +2.00 % to 9231.3725"), svg.npos);
    EXPECT_NE(svg.find("60 customers, capacity 455, rounding nint"), svg.npos);
    EXPECT_EQ(count(svg, "<g "), 7u);
    EXPECT_EQ(count(svg, "</g>"), 7u);
    EXPECT_EQ(count(svg, "h0"), 60u);
    EXPECT_EQ(count(svg, "depot"), 1u);
}

TEST(Svg, WithoutABestKnownCostThereIsNoGap) {
    const Instance instance = read_instance(data / "metric-euc-2d.vrp").instance;
    const std::string svg = plot_solution(instance, make_solution(instance, {{1, 2, 3}}));
    EXPECT_EQ(svg.find("gap"), svg.npos);
    EXPECT_NE(svg.find("cost 18, 1 route<"), svg.npos);
}

TEST(Svg, TourIsClosed) {
    const Instance instance = read_instance(data / "uniform-tsp-15.tsp").instance;
    Route route;
    for (int i = 1; i < instance.nodes(); ++i) route.push_back(i);
    const std::string svg = plot_solution(instance, make_solution(instance, {route}));
    EXPECT_EQ(count(svg, "Z\""), 1u);
    EXPECT_EQ(count(svg, "h0"), 15u);
    EXPECT_NE(svg.find("15 cities, rounding none"), svg.npos);
}

TEST(Svg, RefusesWhatCannotBeDrawn) {
    const Instance matrix = read_instance(data / "asymmetric.vrp").instance;
    EXPECT_THROW(plot_solution(matrix, make_solution(matrix, {{1, 2, 3}})), InputError);
    const Instance instance = read_instance(data / "metric-euc-2d.vrp").instance;
    EXPECT_THROW(plot_solution(instance, {{{1, 9}}, 0}), InputError);
}

TEST(Svg, PlacesKeepProportionsAndFit) {
    const Instance instance = read_instance(data / "metric-euc-2d.vrp").instance;  // 6 x 4
    const drawing::Layout layout = drawing::fit(instance, 300, 300);
    EXPECT_DOUBLE_EQ(layout.width, 300);
    EXPECT_DOUBLE_EQ(layout.height, 200);
    EXPECT_EQ(layout.places[0], (Point{0, 200}));  // y points down
    EXPECT_EQ(layout.places[2], (Point{300, 200}));
}

TEST(Svg, PointsOnALineOrInOnePlaceAreDrawn) {
    for (const Point second : {Point{5, 0}, Point{0, 5}, Point{0, 0}}) {
        InstanceData flat;
        flat.points = {{0, 0}, second};
        flat.demands = {0, 1};
        const Instance instance(std::move(flat));
        const std::string svg = plot_solution(instance, make_solution(instance, {{1}}));
        EXPECT_EQ(svg.find("nan"), svg.npos);
        EXPECT_EQ(svg.find("inf"), svg.npos);
    }
}

TEST(Svg, NeighbouringRoutesHaveDifferentColours) {
    Random random(3);
    const Instance instance = testing::random_instance(random, {.customers = 200});
    const auto routes = testing::random_feasible_routes(random, instance);
    const auto colours = drawing::route_colours(instance, routes);
    EXPECT_EQ(std::set<std::string>(colours.begin(), colours.end()).size(), routes.size());
    for (const std::string& colour : colours) {
        EXPECT_EQ(colour.size(), 7u);
        EXPECT_EQ(colour.find_first_not_of("#0123456789abcdef"), colour.npos);
    }
}

TEST(Svg, StaysSmallForManyCustomers) {
    Random random(4);
    const Instance instance = testing::random_instance(random, {.customers = 50'000});
    const Solution solution =
        make_solution(instance, testing::random_feasible_routes(random, instance));
    EXPECT_LT(plot_solution(instance, solution).size(), 50'000u * 80);
}

TEST(Svg, NamesAreEscaped) {
    EXPECT_EQ(drawing::escaped("a<b>&\"c\"\x01"), "a&lt;b&gt;&amp;&quot;c&quot;?");
}

TEST(Svg, CostTexts) {
    EXPECT_EQ(drawing::cost_text(27591), "27591");
    EXPECT_EQ(drawing::cost_text(28.828412), "28.8284");
    EXPECT_EQ(drawing::cost_text(0.5), "0.5");
    EXPECT_EQ(drawing::gap_text(101, 100), "+1.00 %");
    EXPECT_EQ(drawing::gap_text(99.5, 100), "-0.50 %");
}

TEST(Trace, ReadsWritesAndDraws) {
    const auto trace = read_trace(read_text_file(data / "trace.csv"), "trace.csv");
    ASSERT_EQ(trace.size(), 4u);
    EXPECT_EQ(trace[3], (TracePoint{2, 1004.5, "hgs"}));
    EXPECT_EQ(write_trace(trace), read_text_file(data / "trace.csv"));
    const std::string svg = plot_trace(trace, {.title = "test", .best_known = 1000});
    EXPECT_NE(svg.find("best 1004.5, gap +0.45 %"), svg.npos);
    for (const char* text : {">test<", ">savings<", ">policy<", ">hgs<", "best known 1000"})
        EXPECT_NE(svg.find(text), svg.npos) << text;
}

TEST(Trace, DrawsASinglePoint) {
    const std::string svg = plot_trace({{0, 7, "savings"}});
    EXPECT_EQ(svg.find("nan"), svg.npos);
    EXPECT_EQ(svg.find("inf"), svg.npos);
    EXPECT_THROW(plot_trace({}), InputError);
}

TEST(Trace, BadFiles) {
    EXPECT_THROW(read_trace("1,2\n", "t"), InputError);
    EXPECT_THROW(read_trace("1,x,hgs\n", "t"), InputError);
    EXPECT_THROW(read_trace("nan,1,hgs\n", "t"), InputError);
}

}  // namespace
}  // namespace odgear
