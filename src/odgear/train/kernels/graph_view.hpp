// An instance as the training kernels see it: the sparse graph of docs/network.md as plain arrays.
// It is a view; its creator keeps the arrays alive.
#pragma once

#include <cstddef>
#include <cstdint>

namespace odgear::train {

struct GraphView {
    std::size_t nodes = 0;                  // N + 1; node 0 is the depot
    std::size_t row_width = 0;              // 1 + K_decode
    std::size_t attention_width = 0;        // 1 + K_attention
    const std::int32_t* targets = nullptr;  // [edges], rows of customers 1..N, then the depot's
    std::size_t node_inputs = 0;
    std::size_t edge_inputs = 0;
    const float* node_features = nullptr;  // [nodes, node_inputs]
    const float* edge_features = nullptr;  // [edges, edge_inputs]

    std::size_t customers() const { return nodes - 1; }
    std::size_t edges() const { return customers() * (row_width + 1); }
    std::size_t row_begin(std::size_t node) const {
        return (node == 0 ? customers() : node - 1) * row_width;
    }
    std::size_t row_size(std::size_t node) const { return node == 0 ? customers() : row_width; }
    std::size_t source(std::size_t edge) const {
        return edge < customers() * row_width ? edge / row_width + 1 : 0;
    }

    // The edges that attention uses, numbered without gaps: customers' rows cut to their first
    // attention_width slots, then the whole row of the depot.
    std::size_t attention_edges() const { return customers() * (attention_width + 1); }
    std::size_t attention_begin(std::size_t node) const {
        return (node == 0 ? customers() : node - 1) * attention_width;
    }
    std::size_t attention_size(std::size_t node) const {
        return node == 0 ? customers() : attention_width;
    }
};

}  // namespace odgear::train
