#include "odgear/io/solution_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/io/instance_file.hpp"
#include "odgear/io/result_json.hpp"
#include "odgear/io/sol.hpp"
#include "odgear/io/vroom.hpp"
#include "support/paths.hpp"

namespace odgear {
namespace {

const std::filesystem::path data = testing::test_data();

class SolutionFiles : public ::testing::Test {
protected:
    Instance instance_ = read_instance(data / "metric-euc-2d.vrp").instance;
};

TEST_F(SolutionFiles, Sol) {
    const SolutionFile file = read_solution(data / "metric-euc-2d.sol", instance_);
    EXPECT_EQ(file.stated_cost, 23);
    EXPECT_TRUE(check(instance_, file.solution, file.tolerance).feasible());
}

TEST_F(SolutionFiles, TourAndClustered) {
    const Instance att = read_instance(data / "metric-att.tsp").instance;
    const SolutionFile tour = read_solution(data / "metric-att.tour", att);
    EXPECT_FALSE(tour.stated_cost);
    EXPECT_EQ(tour.solution.cost, 18);
    const Instance clustered = read_instance(data / "clustered-60.vrp").instance;
    const SolutionFile sol = read_solution(data / "clustered-60.sol", clustered);
    EXPECT_TRUE(check(clustered, sol.solution).feasible());
}

TEST_F(SolutionFiles, ResultJson) {
    ResultRecord record;
    record.cost = 23;
    record.routes = {{2}, {1, 3}};
    const SolutionFile file = parse_solution(write_result(record), "r.json", instance_);
    EXPECT_EQ(file.stated_cost, 23);
    EXPECT_EQ(file.solution.routes, record.routes);
}

TEST_F(SolutionFiles, VroomAnswer) {
    const VroomRequest request = read_vroom(write_vroom_request(instance_), "q.json");
    const Solution solution = make_solution(request.instance, {{2}, {1, 3}});
    const SolutionFile file =
        parse_solution(write_vroom_answer(request, solution), "a.json", request.instance);
    EXPECT_EQ(file.solution, solution);
}

TEST_F(SolutionFiles, ACostNotStatedIsComputed) {
    const SolutionFile file = parse_solution("Route #1: 1 3\nRoute #2: 2\n", "f", instance_);
    EXPECT_FALSE(file.stated_cost);
    EXPECT_EQ(file.solution.cost, 23);
}

// The file visits a customer 5; the check names the one that does not exist.
TEST_F(SolutionFiles, OfAnotherInstance) {
    const SolutionFile file =
        parse_solution("Route #1: 1 3\nRoute #2: 2 4\nCost 30\n", "f", instance_);
    const CheckReport report = check(instance_, file.solution, file.tolerance);
    ASSERT_FALSE(report.feasible());
    EXPECT_EQ(report.violations[0].kind, Violation::Kind::unknown_customer);
    EXPECT_EQ(report.violations[0].customer, 4);
}

TEST_F(SolutionFiles, ToleranceFitsThePrintedDigits) {
    const Instance real = read_instance(data / "metric-euc-2d.vrp", {Rounding::none}).instance;
    const std::vector<Route> routes{{2}, {1, 3}};
    const double cost = solution_cost(real, routes);  // 12 + 10 = 22 exactly
    ASSERT_EQ(cost, 22);
    const auto accepted = [&](const std::string& stated) {
        const SolutionFile file =
            parse_solution("Route #1: 2\nRoute #2: 1 3\nCost " + stated + "\n", "f", real);
        return check(real, file.solution, file.tolerance).feasible();
    };
    EXPECT_TRUE(accepted("22"));
    EXPECT_TRUE(accepted("22.00"));
    EXPECT_TRUE(accepted("22.01"));
    EXPECT_FALSE(accepted("22.02"));
    EXPECT_FALSE(accepted("22.0011"));
    EXPECT_FALSE(accepted("23"));
}

TEST_F(SolutionFiles, Bad) {
    EXPECT_THROW(parse_solution("", "f", instance_), InputError);
    EXPECT_THROW(parse_solution("{", "f", instance_), InputError);
    EXPECT_THROW(parse_solution("{}", "f", instance_), InputError);
    EXPECT_THROW(read_solution(data, instance_), InputError);
}

}  // namespace
}  // namespace odgear
