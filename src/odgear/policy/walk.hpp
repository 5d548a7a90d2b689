// One trajectory in the making (paper, "Sequential Constructive Decoder"): where the vehicle is,
// what it may do next, with which probability. It starts at the depot and visits routes one after
// another.
//
// Masks: a customer may be visited if it is unvisited, its demand fits, and the way there and home
// keeps the length limit. The depot may be entered from any customer, never twice in a row. With a
// fleet limit it may be entered only if the vehicles left can carry the demand left, or if nothing
// else can be done.
//
// A greedy step costs O(K), a sampled one O(K) with exponentials; at the depot see depot_row.hpp.
#pragma once

#include <span>
#include <vector>

#include "odgear/core/random.hpp"
#include "odgear/policy/depot_row.hpp"
#include "odgear/policy/rollout_problem.hpp"

namespace odgear::policy {

// The weight of a customer that fits but is outside of the row, and its logarithm.
constexpr double outside_weight = 1e-10;
constexpr double log_outside_weight = -23.025850929940457;

class Walk {
public:
    explicit Walk(const RolloutProblem& problem);

    void restart();

    int node() const { return node_; }
    bool finished() const { return node_ == 0 && unvisited_ == 0; }
    double cost() const { return cost_; }
    int routes() const { return routes_; }
    // Remaining capacity over capacity, the rho of docs/network.md.
    double load_share() const;
    int visited_neighbors(int customer) const {
        return words_[static_cast<std::size_t>(customer)] & kernels::iso_mask;
    }

    // Choices, as nodes. With `log_probability` its logarithm is added to what is there.
    int best(float beta, double* log_probability);
    int sample(Random& random, float beta, double* log_probability);

    // The whole distribution of the next step: weights of the slots of the current row, relative to
    // the largest, and of what lies outside. Valid until the next call or move.
    struct Distribution {
        std::span<const float> weights;  // [row_size]; 0 where masked
        double outside = 0;              // the weight of each customer outside, equally scaled
        int outside_count = 0;
        double total = 0;
        bool forced = false;  // one thing can be done: to go home at the end
    };
    Distribution distribution(float beta);
    // Whether the masks allow to go there next.
    bool allows(int target) const;

    void move(int target);
    // Brings the memory that the next step reads into the cache.
    void prefetch() const;

private:
    kernels::RowArgs row_args() const;
    bool depot_open() const;
    bool fits(int customer) const;
    bool within_length(int customer) const;
    kernels::Best row_logits();
    int open_slots(std::size_t slots) const;
    int fitting() const;
    void count_out(int rank);
    int nearest_outside() const;
    int outside_customer(int index);
    int best_at_depot(float beta, double* log_probability);
    int best_in_row(float beta, double* log_probability);

    const RolloutProblem& problem_;
    DepotRow depot_;
    const bool limited_length_;
    const bool limited_fleet_;
    int node_ = 0;
    int unvisited_ = 0;
    int routes_ = 0;
    Load remaining_ = 0;
    Load demand_left_ = 0;
    double length_ = 0;  // of the current route, service included
    double cost_ = 0;
    kernels::NodeWord limit_ = 0;
    std::vector<kernels::NodeWord> words_;
    std::vector<int> fenwick_;  // unvisited customers by demand rank
    std::vector<std::uint8_t> in_row_;
    kernels::AlignedVector<float> logits_;
    kernels::AlignedVector<float> weights_;
};

}  // namespace odgear::policy
