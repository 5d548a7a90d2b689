// Edge embeddings without an [E, A] matrix: the weights of the edge layer, split into the parts
// that depend on one end, on the other end, and on both (kernels.hpp, EmbeddingArgs). O(N D) memory
// per instance.
#pragma once

#include "odgear/policy/graph/graph.hpp"
#include "odgear/policy/kernels/kernels.hpp"
#include "odgear/policy/models/weights.hpp"

namespace odgear::policy {

// The parts of W a_ij + b that are the same for all edges out of i, or into j.
struct EdgeEnds {
    kernels::AlignedVector<float> source;  // [n, units]
    kernels::AlignedVector<float> target;  // [n, units]
    // e_ij by distance, where it depends on nothing else (the paper's features): [knots, units].
    kernels::AlignedVector<float> table;
    float knots_per_unit = 0;
};

class EdgeEmbedding {
public:
    explicit EdgeEmbedding(const Model& model);

    EdgeEnds ends(const Graph& graph, const Workers& workers) const;
    // Refers to all three arguments, which must outlive the result.
    kernels::EmbeddingArgs args(const Graph& graph, const EdgeEnds& ends) const;

private:
    void tabulate(const Graph& graph, EdgeEnds& ends) const;

    std::size_t units_;
    bool rich_;
    kernels::PackedMatrix scalars_;
    kernels::PackedMatrix source_;  // of [i = 0], d_i0, q_i, r_i
    kernels::PackedMatrix target_;  // of [j = 0], q_j, r_j
};

}  // namespace odgear::policy
