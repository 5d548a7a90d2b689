#include "odgear/io/tour.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "odgear/core/errors.hpp"
#include "odgear/io/files.hpp"
#include "odgear/io/instance_file.hpp"
#include "support/paths.hpp"

namespace odgear {
namespace {

const std::filesystem::path data = testing::test_data();

std::string error_of(const std::string& text) {
    try {
        read_tour(text, "a.tour");
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

TEST(Tour, ReadsAndTurnsToTheFirstNode) {
    const Instance instance = read_instance(data / "metric-att.tsp").instance;
    const TourFile tour = read_tour(read_text_file(data / "metric-att.tour"), "metric-att.tour");
    EXPECT_EQ(tour.nodes, (std::vector<int>{2, 3, 4, 0, 1}));
    const Solution solution = tour_solution(instance, tour, "metric-att.tour");
    EXPECT_EQ(solution.routes, (std::vector<Route>{{1, 2, 3, 4}}));
    EXPECT_EQ(solution.cost, 4 + 4 + 4 + 3 + 3);
}

TEST(Tour, WritesWhatItReads) {
    const Instance instance = read_instance(data / "metric-att.tsp").instance;
    const Solution solution = make_solution(instance, {{4, 1, 2, 3}});
    const std::string text = write_tour(instance, solution);
    EXPECT_EQ(text.substr(0, text.find("TOUR_SECTION")),
              "NAME : metric-att.tour\nCOMMENT : Length 18\nTYPE : TOUR\nDIMENSION : 5\n");
    EXPECT_EQ(tour_solution(instance, read_tour(text, "f"), "f"), solution);
    EXPECT_THROW(write_tour(instance, {{{1}, {2}}, 5}), InputError);
}

TEST(Tour, MinusOneAndEofMayBeMissing) {
    EXPECT_EQ(read_tour("TYPE : TOUR\nTOUR_SECTION\n2 1 3", "f").nodes,
              (std::vector<int>{1, 0, 2}));
}

TEST(Tour, BadFiles) {
    EXPECT_EQ(error_of("TYPE : TOUR\nDIMENSION : 3\nEOF\n"), "a.tour: TOUR_SECTION: missing");
    EXPECT_EQ(error_of("TYPE : TSP\n"), "a.tour:1: TYPE: expected TOUR, found 'TSP'");
    EXPECT_EQ(error_of("DIMENSION : 4\nTOUR_SECTION\n1\n2\n3\n-1\n"),
              "a.tour:2: TOUR_SECTION: 3 nodes, but DIMENSION is 4");
    EXPECT_EQ(error_of("TOUR_SECTION\n1\n2\n2\n-1\n"),
              "a.tour:1: TOUR_SECTION: node 2 is visited twice");
    EXPECT_EQ(error_of("TOUR_SECTION\n1\n2\n4\n-1\n"),
              "a.tour:1: TOUR_SECTION: node 4 is outside 1..3");
    EXPECT_EQ(error_of("TOUR_SECTION\n1\n0\n-1\n"),
              "a.tour:3: TOUR_SECTION: expected a node from 1 on, found '0'");
    EXPECT_EQ(error_of("TOUR_SECTION\n2147483648\n"),
              "a.tour:2: TOUR_SECTION: expected a node from 1 on, found '2147483648'");
    EXPECT_EQ(error_of("TOUR_SECTION\n1\n-1\nTOUR_SECTION\n"),
              "a.tour:4: TOUR_SECTION: given twice");
    EXPECT_EQ(error_of("DIMENSION : -1\n"),
              "a.tour:1: DIMENSION: expected a positive number, found '-1'");
    EXPECT_EQ(error_of("12\n"), "a.tour:1: expected a key or a section, found '12'");
    EXPECT_EQ(error_of("hello\n"),
              "a.tour:1: expected 'KEY : VALUE' or TOUR_SECTION, found 'hello'");
}

TEST(Tour, OfAnotherInstance) {
    const Instance instance = read_instance(data / "metric-geo.tsp").instance;
    const TourFile tour = read_tour("TOUR_SECTION\n1 2 3\n", "f");
    EXPECT_THROW(tour_solution(instance, tour, "f"), InputError);
}

}  // namespace
}  // namespace odgear
