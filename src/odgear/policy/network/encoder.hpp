// The backbones of the network behind one interface (docs/network.md, "Layers"): node embeddings
// in, node embeddings out. A row holds the units, padded with zeros.
#pragma once

#include <memory>

#include "odgear/policy/graph/graph.hpp"
#include "odgear/policy/kernels/kernels.hpp"
#include "odgear/policy/models/weights.hpp"

namespace odgear::policy {

// Edges of the depot's row that are processed as one piece of work.
constexpr int depot_part = 1024;

class Encoder {
public:
    virtual ~Encoder() = default;
    // Replaces h [n, units] by the embeddings after all layers.
    virtual void run(const Graph& graph, const kernels::EmbeddingArgs& edges, int k_attention,
                     const Workers& workers, kernels::AlignedVector<float>& h) const = 0;
};

// Graph attention over the sparse graph: O(N K D) per layer.
std::unique_ptr<Encoder> make_gat(const Model& model);
// Attention of all nodes to all nodes, the paper's ablation: O(N^2 D) per layer, O(N D) memory.
std::unique_ptr<Encoder> make_transformer(const Model& model);

// Batch normalisation over the nodes of one instance, as scale and shift of each column.
struct Normalization {
    kernels::AlignedVector<float> scale;  // [units]
    kernels::AlignedVector<float> shift;
};
class ColumnMoments {
public:
    ColumnMoments(std::size_t blocks, std::size_t units);
    // Adds the rows of one block; different blocks may come from different threads.
    void measure(std::size_t block, const float* x, std::size_t rows);
    // Blocks are merged in their order, so the result does not depend on the threads.
    Normalization normalization(std::span<const float> weight, std::span<const float> bias) const;

private:
    std::size_t units_;
    std::vector<std::size_t> rows_;  // by block
    std::vector<float> means_;       // [blocks, units]
    std::vector<float> deviations_;  // [blocks, units]
};

}  // namespace odgear::policy
