// The independent checker: recomputes cost and feasibility of a solution from the instance alone.
// Everything that leaves the program passes through it. O(N) time and memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"

namespace odgear {

struct Violation {
    enum class Kind : std::uint8_t {
        unknown_customer,
        repeated_customer,
        missing_customer,
        excess_load,
        excess_length,
        excess_vehicles,
        wrong_cost,
    };
    Kind kind;
    int route = -1;     // 0-based; -1 when not tied to a route
    int customer = -1;  // -1 when not tied to a customer
    std::string text;   // for people, readable without the other fields; routes are counted from 1
};

struct CheckReport {
    double cost = 0;  // recomputed over the customers that exist
    int vehicles = 0;
    std::vector<Violation> violations;

    bool feasible() const { return violations.empty(); }
    // The texts of the first `most` violations, joined by "; ".
    std::string summary(std::size_t most = 5) const;
};

// Two costs that differ by more than this, relative to the larger one, count as different.
// Published solutions state real costs with few digits; callers that compare with them pass their
// own tolerance.
constexpr double cost_tolerance = 1e-6;

CheckReport check(const Instance& instance, const std::vector<Route>& routes);

// Also compares the cost that the solution states with the recomputed one.
CheckReport check(const Instance& instance, const Solution& solution,
                  double tolerance = cost_tolerance);

}  // namespace odgear
