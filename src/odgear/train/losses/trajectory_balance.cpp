#include "odgear/train/losses/trajectory_balance.hpp"

namespace odgear::train {

BalanceLoss trajectory_balance(const BalanceInput& input, double log_z,
                               const BalanceOptions& options) {
    const std::size_t group = input.log_forward.size();
    const auto count = static_cast<double>(group);
    std::vector<double> rest(group);
    double mean = 0;
    for (std::size_t g = 0; g < group; ++g) {
        rest[g] = input.log_forward[g] - input.log_backward[g] +
                  options.alpha * (1 - input.reward[g]) - options.alpha * input.advantage[g];
        mean += rest[g] / count;
    }
    const double shift = options.group_mean ? -mean : log_z;
    BalanceLoss result;
    result.d_log_forward.resize(group);
    for (std::size_t g = 0; g < group; ++g) {
        const double residual = shift + rest[g];
        result.loss += residual * residual / count;
        result.d_log_forward[g] = 2 * residual / count;
        if (!options.group_mean) result.d_log_z += 2 * residual / count;
    }
    return result;
}

}  // namespace odgear::train
