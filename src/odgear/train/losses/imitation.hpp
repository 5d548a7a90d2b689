// Imitation of the expert: masked cross-entropy along its routes in random order and direction,
// since every order builds the same solution. L = −1/T Σ_t log p_t.
#pragma once

#include <span>
#include <vector>

#include "odgear/core/random.hpp"
#include "odgear/core/solution.hpp"

namespace odgear::train {

// The same routes in random order, each reversed with probability 1/2 if `reversible` (symmetric
// distances).
std::vector<Route> shuffled_routes(std::span<const Route> routes, bool reversible, Random& random);

struct ImitationLoss {
    double loss = 0;
    std::vector<float> d_log_prob;  // −1/T for each step
};

ImitationLoss imitation_loss(std::span<const float> log_probs);

}  // namespace odgear::train
