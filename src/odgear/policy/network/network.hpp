// The policy network, ready to run (docs/network.md; paper, "GAT-Based Generator" and Appendix B):
// graph in, edge table out. Generator and discriminator are the same network with different
// weights.
//
// With attention over K_a and decoding over K_d neighbours: O(N (K_a L + K_d D) D) time, O(N K_d +
// N D) memory. Edge embeddings are computed where they are used and never stored.
#pragma once

#include <memory>

#include "odgear/policy/network/edge_embedding.hpp"
#include "odgear/policy/network/encoder.hpp"
#include "odgear/policy/rollout/edge_table.hpp"

namespace odgear::policy {

struct Encoding {
    std::size_t stride = 0;           // units, padded
    kernels::AlignedVector<float> h;  // [n, stride]: node embeddings after the last layer
    EdgeEnds ends;                    // for the decoder
    double log_z = 0;
};

class Network {
public:
    // Keeps a reference to the model, which must outlive it.
    explicit Network(const Model& model);

    const Model& model() const { return model_; }
    Encoding encode(const Graph& graph, int k_attention, const Workers& workers = Workers()) const;
    // Decodes the first k_decode neighbours of each row.
    EdgeTable decode(const Graph& graph, const Encoding& encoding, int k_decode,
                     const Workers& workers = Workers()) const;

private:
    void embed_nodes(const Graph& graph, const Workers& workers, Encoding& encoding) const;
    double log_z(const Graph& graph, const Encoding& encoding) const;

    const Model& model_;
    std::size_t units_;  // padded
    EdgeEmbedding edges_;
    std::unique_ptr<Encoder> encoder_;
    kernels::PackedMatrix node_;
    kernels::PackedMatrix decoder_source_, decoder_target_, decoder_edge_, decoder_hidden_;
    kernels::AlignedVector<float> out_;       // [outputs, units]
    kernels::AlignedVector<float> out_bias_;  // [outputs]
    kernels::PackedMatrix logz_hidden_, logz_out_;
};

}  // namespace odgear::policy
