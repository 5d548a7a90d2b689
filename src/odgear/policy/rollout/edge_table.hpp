// The output of the network for one instance: the logits of every edge of the graph, laid out for
// rollouts (docs/network.md, "Decoder"). Row i of a customer has 1 + K slots as in the graph,
// padded to a multiple of 8; the depot's row has all customers. Plane 0 is u, planes 1.. are v_0,
// v_1, v_2. O(N K) memory.
#pragma once

#include <cstddef>

#include "odgear/policy/graph/graph.hpp"
#include "odgear/policy/kernels/kernels.hpp"

namespace odgear::policy {

// Weights are relative to the largest logit that a row can have in any state. If their total is
// below this, they are computed again, relative to the largest actual logit.
constexpr double smallest_total = 1e-30;

class EdgeTable {
public:
    static constexpr std::size_t depot_block = kernels::depot_block;

    // All logits are zero. At most the `neighbors` of the graph are used.
    EdgeTable(const Graph& graph, int neighbors, int terms, const Workers& workers = Workers());
    // Without customer rows: each must be begun, and its logits set, before it is read.
    struct Unfilled {};
    EdgeTable(const Graph& graph, int neighbors, int terms, Unfilled);
    // Sets targets and padding of a customer's row.
    void begin_row(const Graph& graph, int node);

    int customers() const { return customers_; }
    int neighbors() const { return width_ - 1; }
    int terms() const { return terms_; }
    int row_size(int node) const { return node == 0 ? customers_ : width_; }
    // Distance between the planes of a row.
    std::size_t stride(int node) const { return node == 0 ? depot_stride_ : stride_; }
    // The target of padding slots; never available.
    int nowhere() const { return customers_ + 1; }

    // The targets of a customer's row, [stride(node)].
    const int* targets(int node) const { return targets_.data() + customer(node) * stride_; }
    const float* planes(int node) const {
        return node == 0 ? depot_.data() : planes_.data() + customer(node) * planes_size_;
    }
    float* planes(int node) {
        return node == 0 ? depot_.data() : planes_.data() + customer(node) * planes_size_;
    }
    // The slot of edge i -> j in row i; -1 if it is outside of the graph.
    int slot(int node, int target) const;

private:
    static std::size_t customer(int node) { return static_cast<std::size_t>(node - 1); }

    int customers_;
    int width_;
    int terms_;
    std::size_t stride_;
    std::size_t depot_stride_;
    std::size_t planes_size_;
    kernels::TableVector<int> targets_;
    kernels::TableVector<float> planes_;
    kernels::AlignedVector<float> depot_;
};

}  // namespace odgear::policy
