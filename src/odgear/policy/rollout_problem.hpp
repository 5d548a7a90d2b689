// What all trajectories of one instance share: edge table, demands, who isolates whom, distances.
// Nodes are numbered as in the graph. O(N) memory beyond the table.
#pragma once

#include <span>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/policy/edge_table.hpp"
#include "odgear/policy/kernels/kernels.hpp"

namespace odgear::policy {

class RolloutProblem {
public:
    // Refers to all three, which must outlive it.
    RolloutProblem(const Instance& instance, const Graph& graph, const EdgeTable& table);

    const Instance& instance() const { return instance_; }
    const Graph& graph() const { return graph_; }
    const EdgeTable& table() const { return table_; }
    int customers() const { return graph_.customers; }

    Load demand(int node) const { return demand_[static_cast<std::size_t>(node)]; }
    double distance(int from, int to) const {
        if (!points_.empty())
            return instance_.rule()(points_[static_cast<std::size_t>(from)],
                                    points_[static_cast<std::size_t>(to)]);
        return instance_.distance(graph_.label[static_cast<std::size_t>(from)],
                                  graph_.label[static_cast<std::size_t>(to)]);
    }

    // Node words before the first step (kernels.hpp); padding for whole blocks of the depot's row.
    std::span<const kernels::NodeWord> initial_words() const { return words_; }
    // The largest word of a customer that fits into `remaining`.
    kernels::NodeWord limit(Load remaining) const;
    // The iso share that one visited neighbour adds.
    float iso_unit() const { return iso_unit_; }
    // Those who count `node` among their nearest.
    std::span<const int> isolated_by(int node) const {
        const auto i = static_cast<std::size_t>(node);
        return std::span(isolated_).subspan(isolated_begin_[i],
                                            isolated_begin_[i + 1] - isolated_begin_[i]);
    }

    // Distinct demands of customers in growing order, and where a customer's is among them.
    std::span<const Load> distinct_demands() const { return distinct_; }
    int demand_rank(int node) const { return rank_[static_cast<std::size_t>(node)]; }

private:
    void rank_demands();
    void fill_words();
    void reverse_iso();

    const Instance& instance_;
    const Graph& graph_;
    const EdgeTable& table_;
    bool codes_are_demands_ = true;  // else ranks + 1: for demands too large for a word
    float iso_unit_ = 0;
    std::vector<Load> demand_;
    std::vector<Load> distinct_;
    std::vector<int> rank_;
    std::vector<kernels::NodeWord> words_;
    std::vector<std::size_t> isolated_begin_;
    std::vector<int> isolated_;
    std::vector<Point> points_;  // where the metric is cheap to compute; else empty
};

}  // namespace odgear::policy
