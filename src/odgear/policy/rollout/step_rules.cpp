#include "odgear/policy/rollout/step_rules.hpp"

#include <algorithm>

namespace odgear::policy {

namespace {

bool cheap(Metric metric) {
    return metric == Metric::euclidean || metric == Metric::manhattan || metric == Metric::maximum;
}

}  // namespace

StepRules::StepRules(const Instance& instance, const Graph& graph)
    : instance_(&instance), graph_(&graph) {
    if (graph.iso_width > 0) iso_unit_ = 1 / static_cast<float>(graph.iso_width);
    computed_ = cheap(instance.rule().metric);
    nodes_.resize(graph.label.size());
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        nodes_[i].demand = tour() ? (i == 0 ? 0 : 1) : instance.demand(graph.label[i]);
        if (graph.label[i] == 1) first_city_ = static_cast<int>(i);
        if (computed_) nodes_[i].point = instance.point(graph.label[i]);
    }
    code_demands();
    fill_words();
    reverse_iso();
}

void StepRules::code_demands() {
    for (std::size_t i = 1; i < nodes_.size(); ++i) distinct_.push_back(nodes_[i].demand);
    std::sort(distinct_.begin(), distinct_.end());
    distinct_.erase(std::unique(distinct_.begin(), distinct_.end()), distinct_.end());
    codes_are_demands_ = distinct_.back() < largest_code;
}

// Number of distinct demands up to this one: at least 1 for a customer, so that the depot's 0 is
// lower than all.
Load StepRules::rank(Load demand) const {
    return std::upper_bound(distinct_.begin(), distinct_.end(), demand) - distinct_.begin();
}

void StepRules::fill_words() {
    words_.assign(1 + kernels::padded(nodes_.size(), kernels::depot_block), kernels::unavailable);
    words_[0] = 0;
    for (std::size_t i = 1; i < nodes_.size(); ++i) {
        const Load code = codes_are_demands_ ? nodes_[i].demand : rank(nodes_[i].demand);
        words_[i] = static_cast<kernels::NodeWord>(code * (kernels::iso_mask + 1));
    }
}

void StepRules::reverse_iso() {
    const auto width = static_cast<std::size_t>(graph_->iso_width);
    const auto& nearest = graph_->iso_neighbors;
    const auto at = [&](std::size_t k) -> Node& {
        return nodes_[static_cast<std::size_t>(nearest[k])];
    };
    // The depot's own row of nearest customers is not used: its iso share is always 0.
    for (std::size_t k = width; k < nearest.size(); ++k) ++at(k).isolated_count;
    int begin = 0;
    for (Node& node : nodes_) {
        node.isolated_begin = begin;
        begin += node.isolated_count;
        node.isolated_count = 0;
    }
    isolated_.resize(static_cast<std::size_t>(begin));
    for (std::size_t k = width; k < nearest.size(); ++k) {
        Node& node = at(k);
        const int who = static_cast<int>(k / width);
        isolated_[static_cast<std::size_t>(node.isolated_begin + node.isolated_count)] = who;
        if (node.isolated_count < near_count) node.isolated[node.isolated_count] = who;
        ++node.isolated_count;
    }
}

}  // namespace odgear::policy
