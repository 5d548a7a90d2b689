// The network as docs/network.md writes it, in plain loops: slow, short, and what the fused engine
// and the trainer's module are tested against. In single precision it shows how much of a
// difference is rounding: batch normalisation magnifies it where a channel hardly varies over the
// nodes. O(N (K + D) D) time per layer; keeps all [E, D] edge embeddings.
#pragma once

#include <vector>

#include "odgear/policy/graph/graph.hpp"
#include "odgear/policy/models/weights.hpp"

namespace odgear::policy {

struct ReferenceOutput {
    std::vector<double> embedding;  // [n, D]
    std::vector<double> logits;     // [E, 1 + T]: u, v_0, ...; rows as in the graph
    double log_z = 0;
};

enum class ReferencePrecision { single_precision, double_precision };

// Attention over the first k_attention neighbours of each row, decoding over the whole graph.
ReferenceOutput reference_network(
    const Model& model, const Graph& graph, int k_attention,
    ReferencePrecision precision = ReferencePrecision::double_precision);

}  // namespace odgear::policy
