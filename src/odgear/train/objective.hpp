// From a group of trajectories to the derivative of the loss by each step's log-probability. The
// recipes' objectives are combined here and nowhere else.
#pragma once

#include <span>
#include <vector>

#include "odgear/train/kernels/rollout.hpp"
#include "odgear/train/recipe.hpp"

namespace odgear::train {

// Values that change during the run.
struct ObjectiveState {
    double alpha = 500;  // scaled to the instance
    double inverse_temperature = 1;
};

struct LossParts {
    double total = 0;
    double balance = 0;          // Eq. 12
    double policy_gradient = 0;  // Eq. 13
    double detailed = 0;         // detailed balance
};

struct GroupGradient {
    std::vector<std::vector<float>> d_log_prob;  // per trajectory and step
    double d_log_z = 0;
    LossParts parts;
};

// rewards: the discriminator's R; empty without a discriminator (then R = 1).
GroupGradient group_gradient(const TrainingGraph& graph, std::span<const Trajectory> group,
                             std::span<const double> rewards, double log_z,
                             const PolicyRecipe& recipe, const ObjectiveState& state);

}  // namespace odgear::train
