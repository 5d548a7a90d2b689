// y = SiLU(x·Wᵀ + b), the first layer of nodes and edges (Eq. 1 and 2 of the paper), and its
// backward pass. O(rows · inputs · units).
#pragma once

#include <cstddef>

namespace odgear::train {

struct EmbeddingShape {
    std::size_t rows;
    std::size_t inputs;
    std::size_t units;  // a multiple of eight
};

// features [rows, inputs], weight [units, inputs], bias [units]; value and slope are [rows, units].
// The slope is dSiLU/dx at the same point, stored for the backward pass.
void embed(const EmbeddingShape& shape, const float* features, const float* weight,
           const float* bias, float* value, float* slope);

// Overwrites d_value with the gradient before the activation; adds to d_weight and d_bias.
void embed_backward(const EmbeddingShape& shape, const float* features, const float* slope,
                    float* d_value, float* d_weight, float* d_bias);

}  // namespace odgear::train
