// log P_B of a finished trajectory (P_B of Eq. 12; the paper does not define it). The same R routes
// can be built in R!·2^M orders and directions, where M is the number of routes with at least two
// customers. A tour of n nodes can begin anywhere, in either direction: 2n.
#pragma once

#include <span>

#include "odgear/core/solution.hpp"

namespace odgear::train {

// −log R! − M·log 2
double log_backward_probability(std::span<const Route> routes);

// −log 2n for n nodes
double log_backward_probability_of_tour(int nodes);

}  // namespace odgear::train
