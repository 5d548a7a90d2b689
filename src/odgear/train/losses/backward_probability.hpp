// log P_B of a finished trajectory (P_B of Eq. 12; the paper leaves it open):
// the same routes can be built in R!·2^M orders and directions, R routes of
// which M have two customers or more. A tour of n nodes can begin anywhere, either way: 2n.
#pragma once

#include <span>

#include "odgear/core/solution.hpp"

namespace odgear::train {

// −log R! − M·log 2
double log_backward_probability(std::span<const Route> routes);

// −log 2n, n nodes
double log_backward_probability_of_tour(int nodes);

}  // namespace odgear::train
