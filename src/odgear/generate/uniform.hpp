// The paper's synthetic instances: depot and customers uniform in the unit square, demands uniform
// whole numbers, real distances. O(N), plus Instance's own matrix for small N.
#pragma once

#include <string>

#include "odgear/core/instance.hpp"
#include "odgear/core/random.hpp"

namespace odgear {

// The defaults are those of the paper's experiments.
struct UniformShape {
    int customers = 200;
    Load capacity = 50;
    int min_demand = 1;
    int max_demand = 9;
    std::string name{};  // empty: derived from the shape
};

// Throws ConfigurationError for a shape that no instance can have. The same shape and generator
// state give the same instance on every machine.
Instance uniform_instance(const UniformShape& shape, Random& random);

// The corresponding TSP: `cities` points in the unit square, real distances.
Instance uniform_tsp(int cities, Random& random, const std::string& name = "");

}  // namespace odgear
