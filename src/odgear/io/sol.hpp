// .sol: "Route #1: 3 7 ..." per route, depot left out, customers 1..n; last line "Cost N".
// O(file) time and memory.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "odgear/core/solution.hpp"

namespace odgear {

struct SolFile {
    std::vector<Route> routes;   // as in the file; `check` tells whether they fit an instance
    std::optional<double> cost;  // the stated cost
    int cost_decimals = 0;       // digits after its point
    std::vector<std::string> warnings;
};

// `least` is the smallest number that a route may contain: 0 where a visit to the depot is a
// reload.
SolFile read_sol(std::string_view text, const std::string& file, int least = 1);

// Empty routes are left out. The cost is written with enough digits to read the same number.
std::string write_sol(const Solution& solution);

}  // namespace odgear
