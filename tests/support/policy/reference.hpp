// The network of docs/network.md in plain loops: slow and short. The fused engine and the trainer's
// module are tested against it. In single precision it shows how much of a difference is rounding,
// which batch normalisation magnifies where a channel hardly varies over the nodes. O(N (K + D) D)
// time per layer; stores all [E, D] edge embeddings.
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
