// The edge decoder (Eq. 6 of the paper, "Decoder" in docs/network.md), forward and backward. The
// first layer is split into A·h_i + B·h_j + C·e_ij, so that no [edges, 3·units] matrix exists.
// O(edges · units²) time, O(edges · units) memory for what the backward pass needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "odgear/train/kernels/graph_view.hpp"

namespace odgear::train {

struct DecoderShape {
    std::size_t units;    // D, a multiple of eight
    std::size_t outputs;  // 1 + T
    bool hidden;          // the second layer of D units
    float bound;          // of the logits; 0: unbounded
};

// The tensors of docs/network.md by name. The same struct holds weights or their gradients.
template <class Pointer>
struct DecoderTensors {
    Pointer source, target, edge, bias;  // [D, D] three times, [D]
    Pointer hidden_weight, hidden_bias;  // [D, D], [D]; null without the second layer
    Pointer out_weight, out_bias;        // [1 + T, D], [1 + T]
};
using DecoderWeights = DecoderTensors<const float*>;
using DecoderGradients = DecoderTensors<float*>;

// The result, and everything that the backward pass reads. Reused from instance to instance.
struct DecoderState {
    // The edges to decode, in any order; empty: all. The outputs of other edges are 0.
    std::vector<std::int32_t> chosen;
    std::vector<float> from, to;              // A·h_i and B·h_j + bias, [nodes, D]
    std::vector<float> first, first_slope;    // f and its derivative, [decoded edges, D]
    std::vector<float> second, second_slope;  // after the second layer, [decoded edges, D]
    std::vector<float> outputs;               // planes u, v_0, …, each `stride` long
    std::size_t stride = 0;
    std::vector<float> scratch, scratch_slope, scratch_edge;

    const float* plane(std::size_t t) const { return outputs.data() + t * stride; }
};

// Planes are padded, so that vector loads past the last edge stay inside the array.
inline std::size_t padded(std::size_t edges) { return (edges + 15) / 8 * 8 + 16; }

// h [nodes, D], e [edges, D].
void decode(const GraphView& graph, const DecoderShape& shape, const DecoderWeights& weights,
            const float* h, const float* e, DecoderState& state);

// d_outputs has the layout of state.outputs; only decoded edges are read. Adds to the gradients and
// to d_h; writes d_e.
void decode_backward(const GraphView& graph, const DecoderShape& shape,
                     const DecoderWeights& weights, const float* h, const float* e,
                     DecoderState& state, const float* d_outputs, const DecoderGradients& gradients,
                     float* d_h, float* d_e);

}  // namespace odgear::train
