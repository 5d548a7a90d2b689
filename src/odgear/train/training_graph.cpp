#include "odgear/train/training_graph.hpp"

#include <algorithm>
#include <limits>

#include "odgear/core/errors.hpp"

namespace odgear::train {

namespace {

constexpr std::size_t padding = 16;

policy::GraphOptions graph_options(policy::FeatureSet features, const NeighborCounts& neighbors) {
    policy::GraphOptions options;
    options.neighbors = neighbors.decode;
    options.features = features;
    return options;
}

}  // namespace

TrainingGraph::TrainingGraph(std::shared_ptr<const Instance> instance, policy::FeatureSet features,
                             const NeighborCounts& neighbors)
    : instance_(std::move(instance)),
      graph_(policy::build_graph(*instance_, graph_options(features, neighbors))),
      plane_(*instance_),
      attention_width_(static_cast<std::size_t>(std::min(neighbors.attention, graph_.neighbors)) +
                       1),
      targets_(graph_.target.begin(), graph_.target.end()),
      edge_features_(graph_.edge_features()) {
    targets_.resize(targets_.size() + padding, 0);
    index_watchers();
    scale_loads();
    // Any pair of distinct places shows the scale; the farthest one shows it best.
    double scaled = 0;
    double real = 0;
    for (int i = 1; i <= graph_.customers; ++i) {
        scaled += plane_.distance(0, i);
        real += instance_->distance(0, i);
    }
    unscale_ = scaled > 0 ? real / scaled : 1;
}

GraphView TrainingGraph::view() const {
    GraphView view;
    view.nodes = static_cast<std::size_t>(graph_.nodes());
    view.row_width = static_cast<std::size_t>(graph_.width());
    view.attention_width = attention_width_;
    view.targets = targets_.data();
    view.node_inputs = static_cast<std::size_t>(policy::node_feature_count(graph_.features));
    view.edge_inputs = static_cast<std::size_t>(policy::edge_feature_count(graph_.features));
    view.node_features = graph_.node_features.data();
    view.edge_features = edge_features_.data();
    return view;
}

std::ptrdiff_t TrainingGraph::edge(int from, int to) const {
    const auto begin = static_cast<std::ptrdiff_t>(graph_.row(from));
    if (from == 0) return to == 0 ? -1 : begin + to - 1;
    for (int k = 0; k < graph_.width(); ++k)
        if (targets_[static_cast<std::size_t>(begin + k)] == to) return begin + k;
    return -1;
}

void TrainingGraph::index_watchers() {
    const auto nodes = static_cast<std::size_t>(graph_.nodes());
    const auto width = static_cast<std::size_t>(graph_.iso_width);
    watcher_start_.assign(nodes + 1, 0);
    for (std::size_t j = 1; j < nodes; ++j)
        for (std::size_t k = 0; k < width; ++k)
            ++watcher_start_[static_cast<std::size_t>(graph_.iso_neighbors[j * width + k]) + 1];
    for (std::size_t i = 0; i < nodes; ++i) watcher_start_[i + 1] += watcher_start_[i];
    watchers_.resize(watcher_start_[nodes]);
    std::vector<std::size_t> next(watcher_start_.begin(), watcher_start_.end() - 1);
    for (std::size_t j = 1; j < nodes; ++j)
        for (std::size_t k = 0; k < width; ++k) {
            const auto seen = static_cast<std::size_t>(graph_.iso_neighbors[j * width + k]);
            watchers_[next[seen]++] = static_cast<std::int32_t>(j);
        }
}

void TrainingGraph::scale_loads() {
    demands_.assign(static_cast<std::size_t>(graph_.nodes()), 0);
    if (instance_->is_tsp()) {
        capacity_ = 1;
        return;
    }
    if (instance_->capacity() > std::numeric_limits<std::int32_t>::max() / 2)
        throw ConfigurationError("training needs capacities below 2^30; divide the demands of " +
                                 instance_->name() + " by a common factor");
    capacity_ = static_cast<std::int32_t>(instance_->capacity());
    for (int i = 0; i < graph_.nodes(); ++i)
        demands_[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(instance_->demand(i));
}

}  // namespace odgear::train
