#include "odgear/policy/rollout_problem.hpp"

#include <algorithm>

namespace odgear::policy {

namespace {

constexpr Load largest_code = Load{1} << 27;

bool cheap(Metric metric) {
    return metric == Metric::euclidean || metric == Metric::manhattan || metric == Metric::maximum;
}

}  // namespace

RolloutProblem::RolloutProblem(const Instance& instance, const Graph& graph, const EdgeTable& table)
    : instance_(instance), graph_(graph), table_(table) {
    if (graph.iso_width > 0) iso_unit_ = 1 / static_cast<float>(graph.iso_width);
    for (const int node : graph.label) {
        demand_.push_back(instance.demand(node));
        if (cheap(instance.rule().metric)) points_.push_back(instance.point(node));
    }
    rank_demands();
    fill_words();
    reverse_iso();
}

void RolloutProblem::rank_demands() {
    distinct_.assign(demand_.begin() + 1, demand_.end());
    std::sort(distinct_.begin(), distinct_.end());
    distinct_.erase(std::unique(distinct_.begin(), distinct_.end()), distinct_.end());
    codes_are_demands_ = distinct_.back() < largest_code;
    rank_.resize(demand_.size(), 0);
    for (std::size_t i = 1; i < demand_.size(); ++i)
        rank_[i] = static_cast<int>(
            std::lower_bound(distinct_.begin(), distinct_.end(), demand_[i]) - distinct_.begin());
}

void RolloutProblem::fill_words() {
    words_.assign(1 + kernels::padded(demand_.size(), EdgeTable::depot_block),
                  kernels::unavailable);
    words_[0] = 0;
    for (std::size_t i = 1; i < demand_.size(); ++i) {
        const Load code = codes_are_demands_ ? demand_[i] : rank_[i] + 1;
        words_[i] = static_cast<kernels::NodeWord>(code * (kernels::iso_mask + 1));
    }
}

kernels::NodeWord RolloutProblem::limit(Load remaining) const {
    const Load code =
        codes_are_demands_
            ? std::min(remaining, largest_code)
            : std::upper_bound(distinct_.begin(), distinct_.end(), remaining) - distinct_.begin();
    return static_cast<kernels::NodeWord>(code * (kernels::iso_mask + 1) + kernels::iso_mask);
}

void RolloutProblem::reverse_iso() {
    const auto nodes = static_cast<std::size_t>(graph_.nodes());
    const auto width = static_cast<std::size_t>(graph_.iso_width);
    isolated_begin_.assign(nodes + 1, 0);
    // The depot's own row of nearest customers plays no part: its iso share is always 0.
    for (std::size_t k = width; k < nodes * width; ++k)
        ++isolated_begin_[static_cast<std::size_t>(graph_.iso_neighbors[k]) + 1];
    for (std::size_t i = 0; i < nodes; ++i) isolated_begin_[i + 1] += isolated_begin_[i];
    isolated_.resize(isolated_begin_.back());
    std::vector<std::size_t> next(isolated_begin_.begin(), isolated_begin_.end() - 1);
    for (std::size_t i = 1; i < nodes; ++i)
        for (std::size_t k = i * width; k < (i + 1) * width; ++k)
            isolated_[next[static_cast<std::size_t>(graph_.iso_neighbors[k])]++] =
                static_cast<int>(i);
}

}  // namespace odgear::policy
