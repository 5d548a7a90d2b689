// One transformer layer (the paper's ablation "w/ Transformer"; backbone `transformer` in
// docs/network.md), forward and backward: scaled dot-product attention over all nodes, then two
// dense layers, each with residual and normalisation. Time O(n²·D + n·D²), memory O(H·n² + n·D).
#pragma once

#include <cstddef>
#include <vector>

namespace odgear::train {

struct TransformerShape {
    std::size_t nodes;  // n
    std::size_t units;  // D
    std::size_t heads;  // H; D/H is a multiple of eight

    std::size_t head_width() const { return units / heads; }
    std::size_t inner() const { return 4 * units; }
};

template <class Pointer>
struct TransformerTensors {
    Pointer query, key, value, out;    // [D, D]
    Pointer norm1_weight, norm1_bias;  // [D]
    Pointer up_weight, up_bias;        // [4D, D], [4D]
    Pointer down_weight, down_bias;    // [D, 4D], [D]
    Pointer norm2_weight, norm2_bias;  // [D]
};
using TransformerWeights = TransformerTensors<const float*>;
using TransformerGradients = TransformerTensors<float*>;

// The data that the backward pass of the normalisation over nodes reads.
struct NormState {
    std::vector<float> normalized;   // before scale and shift, [n, D]
    std::vector<float> inverse_std;  // [D]
};

struct TransformerState {
    std::vector<float> query, key, value;  // [n, D]
    std::vector<float> share;              // attention, [H, n, n]
    std::vector<float> mixed;              // Σ_j share·value, [n, D]
    NormState norm1, norm2;
    std::vector<float> middle;        // after the first normalisation, [n, D]
    std::vector<float> up, up_slope;  // after the activation, and its derivative, [n, 4D]
};

// input [n, D] → output [n, D]; the two may not overlap.
void transform(const TransformerShape& shape, const TransformerWeights& weights, const float* input,
               TransformerState& state, float* output);

// Replaces d_output by the gradient of the input. Adds to the gradients.
void transform_backward(const TransformerShape& shape, const TransformerWeights& weights,
                        const float* input, const TransformerState& state, float* d_output,
                        const TransformerGradients& gradients);

}  // namespace odgear::train
