// Ordered crossover of giant tours (Vidal et al. 2012, section 4.4). O(N).
#pragma once

#include <vector>

#include "odgear/core/random.hpp"

namespace odgear::hgs {

class OrderedCrossover {
public:
    // Writes a permutation to `child`: a random circular stretch of `first`, then the missing
    // customers in the circular order of `second`. `child` must be neither parent.
    void operator()(const std::vector<int>& first, const std::vector<int>& second, Random& random,
                    std::vector<int>& child);

private:
    std::vector<char> taken_;  // by customer
};

}  // namespace odgear::hgs
