// What comes of a request while it is solved and at its end, for both kinds of problems. Routes of
// a rich problem hold its stops, counted from 1; times and vehicles are in its plan.
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
    std::shared_ptr<const fleet::Plan> plan{};  // of a rich problem
};

struct Solved {
    Result result;
    std::shared_ptr<const fleet::Plan> plan{};  // of a rich problem
    bool complete = true;                       // nothing that must be visited is left out
};

// The routes and the cost of a plan, in the units of its file.
Solution solution_of(const fleet::Problem& problem, const fleet::Plan& plan);

}  // namespace odgear::serve
