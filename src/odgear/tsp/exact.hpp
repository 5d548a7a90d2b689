// The shortest tour of a few cities, by dynamic programming over subsets (Held and Karp).
// O(2^n n^2) time, O(2^n n) memory; n at most most_for_exact.
#pragma once

#include <vector>

#include "odgear/core/instance.hpp"

namespace odgear::tsp {

constexpr int most_for_exact = 12;

// All nodes in the order of the tour, from node 0. Distances may be asymmetric.
std::vector<int> exact_tour(const Instance& instance);

}  // namespace odgear::tsp
