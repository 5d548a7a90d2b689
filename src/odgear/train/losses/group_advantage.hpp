// The group-relative advantage (Eq. 11 of the paper): how much cheaper a trajectory is than the
// mean of its group, in standard deviations. O(G).
#pragma once

#include <span>
#include <vector>

namespace odgear::train {

struct AdvantageOptions {
    double clip = 5;        // c
    double epsilon = 1e-8;  // ε
    bool scaled = true;     // divide by σ; false: only the difference to the mean
};

// A_g = clip((mean − C_g) / (σ + ε), ±c), all 0 when σ ≤ ε. σ is the population standard deviation.
std::vector<double> group_advantage(std::span<const double> costs, const AdvantageOptions& options);

}  // namespace odgear::train
