// The depot's row, where all N customers are candidates and their logits change as their neighbours
// are visited. Their weights in every state are tabulated once for all trajectories (DepotWeights);
// each trajectory keeps the sum and the best of blocks of 64 (DepotRow). A change costs O(1), a
// drawn customer O(N / 64 + 64), the best one O(N / 64) plus O(64) for each block that has changed.
#pragma once

#include <cstdint>
#include <vector>

#include "odgear/core/random.hpp"
#include "odgear/policy/rollout_problem.hpp"

namespace odgear::policy {

// exp(beta (logit - largest)) of every customer for every number of visited neighbours.
class DepotWeights {
public:
    DepotWeights(const RolloutProblem& problem, float beta);

    float of(int customer, int visited_neighbors) const {
        return weights_[static_cast<std::size_t>(customer - 1) * states_ +
                        static_cast<std::size_t>(states_ == 1 ? 0 : visited_neighbors)];
    }
    void prefetch(int customer) const {
        __builtin_prefetch(weights_.data() + static_cast<std::size_t>(customer - 1) * states_);
    }

private:
    std::size_t states_;  // 1 for a static table, else 8, of which up to 6 are used
    kernels::AlignedVector<float> weights_;
};

class DepotRow {
public:
    DepotRow(const RolloutProblem& problem, const DepotWeights& weights);

    // A new trajectory, all customers unvisited.
    void restart(const kernels::NodeWord* words);

    // Customer `node` is visited, or one more of its neighbours is; `before` were so far.
    void visited(int node, int before) {
        add(node, -static_cast<double>(weights_.of(node, before)));
    }
    void isolated(int node, int before) {
        if (v1_ == nullptr) return;
        add(node, static_cast<double>(weights_.of(node, before + 1)) -
                      static_cast<double>(weights_.of(node, before)));
    }

    // 0 when no customer is left.
    int best(const kernels::NodeWord* words);
    // A customer drawn by its weight. 0 when none has any: none left, or logits too far apart.
    int sample(const kernels::NodeWord* words, Random& random);

private:
    static constexpr std::size_t block = EdgeTable::depot_block;

    void add(int node, double change) {
        const std::size_t b = static_cast<std::size_t>(node - 1) / block;
        sums_[b] += change;
        if (stale_[b] != 0) return;
        stale_[b] = 1;
        stale_list_.push_back(static_cast<int>(b));
    }
    kernels::DepotArgs args(const kernels::NodeWord* words, std::size_t index) const;
    void sum_up(const kernels::NodeWord* words);
    double total() const;

    const RolloutProblem& problem_;
    const DepotWeights& weights_;
    const float* u_;
    const float* v1_;  // none for a static table
    std::vector<std::uint8_t> stale_;
    std::vector<int> stale_list_;  // blocks whose best is not known
    std::vector<float> best_logit_;
    std::vector<int> best_slot_;
    std::vector<double> sums_;
    double summed_ = 0;  // their total when they were last summed up afresh
};

}  // namespace odgear::policy
