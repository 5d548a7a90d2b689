// The auxiliary policy gradient (Eq. 13 of the paper): L = −1/G Σ_g A_g·log P_F(τ_g), A constant.
#pragma once

#include <span>
#include <vector>

namespace odgear::train {

struct PolicyGradientLoss {
    double loss = 0;
    std::vector<double> d_log_forward;  // −A_g / G
};

PolicyGradientLoss policy_gradient(std::span<const double> log_forward,
                                   std::span<const double> advantage);

}  // namespace odgear::train
