// The solution of a request, during and after the solve, for both kinds of problems. For a rich
// problem, routes contain its stops, counted from 1; times and vehicles are in its plan.
#pragma once

#include <memory>
#include <string>

#include "odgear/core/fleet/plan.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/solve/result.hpp"

namespace odgear::serve {

struct Incumbent {
    Solution solution;
    double seconds = 0;  // since the search began
    std::string stage;
    std::shared_ptr<const fleet::Plan> plan{};  // for a rich problem
};

struct Solved {
    Result result;
    std::shared_ptr<const fleet::Plan> plan{};  // for a rich problem
    bool complete = true;                       // no required stop is left out
};

// The routes and the cost of a plan, in the units of its file.
Solution solution_of(const fleet::Problem& problem, const fleet::Plan& plan);

}  // namespace odgear::serve
