#include "odgear/io/sol.hpp"

#include <gtest/gtest.h>

#include <string>

#include "odgear/core/errors.hpp"

namespace odgear {
namespace {

std::string error_of(const std::string& text) {
    try {
        read_sol(text, "a.sol");
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

TEST(Sol, Reads) {
    const SolFile file = read_sol("Route #1: 3 7\nRoute #2: 1 2 \r\n\nCost 375\n", "a.sol");
    EXPECT_EQ(file.routes, (std::vector<Route>{{3, 7}, {1, 2}}));
    EXPECT_EQ(file.cost, 375);
    EXPECT_EQ(file.cost_decimals, 0);
    EXPECT_TRUE(file.warnings.empty());
}

TEST(Sol, ReadsTheVariantsInUse) {
    const SolFile file = read_sol("route 1 : 3\t7\nROUTE #2:\ncost: 1618.36", "a.sol");
    EXPECT_EQ(file.routes, (std::vector<Route>{{3, 7}, {}}));
    EXPECT_EQ(file.cost, 1618.36);
    EXPECT_EQ(file.cost_decimals, 2);
}

TEST(Sol, WhatIsUnknownOrMissingIsNoticed) {
    const SolFile file = read_sol("Route #1: 1\nTime 17\n", "a.sol");
    EXPECT_FALSE(file.cost);
    ASSERT_EQ(file.warnings.size(), 2u);
    EXPECT_EQ(file.warnings[0],
              "a.sol:2: expected 'Route #k: ...' or 'Cost N', left out: 'Time 17'");
    EXPECT_EQ(file.warnings[1], "a.sol:2: no cost is stated");
}

TEST(Sol, BadFiles) {
    EXPECT_EQ(error_of("Cost 5\n"), "a.sol: has no line 'Route #k: ...'");
    EXPECT_EQ(error_of("Route #1 3 4\n"), "a.sol:1: Route: expected ':' after the route's number");
    EXPECT_EQ(error_of("Route #1: 3 x\n"), "a.sol:1: Route: expected a customer, found 'x'");
    EXPECT_EQ(error_of("Route #1: 99999999999\n"),
              "a.sol:1: Route: expected a customer, found '99999999999'");
    EXPECT_EQ(error_of("Route #1: 0 3 0\n"),
              "a.sol:1: Route: '0' is not a customer: they count from 1, the depot is left out");
    EXPECT_EQ(error_of("Route #1: 3\nCost many\n"),
              "a.sol:2: Cost: expected a number, found 'many'");
    EXPECT_EQ(error_of("Route #1: 3\nCost inf\n"), "a.sol:2: Cost: expected a number, found 'inf'");
    EXPECT_EQ(error_of("Route #1: 3\nCost 1\nCost 2\n"), "a.sol:3: Cost: given twice");
}

TEST(Sol, Writes) {
    EXPECT_EQ(write_sol({{{3, 7}, {}, {1}}, 375}), "Route #1: 3 7\nRoute #2: 1\nCost 375\n");
    EXPECT_EQ(write_sol({{{1}}, 28.5}), "Route #1: 1\nCost 28.5\n");
}

}  // namespace
}  // namespace odgear
