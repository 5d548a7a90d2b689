// The state of a trajectory and its masks: where the vehicle is, its load, which customers are
// visited, and how isolated the others are. The solver's walk and the trainer's are built on it.
// What each keeps in addition (costs, the depot's row, sums for a baseline) it updates as an
// observer of moves.
#pragma once

#include <vector>

#include "odgear/policy/rollout/step_rules.hpp"

namespace odgear::policy {

class StepState {
public:
    explicit StepState(const StepRules& rules)
        : rules_(&rules), capacity_share_(1 / static_cast<double>(rules.capacity())) {}

    // Makes all customers unvisited. O(N).
    void restart() {
        const auto words = rules_->initial_words();
        words_.assign(words.begin(), words.end());
        begin(rules_->customers(), 0, rules_->total_demand());
    }
    // Begins with `unvisited` customers of total demand `demand`, whose words the caller has set;
    // the others are on `routes` routes.
    void begin(int unvisited, int routes, Load demand) {
        node_ = start_ = 0;
        unvisited_ = unvisited;
        routes_ = routes;
        demand_left_ = demand;
        fill_vehicle();
    }

    // Continues in the middle of a tour: from `node`, to be closed at `start`. The load terms see a
    // tour that is half done.
    void go_on(int node, int start) {
        node_ = node;
        start_ = start;
        remaining_ = std::min<Load>(rules_->capacity(), rules_->capacity() / 2 + unvisited_);
        limit_ = rules_->limit(remaining_);
    }

    const StepRules& rules() const { return *rules_; }
    int node() const { return node_; }
    int start() const { return start_; }  // the first node of the route; 0 before it
    int unvisited() const { return unvisited_; }
    int routes() const { return routes_; }
    bool finished() const { return node_ == 0 && unvisited_ == 0; }
    const kernels::NodeWord* words() const { return words_.data(); }
    std::vector<kernels::NodeWord>& mutable_words() { return words_; }
    kernels::NodeWord word(int node) const { return words_[static_cast<std::size_t>(node)]; }
    // Nodes with larger words cannot be chosen.
    kernels::NodeWord limit() const { return limit_; }
    bool fits(int customer) const { return word(customer) <= limit_; }

    // Remaining capacity over capacity, the rho of docs/network.md.
    double load_share() const { return static_cast<double>(remaining_) * capacity_share_; }
    // The factors of v_0, v_1 and v_2; the depot's row uses only isolation.
    kernels::StateTerms terms() const {
        if (node_ == 0) return {.iso_unit = rules_->iso_unit()};
        return kernels::state_terms(load_share(), rules_->iso_unit());
    }

    // The depot may be entered from any customer, never twice in a row. With a fleet limit, the
    // vehicles left must be able to carry the demand left. A tour is closed at its end.
    bool depot_open() const {
        if (node_ == 0) return false;
        const Instance& instance = rules_->instance();
        if (!instance.has_vehicle_limit() || unvisited_ == 0) return true;
        const Load vehicles_left = instance.max_vehicles() - routes_;
        if (vehicles_left <= 0) return false;
        return (demand_left_ + vehicles_left - 1) / vehicles_left <= rules_->capacity();
    }
    void mask_depot() { words_[0] = depot_open() ? 0 : kernels::unavailable; }
    void unmask_depot() { words_[0] = 0; }

    // Length of a step. In a tour, leaving node 0 is free, and entering it means closing the tour
    // at its first city. `distance` gives the distance between two nodes.
    template <class Distance>
    auto step_length(int target, Distance distance) const {
        if (!rules_->tour()) return distance(node_, target);
        if (node_ == 0) return decltype(distance(0, 0))(0);
        return distance(node_, target == 0 ? start_ : target);
    }

    // Calls the observer's visited(node, its word), and then isolated(node, its word before) for
    // each node that has one unvisited neighbour less. The first city of a tour is also its last,
    // so it isolates no node.
    template <class Observer>
    void move(int target, Observer&& observer) {
        const bool leaving = node_ == 0;
        node_ = target;
        if (target == 0) {
            fill_vehicle();
            return;
        }
        if (leaving) {
            ++routes_;
            start_ = target;
        }
        --unvisited_;
        const Load demand = rules_->demand(target);
        remaining_ -= demand;
        demand_left_ -= demand;
        limit_ = rules_->limit(remaining_);
        observer.visited(target, word(target));
        words_[static_cast<std::size_t>(target)] = kernels::unavailable;
        if (leaving && rules_->tour()) return;
        for (const int j : rules_->isolated_by(target)) {
            kernels::NodeWord& word = words_[static_cast<std::size_t>(j)];
            observer.isolated(j, word);
            word += word != kernels::unavailable ? 1 : 0;
        }
    }

private:
    void fill_vehicle() {
        remaining_ = rules_->capacity();
        limit_ = rules_->limit(remaining_);
    }

    const StepRules* rules_;
    double capacity_share_;
    int node_ = 0;
    int start_ = 0;
    int unvisited_ = 0;
    int routes_ = 0;
    Load remaining_ = 0;
    Load demand_left_ = 0;
    kernels::NodeWord limit_ = 0;
    std::vector<kernels::NodeWord> words_;
};

}  // namespace odgear::policy
