// The remaining amount (for example cost) as a linear function of the state: ridge regression on
// the numbers of StateFeatures (load, radii and spacing of the unvisited customers, their
// isolation, position of the vehicle), over all states of an instance's group. A value function
// without a network. O(states · features²).
#pragma once

#include <span>
#include <vector>

#include "odgear/train/kernels/rollout.hpp"

namespace odgear::train {

struct StateFit {
    std::vector<double> weights;

    double operator()(const StateFeatures& state) const;
};

// amounts[g][t] is what step t of trajectory g adds. The fit is for the sum over a step and all
// later ones.
StateFit fit_to_come(std::span<const Trajectory> group,
                     std::span<const std::vector<float>> amounts);

}  // namespace odgear::train
