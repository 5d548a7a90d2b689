#include "odgear/train/losses/imitation.hpp"

#include <algorithm>

namespace odgear::train {

std::vector<Route> shuffled_routes(std::span<const Route> routes, bool reversible, Random& random) {
    std::vector<Route> result(routes.begin(), routes.end());
    random.shuffle(std::span(result));
    for (Route& route : result)
        if (reversible && random.below(2) == 1) std::reverse(route.begin(), route.end());
    return result;
}

ImitationLoss imitation_loss(std::span<const float> log_probs) {
    const auto steps = static_cast<double>(log_probs.size());
    ImitationLoss result;
    for (const float log_prob : log_probs) result.loss -= double(log_prob) / steps;
    result.d_log_prob.assign(log_probs.size(), static_cast<float>(-1 / steps));
    return result;
}

}  // namespace odgear::train
