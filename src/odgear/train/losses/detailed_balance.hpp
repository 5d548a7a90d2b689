// Detailed balance, the local counterpart of trajectory balance (the recipe `hbg`):
//  F(s)·P_F(s'|s) = F(s')·P_B(s|s')
// for every step, with the energy α·length/σ_C counted step by step. The flows log F are not a
// second network but a linear fit (state_fit.hpp) to what the rest of the trajectory implies, just
// as log Z is the group's mean in trajectory_balance.hpp. O(states · features²).
#pragma once

#include <span>
#include <vector>

#include "odgear/train/kernels/rollout.hpp"

namespace odgear::train {

struct DetailedBalanceLoss {
    double loss = 0;                             // 1/G Σ_g Σ_t residual²
    std::vector<std::vector<float>> d_log_prob;  // 2·residual / G
};

// log P_B of each step. The R-th route can have been built at any of R places and, with at least
// two customers, in either direction; this counts when the route is closed. The sum is −log R! −
// M·log 2. For a tour, the last step counts −log 2n.
std::vector<float> step_log_backward(const Trajectory& trajectory, Problem problem);

DetailedBalanceLoss detailed_balance(std::span<const Trajectory> group, double alpha,
                                     Problem problem);

}  // namespace odgear::train
