// Every stop that is left out comes with its reason.
#include <gtest/gtest.h>

#include "odgear/fleet/solve.hpp"
#include "support/fleet_problems.hpp"

namespace odgear::fleet {
namespace {

std::vector<Unassigned> left_out(const ProblemData& data) {
    StopRule stop;
    stop.iterations = 100;
    return solve(Problem(data), {}, nullptr, stop).plan.unassigned;
}

TEST(Reasons, WhatNoVehicleCanDo) {
    ProblemData data = line_problem();
    data.stops[0].skills = {1};
    data.stops[1].delivery = {5};
    data.stops[2].windows = {{5, 8}};
    const auto unassigned = left_out(data);
    ASSERT_EQ(unassigned.size(), 3u);
    EXPECT_EQ(unassigned[0].reason, Reason::no_vehicle);
    EXPECT_EQ(unassigned[1].reason, Reason::too_large);
    EXPECT_EQ(unassigned[2].reason, Reason::too_late);
    EXPECT_NE(unassigned[2].text.find("5-8"), std::string::npos);
}

TEST(Reasons, APrizeBelowItsCost) {
    ProblemData data = line_problem();
    data.stops[3].prize = 3;
    const auto unassigned = left_out(data);
    ASSERT_EQ(unassigned.size(), 1u);
    EXPECT_EQ(unassigned[0].reason, Reason::not_worth);
    EXPECT_EQ(unassigned[0].text, "stop 4: visiting it costs 20, leaving it out 3");
}

TEST(Reasons, NoRoomLeavesOutTheLowestPriority) {
    ProblemData data = line_problem();
    data.vehicles[0].count = 1;
    data.vehicles[0].capacity = {3};
    for (int i = 0; i < 4; ++i) data.stops[std::size_t(i)].priority = i == 2 ? 0 : 50;
    const auto unassigned = left_out(data);
    ASSERT_EQ(unassigned.size(), 1u);
    EXPECT_EQ(unassigned[0].stop, 2);
    EXPECT_EQ(unassigned[0].reason, Reason::no_room);
}

}  // namespace
}  // namespace odgear::fleet
