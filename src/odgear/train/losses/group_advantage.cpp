#include "odgear/train/losses/group_advantage.hpp"

#include <algorithm>
#include <cmath>

namespace odgear::train {

std::vector<double> group_advantage(std::span<const double> costs,
                                    const AdvantageOptions& options) {
    const auto count = static_cast<double>(costs.size());
    double mean = 0;
    for (const double cost : costs) mean += cost / count;
    double variance = 0;
    for (const double cost : costs) variance += (cost - mean) * (cost - mean) / count;
    const double deviation = std::sqrt(variance);
    std::vector<double> advantage(costs.size(), 0.0);
    if (deviation <= options.epsilon) return advantage;
    const double scale = options.scaled ? deviation + options.epsilon : 1.0;
    for (std::size_t g = 0; g < costs.size(); ++g)
        advantage[g] = std::clamp((mean - costs[g]) / scale, -options.clip, options.clip);
    return advantage;
}

}  // namespace odgear::train
