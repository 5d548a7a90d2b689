// Trajectory balance with adversarial reward and group advantage (Eq. 12 of the paper):
//  L = 1/G Σ_g [ log Z + log P_F − log P_B + α·(1 − R) − α·A ]²
// and its derivatives by log P_F and log Z. With `group_mean`, log Z is computed from the group:
// minus the mean of the rest of the bracket (VarGrad), a constant. O(G).
#pragma once

#include <span>
#include <vector>

namespace odgear::train {

struct BalanceInput {
    std::span<const double> log_forward;   // log P_F
    std::span<const double> log_backward;  // log P_B
    std::span<const double> reward;        // R in [0, 1]
    std::span<const double> advantage;     // A
};

struct BalanceOptions {
    double alpha = 500;
    bool group_mean = false;  // log Z is the group mean instead of a learned value
};

struct BalanceLoss {
    double loss = 0;
    std::vector<double> d_log_forward;
    double d_log_z = 0;  // 0 with group_mean
};

BalanceLoss trajectory_balance(const BalanceInput& input, double log_z,
                               const BalanceOptions& options);

}  // namespace odgear::train
