// What a solve returns: the solution, checked, and how it came about.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "odgear/core/progress.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/policy/drawn.hpp"
#include "odgear/solve/options.hpp"

namespace odgear {

struct StageSeconds {
    double load = 0;  // set by the caller that read the file
    double graph = 0;
    double encode = 0;
    double rollout = 0;
    double improve = 0;
    double total = 0;
};

struct RolloutSummary {
    int count = 0;
    double best = 0;
    double mean = 0;
};

struct Result {
    Solution solution;
    Mode mode = Mode::hybrid;
    std::string model;  // empty when the policy did not run
    StageSeconds seconds;
    std::optional<RolloutSummary> rollouts;
    std::int64_t iterations = 0;
    int threads = 1;
    std::vector<std::string> notices;  // one line each, for people
    std::vector<TracePoint> trace;     // every improvement
    // On request (Options), where the policy ran.
    std::vector<policy::DrawnTrajectory> trajectories;
    policy::EdgeProbabilities edge_probabilities;
};

}  // namespace odgear
