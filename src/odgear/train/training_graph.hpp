// An instance prepared for training: the policy's sparse graph with all features stored, and the
// tables for rollouts. O(N·K) memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/policy/graph/graph.hpp"
#include "odgear/policy/graph/plane.hpp"
#include "odgear/policy/network/architecture.hpp"
#include "odgear/policy/rollout/step_rules.hpp"
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
    // For a TSP, the graph of its frame (tour_frame.hpp).
    const policy::Graph& graph() const { return *graph_; }
    const policy::StepRules& rules() const { return rules_; }
    GraphView view() const;

    int customers() const { return graph_->customers; }
    // Scaled distance between any two nodes, including pairs without an edge in the graph.
    double distance(int from, int to) const { return plane_.distance(from, to); }
    // Index of the edge, or -1 if the graph has none. O(K).
    std::ptrdiff_t edge(int from, int to) const;
    // Multiply scaled costs by this to get costs in the scale of the instance.
    double unscale() const { return unscale_; }

private:
    std::shared_ptr<const Instance> instance_;
    std::shared_ptr<const Instance> frame_;  // the instance itself, except for a TSP
    std::shared_ptr<const policy::Graph> graph_;
    policy::Plane plane_;
    policy::StepRules rules_;
    std::size_t attention_width_;
    std::vector<std::int32_t> targets_;  // those of the graph, padded for vector loads
    std::vector<float> edge_features_;
    double unscale_ = 1;
};

}  // namespace odgear::train
