// The depot's row of one trajectory. All N customers are its candidates, and their logits change as
// their neighbours are visited; so it keeps the best and the sum of each block of 64 and
// recomputes, when asked, only those that were touched since. A visit to the depot costs O(N / 64)
// plus O(64) for each touched block, a change O(1).
#pragma once

#include <cstdint>
#include <vector>

#include "odgear/policy/rollout_problem.hpp"

namespace odgear::policy {

class DepotRow {
public:
    explicit DepotRow(const RolloutProblem& problem);

    // Everything has changed.
    void restart();
    // The word of customer `node` has changed.
    void touch(int node) { state_[static_cast<std::size_t>(node - 1) / block] = nothing_known; }

    // Node 0, and an arbitrary logit, when no customer is left.
    struct Choice {
        int node = 0;
        float logit = 0;
    };
    Choice best(const kernels::NodeWord* words);
    // log of the sum of exp(beta logit) over the customers left.
    double log_total(const kernels::NodeWord* words, float beta);
    // Draws by those weights; `unit` is uniform in [0, 1).
    Choice sample(const kernels::NodeWord* words, float beta, double unit);
    float logit(const kernels::NodeWord* words, int node) const;

private:
    static constexpr std::size_t block = EdgeTable::depot_block;
    enum State : std::uint8_t { nothing_known, best_known, sum_known };

    kernels::DepotArgs args(const kernels::NodeWord* words, std::size_t index) const;
    void refresh_best(const kernels::NodeWord* words);
    void refresh_sums(const kernels::NodeWord* words, float beta);
    double block_sum(const kernels::NodeWord* words, float beta, std::size_t index);
    float largest() const;

    const RolloutProblem& problem_;
    const float* u_;
    const float* v1_;  // none for a static table
    float sums_beta_ = 0;
    std::vector<std::uint8_t> state_;
    std::vector<kernels::Best> best_;
    std::vector<double> sum_;     // of exp(beta (logit - best)) in the block
    std::vector<double> weight_;  // of the blocks, relative to the best of all
    alignas(64) float logits_[block];
    alignas(64) float weights_[block];
};

}  // namespace odgear::policy
