// Credit per step instead of per trajectory, without a value network. For each instance the
// remaining cost is fitted (state_fit.hpp) over all states of its group. Generalised advantage
// estimation with that baseline gives the weight of each step. O(states · features²).
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "odgear/train/kernels/rollout.hpp"

namespace odgear::train {

struct StepCreditOptions {
    double lambda = 1;  // of the advantage estimation; there is no discount
    double clip = 5;    // limit of a step's advantage, relative to the root mean square
};

// Customers that a step isolates are visited by much later routes, and the fit reflects this only
// in part. So credit must reach farther with more customers (measurements: docs/training.md).
inline double credit_lambda(int customers) { return std::max(0.98, 1 - 2.0 / customers); }

// Positive if the step was cheaper than expected. One vector per trajectory, in units of the root
// mean square over the group.
std::vector<std::vector<float>> step_credit(std::span<const Trajectory> group,
                                            const StepCreditOptions& options);

}  // namespace odgear::train
