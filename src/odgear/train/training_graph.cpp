#include "odgear/train/training_graph.hpp"

#include <algorithm>

#include "odgear/policy/graph/tour_frame.hpp"

namespace odgear::train {

namespace {

constexpr std::size_t padding = 16;

policy::GraphOptions graph_options(policy::FeatureSet features, const NeighborCounts& neighbors) {
    policy::GraphOptions options;
    options.neighbors = neighbors.decode;
    options.features = features;
    return options;
}

std::shared_ptr<const Instance> frame_of(const std::shared_ptr<const Instance>& instance) {
    if (!instance->is_tsp()) return instance;
    return std::make_shared<const Instance>(policy::tour_frame(*instance));
}

}  // namespace

TrainingGraph::TrainingGraph(std::shared_ptr<const Instance> instance, policy::FeatureSet features,
                             const NeighborCounts& neighbors)
    : instance_(std::move(instance)),
      frame_(frame_of(instance_)),
      graph_(std::make_shared<const policy::Graph>(
          policy::build_graph(*frame_, graph_options(features, neighbors)))),
      plane_(*frame_),
      rules_(*frame_, *graph_),
      attention_width_(static_cast<std::size_t>(std::min(neighbors.attention, graph_->neighbors)) +
                       1),
      targets_(graph_->target.begin(), graph_->target.end()),
      edge_features_(graph_->edge_features()) {
    targets_.resize(targets_.size() + padding, 0);
    // Any pair of distinct points gives the scale; the farthest pair gives it most precisely.
    double scaled = 0;
    double real = 0;
    for (int i = 1; i <= graph_->customers; ++i) {
        scaled += plane_.distance(0, i);
        real += frame_->distance(0, i);
    }
    unscale_ = scaled > 0 ? real / scaled : 1;
}

GraphView TrainingGraph::view() const {
    GraphView view;
    view.nodes = static_cast<std::size_t>(graph_->nodes());
    view.row_width = static_cast<std::size_t>(graph_->width());
    view.attention_width = attention_width_;
    view.targets = targets_.data();
    view.node_inputs = static_cast<std::size_t>(policy::node_feature_count(graph_->features));
    view.edge_inputs = static_cast<std::size_t>(policy::edge_feature_count(graph_->features));
    view.node_features = graph_->node_features.data();
    view.edge_features = edge_features_.data();
    return view;
}

std::ptrdiff_t TrainingGraph::edge(int from, int to) const {
    const auto begin = static_cast<std::ptrdiff_t>(graph_->row(from));
    if (from == 0) return to == 0 ? -1 : begin + to - 1;
    for (int k = 0; k < graph_->width(); ++k)
        if (targets_[static_cast<std::size_t>(begin + k)] == to) return begin + k;
    return -1;
}

}  // namespace odgear::train
