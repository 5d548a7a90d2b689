// Credit per step instead of per trajectory, without a value network: the cost still to come is
// fitted (state_fit.hpp) for each instance over all states of its group, and generalised advantage
// estimation with that baseline weighs each step. O(states · features²).
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "odgear/train/kernels/rollout.hpp"

namespace odgear::train {

struct StepCreditOptions {
    double lambda = 1;  // of the advantage estimation; nothing is discounted
    double clip = 5;    // of a step's advantage over their root mean square
};

// What a step strands is picked up by far later routes, and the fit sees it only in part: the more
// customers, the farther credit must reach (docs/training.md has what was measured).
inline double credit_lambda(int customers) { return std::max(0.98, 1 - 2.0 / customers); }

// Positive where the step was cheaper than expected; one vector a trajectory, in units of the root
// mean square over the group.
std::vector<std::vector<float>> step_credit(std::span<const Trajectory> group,
                                            const StepCreditOptions& options);

}  // namespace odgear::train
