// The rules of a step that all trajectories of one instance share, in the solver and in the
// trainer: demands as words, which visits isolate which customers, capacity, distances. Nodes are
// numbered as in the graph. O(N) memory.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/policy/graph/graph.hpp"
#include "odgear/policy/kernels/kernels.hpp"

namespace odgear::policy {

class StepRules {
public:
    // Refers to both arguments, which must outlive it. For a TSP they are those of the frame
    // (tour_frame.hpp).
    StepRules(const Instance& instance, const Graph& graph);

    const Instance& instance() const { return *instance_; }
    const Graph& graph() const { return *graph_; }
    int customers() const { return graph_->customers; }
    // Whether this is one tour through all customers, without node 0. The load left is then the
    // number of cities left.
    bool tour() const { return instance_->is_tsp(); }
    Load capacity() const { return tour() ? customers() : instance_->capacity(); }
    Load total_demand() const { return tour() ? customers() : instance_->total_demand(); }
    // The first city of the greedy tour: the first one in the file.
    int first_city() const { return first_city_; }

    // What a visit reads about a node, in one cache line. If more than `near_count` nodes have it
    // among their nearest, the others are in isolated_by.
    static constexpr int near_count = 8;
    struct alignas(64) Node {
        Point point;
        Load demand = 0;
        int isolated_begin = 0;
        int isolated_count = 0;
        int isolated[near_count] = {};
    };
    const Node& node(int index) const { return nodes_[static_cast<std::size_t>(index)]; }

    Load demand(int index) const { return node(index).demand; }
    double distance(int from, int to) const {
        if (computed_) return instance_->rule()(node(from).point, node(to).point);
        return instance_->distance(graph_->label[static_cast<std::size_t>(from)],
                                   graph_->label[static_cast<std::size_t>(to)]);
    }

    // Node words before the first step (kernels.hpp), with padding for whole blocks of the depot's
    // row.
    std::span<const kernels::NodeWord> initial_words() const { return words_; }
    // The largest word of a customer that fits into `remaining`.
    kernels::NodeWord limit(Load remaining) const {
        const Load code = codes_are_demands_ ? std::min(remaining, largest_code) : rank(remaining);
        return static_cast<kernels::NodeWord>(code * (kernels::iso_mask + 1) + kernels::iso_mask);
    }
    // The change of the iso share by one visited neighbour.
    float iso_unit() const { return iso_unit_; }
    // The nearest neighbours of a customer: if they are visited, it is isolated.
    std::span<const int> nearest(int customer) const {
        const auto width = static_cast<std::size_t>(graph_->iso_width);
        return std::span(graph_->iso_neighbors)
            .subspan(static_cast<std::size_t>(customer) * width, width);
    }
    // The customers that have `index` among their nearest.
    std::span<const int> isolated_by(int index) const {
        const Node& at = node(index);
        const auto count = static_cast<std::size_t>(at.isolated_count);
        if (at.isolated_count <= near_count) return {at.isolated, count};
        return std::span(isolated_).subspan(static_cast<std::size_t>(at.isolated_begin), count);
    }

private:
    static constexpr Load largest_code = Load{1} << 27;

    Load rank(Load demand) const;
    void code_demands();
    void fill_words();
    void reverse_iso();

    const Instance* instance_;
    const Graph* graph_;
    bool codes_are_demands_ = true;  // otherwise codes are ranks, for demands too large for a word
    float iso_unit_ = 0;
    int first_city_ = 1;
    std::vector<Load> distinct_;  // demands of customers in increasing order
    std::vector<kernels::NodeWord> words_;
    bool computed_ = false;  // distances are computed from points, where that is cheap
    kernels::AlignedVector<Node> nodes_;
    std::vector<int> isolated_;
};

}  // namespace odgear::policy
