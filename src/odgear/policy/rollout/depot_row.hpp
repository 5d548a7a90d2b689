// The depot's row, where all N customers are candidates and their logits change as their neighbours
// are visited. Each trajectory stores the best logit and the weight of blocks of 64 customers, and
// of groups of 64 blocks. A change marks its block, and the next step from the depot evaluates the
// marked blocks again: O(N / 4096 + 128 m) for m blocks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "odgear/core/random.hpp"
#include "odgear/policy/rollout/rollout_problem.hpp"

namespace odgear::policy {

class DepotRow {
public:
    // `beta` is the inverse temperature.
    DepotRow(const RolloutProblem& problem, float beta);

    // Begins a new trajectory with all customers unvisited.
    void restart();
    // To be called when the logit or the mask of this customer may have changed.
    void touch(int customer) {
        const std::size_t b = static_cast<std::size_t>(customer - 1) / block;
        changed_[b / group] |= std::uint64_t{1} << b % group;
    }

    // The best customer; 0 if none is left.
    int best(const kernels::NodeWord* words);
    // Draws a customer by weight. 0 if no weight is positive: no customer is left, or logits differ
    // too much.
    int sample(const kernels::NodeWord* words, Random& random);

private:
    static constexpr std::size_t block = EdgeTable::depot_block;
    static constexpr std::size_t group = 64;  // blocks

    kernels::DepotArgs args(const kernels::NodeWord* words, std::size_t index) const;
    void refresh(const kernels::NodeWord* words);
    std::size_t group_end(std::size_t g) const { return std::min((g + 1) * group, sums_.size()); }
    void refresh_block(const kernels::NodeWord* words, std::size_t b);

    const RolloutProblem& problem_;
    const float beta_;
    const float* u_;
    float level_;  // the largest logit in any state; weights are relative to it
    std::vector<std::uint64_t> changed_;  // by group, one bit per block
    std::vector<float> best_logit_;
    std::vector<int> best_slot_;
    std::vector<double> sums_;
    struct Groups {
        std::vector<float> best_logit;
        std::vector<double> sums;
    } groups_;
    kernels::AlignedVector<float> weights_;  // of one block
};

}  // namespace odgear::policy
