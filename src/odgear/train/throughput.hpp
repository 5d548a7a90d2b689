// How fast training is, three ways side by side on one thread: the fused kernels; the plain torch
// network with the same C++ rollouts; and everything as tensors, rollouts included, which is the
// usual way. One instance's whole policy step each: graph, forward, rollouts, loss, backward.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "odgear/train/recipe.hpp"

namespace odgear::train {

struct Throughput {
    std::string way;
    double instances_per_second = 0;
    int instances = 0;
};

// Rounds over the three ways until `seconds` have passed for each, so that a noisy machine disturbs
// all alike.
std::vector<Throughput> measure_throughput(const Recipe& recipe, double seconds,
                                           std::uint64_t seed);

}  // namespace odgear::train
