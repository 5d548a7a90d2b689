// One graph attention layer with batch normalisation and residual (Eq. 3 to 5 of the paper,
// "Layers" in docs/network.md), forward and backward. Time O(edges·H·D + nodes·H·w·D), memory
// O(nodes·H·D + edges·H) for what the backward pass reads.
#pragma once

#include <cstddef>
#include <vector>

#include "odgear/train/kernels/graph_view.hpp"

namespace odgear::train {

struct AttentionShape {
    std::size_t units;   // D
    std::size_t heads;   // H
    bool last;           // heads averaged, each of width D; else concatenated, each of width D/H
    bool edge_messages;  // messages carry edge embeddings too

    std::size_t head_width() const { return last ? units : units / heads; }  // a multiple of eight
    std::size_t projected() const { return heads * head_width(); }
};

template <class Pointer>
struct AttentionTensors {
    Pointer project;         // [H·w, D]
    Pointer source, target;  // [H, w], [H, w]
    Pointer message;         // [H, w, D]; null without edge messages
    Pointer norm_weight, norm_bias;
};
using AttentionWeights = AttentionTensors<const float*>;
using AttentionGradients = AttentionTensors<float*>;

// The edges' share of the scores, for all layers and heads at once: one pass over the edge
// embeddings instead of one per layer.
struct EdgeScores {
    std::size_t width = 0;      // layers · H
    std::vector<float> values;  // [attention edges, width]; backward: their gradients

    float* row(std::size_t edge) { return values.data() + edge * width; }
    const float* row(std::size_t edge) const { return values.data() + edge * width; }
};

// scores = e·Wᵀ; weights [width, D] are the stacked `edge` tensors of the layers.
void score_edges(const GraphView& graph, std::size_t units, const float* weights, const float* e,
                 EdgeScores& scores);
// Adds to d_weights and d_e.
void score_edges_backward(const GraphView& graph, std::size_t units, const float* weights,
                          const float* e, const EdgeScores& d_scores, float* d_weights, float* d_e);

struct AttentionState {
    std::vector<float> projected;    // z, [nodes, H·w]
    std::vector<float> from, to;     // source·z_i and target·z_j, [nodes, H]
    std::vector<float> share;        // a_ij^h, [attention edges, H]
    std::vector<float> leak;         // slope of the leaky ReLU, [attention edges, H]
    std::vector<float> mean_edge;    // Σ_j a_ij^h e_ij, [nodes, H, D]
    std::vector<float> slope;        // of SiLU at m_i, [nodes, D]
    std::vector<float> normalized;   // before scale and shift, [nodes, D]
    std::vector<float> inverse_std;  // [D]
};

// The edge data that a layer reads. e is read only if messages carry edge embeddings.
struct AttentionEdges {
    const float* e;            // [edges, D]
    const EdgeScores& scores;  // columns first_score .. first_score + H are this layer's
    std::size_t first_score;
};

// input [nodes, D] → output [nodes, D]; the two may not overlap.
void attend(const GraphView& graph, const AttentionShape& shape, const AttentionWeights& weights,
            const float* input, const AttentionEdges& edges, AttentionState& state, float* output);

// Replaces d_output by the gradient of the input. Adds to the gradients and, with edge messages, to
// d_e; writes the columns of d_scores of this layer.
void attend_backward(const GraphView& graph, const AttentionShape& shape,
                     const AttentionWeights& weights, const float* input,
                     const AttentionEdges& edges, const AttentionState& state, float* d_output,
                     const AttentionGradients& gradients, EdgeScores& d_scores, float* d_e);

}  // namespace odgear::train
