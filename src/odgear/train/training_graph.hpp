// An instance made ready for training: the policy's sparse graph with all features stored, and
// what rollouts look up. O(N·K) memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/policy/graph/graph.hpp"
#include "odgear/policy/graph/plane.hpp"
#include "odgear/policy/network/architecture.hpp"
#include "odgear/train/kernels/graph_view.hpp"

namespace odgear::train {

struct NeighborCounts {
    int attention = 20;  // K_attention
    int decode = 40;     // K_decode; at least K_attention
};

class TrainingGraph {
public:
    TrainingGraph(std::shared_ptr<const Instance> instance, policy::FeatureSet features,
                  const NeighborCounts& neighbors);

    const Instance& instance() const { return *instance_; }
    const policy::Graph& graph() const { return graph_; }
    GraphView view() const;

    int customers() const { return graph_.customers; }
    // Rollouts check loads as 32-bit numbers, many at a time.
    const std::vector<std::int32_t>& demands() const { return demands_; }
    std::int32_t capacity() const { return capacity_; }
    // Scaled distance between any two nodes, also where the graph has no edge.
    double distance(int from, int to) const { return plane_.distance(from, to); }
    // Number of the edge, or -1 where the graph has none. O(K).
    std::ptrdiff_t edge(int from, int to) const;
    // Costs of the instance's own scale are this many times the scaled ones.
    double unscale() const { return unscale_; }

    // Customers that have `node` among their nearest five: whose isolation grows when it is
    // visited.
    const std::int32_t* watchers_begin(int node) const {
        return watchers_.data() + watcher_start_[static_cast<std::size_t>(node)];
    }
    const std::int32_t* watchers_end(int node) const {
        return watchers_.data() + watcher_start_[static_cast<std::size_t>(node) + 1];
    }

private:
    void index_watchers();
    void scale_loads();

    std::shared_ptr<const Instance> instance_;
    policy::Graph graph_;
    policy::Plane plane_;
    std::size_t attention_width_;
    std::vector<std::int32_t> targets_;  // the graph's, padded for vector loads
    std::vector<float> edge_features_;
    std::vector<std::int32_t> demands_;
    std::int32_t capacity_ = 0;
    double unscale_ = 1;
    std::vector<std::size_t> watcher_start_;
    std::vector<std::int32_t> watchers_;
};

}  // namespace odgear::train
