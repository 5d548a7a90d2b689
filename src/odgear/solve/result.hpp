// The result of a solve: the checked solution, and how it was found.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "odgear/core/progress.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/policy/drawn.hpp"
#include "odgear/solve/options.hpp"

namespace odgear {

struct StageSeconds {
    double load = 0;  // set by the caller, who reads the file
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

// What the hybrid's search started from: two local optima, made in equal time, and which one was
// taken.
struct StartChoice {
    enum class Taken : std::uint8_t {
        policy,
        construction,
        both,  // both join the population
    };
    Taken taken = Taken::construction;
    double policy = 0;        // the cost of the local optimum near the policy's routes
    double construction = 0;  // near the savings routes, or near the warm start if it is cheaper

    bool operator==(const StartChoice&) const = default;
};

std::string_view name_of(StartChoice::Taken taken);
// Throws ConfigurationError on an unknown name.
StartChoice::Taken start_from(std::string_view name);

struct Result {
    Solution solution;
    Mode mode = Mode::hybrid;
    std::string model;  // empty if the policy did not run
    StageSeconds seconds;
    std::optional<RolloutSummary> rollouts;
    std::optional<StartChoice> start;  // set if the policy's routes competed
    std::int64_t iterations = 0;
    int threads = 1;
    std::vector<std::string> notices;  // one line each, for people
    std::vector<TracePoint> trace;     // every improvement
    // On request (Options), if the policy ran.
    std::vector<policy::DrawnTrajectory> trajectories;
    policy::EdgeProbabilities edge_probabilities;
};

}  // namespace odgear
