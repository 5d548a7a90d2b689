// The Solver object takes rich problems as well.
#include <gtest/gtest.h>

#include "odgear/core/fleet/check.hpp"
#include "odgear/solve/solver.hpp"
#include "support/fleet_problems.hpp"

namespace odgear {
namespace {

TEST(SolverOfFleets, SolvesFromAWarmStart) {
    const fleet::Problem problem(fleet::line_problem());
    StopRule stop;
    stop.iterations = 100;
    const Solver solver(1);
    fleet::Options options;
    const fleet::Result first = solver.solve(problem, options, stop);
    EXPECT_DOUBLE_EQ(first.plan.cost(), 80);
    EXPECT_TRUE(fleet::check(problem, first.plan).feasible());
    options.warm_start = first.plan;
    stop.iterations = 0;
    EXPECT_EQ(solver.solve(problem, options, stop).plan, first.plan);
}

}  // namespace
}  // namespace odgear
