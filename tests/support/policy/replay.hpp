// Given trajectories, step by step: the log-probability that the policy gives them, and for the
// trainer everything a gradient with respect to the edge table needs. O(K) a step, O(N) at the
// depot.
#pragma once

#include <functional>
#include <span>

#include "odgear/policy/rollout/rollout_problem.hpp"

namespace odgear::policy {

// One step from `node`: the distribution it was chosen from. The gradient of log P with respect to
// the logit of slot s is beta * ([s = slot] - weights[s] / total), and the logit is u + load v_0 +
// iso v_1 + low v_2 (u + iso v_1 on the depot's row; u for a static table).
struct Step {
    int index = 0;        // 0, 1, ... along the trajectory
    int node = 0;         // the row of the step
    int slot = -1;        // the chosen slot; -1 if it is outside of the row
    bool forced = false;  // the return to the depot at the end: probability 1, no gradient
    float load = 0;       // rho - 0.5
    float low = 0;        // max(0, 0.3 - rho) / 0.3
    std::span<const float> weights;  // [row_size]; 0 where masked
    std::span<const float> iso;      // [row_size]: visited shares; empty for a static table
    double total = 0;                // sum of the weights, including those outside
    double log_probability = 0;
};

using StepObserver = std::function<void(const Step&)>;

// Nodes as in Trajectory. Throws ConfigurationError if the masks do not allow a step, or if
// customers are left at the end.
double replay(const RolloutProblem& problem, std::span<const int> nodes,
              double inverse_temperature = 1, const StepObserver& observer = {});

}  // namespace odgear::policy
