// Measures the speed of training in three ways on one thread: the fused kernels; the plain torch
// network with the same C++ rollouts; and tensors for everything including rollouts, which is the
// usual way. Each measures a whole policy step of one instance: graph, forward, rollouts, loss,
// backward.
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

// Alternates between the three ways until each has run for `seconds`, so that other load on the
// machine affects all equally.
std::vector<Throughput> measure_throughput(const Recipe& recipe, double seconds,
                                           std::uint64_t seed);

}  // namespace odgear::train
