#include "odgear/train/losses/policy_gradient.hpp"

namespace odgear::train {

PolicyGradientLoss policy_gradient(std::span<const double> log_forward,
                                   std::span<const double> advantage) {
    const auto count = static_cast<double>(log_forward.size());
    PolicyGradientLoss result;
    for (std::size_t g = 0; g < log_forward.size(); ++g) {
        result.loss -= advantage[g] * log_forward[g] / count;
        result.d_log_forward.push_back(-advantage[g] / count);
    }
    return result;
}

}  // namespace odgear::train
