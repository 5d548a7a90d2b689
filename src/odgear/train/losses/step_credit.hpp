// Credit per step instead of per trajectory, without a value network: the cost still to come is
// fitted by ridge regression on a handful of numbers that describe the state (those of
// StateFeatures: load, radii and spacing of the customers left, their isolation, where the vehicle
// is), for each instance over all states of its group. Generalised advantage estimation with that
// baseline then weighs each step. O(states · features²).
#pragma once

#include <span>
#include <vector>

#include "odgear/train/kernels/rollout.hpp"

namespace odgear::train {

struct StepCreditOptions {
    double lambda = 0.98;  // of the advantage estimation; nothing is discounted
    double clip = 5;       // of a step's advantage over their root mean square
    double ridge = 1e-6;   // relative to each feature's own sum of squares
};

// Weights w of the fit: cost to come ≈ w · features.
std::vector<double> fit_cost_to_come(std::span<const Trajectory> group, double ridge);

// Positive where the step was cheaper than expected; one vector a trajectory, in units of the root
// mean square over the group.
std::vector<std::vector<float>> step_credit(std::span<const Trajectory> group,
                                            const StepCreditOptions& options);

}  // namespace odgear::train
