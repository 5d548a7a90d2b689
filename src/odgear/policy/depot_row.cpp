#include "odgear/policy/depot_row.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace odgear::policy {

DepotRow::DepotRow(const RolloutProblem& problem)
    : problem_(problem),
      u_(problem.table().planes(0)),
      v1_(problem.table().terms() > 0 ? u_ + 2 * problem.table().stride(0) : nullptr) {
    const std::size_t blocks = problem.table().stride(0) / block;
    state_.resize(blocks);
    best_.resize(blocks);
    sum_.resize(blocks);
    weight_.resize(blocks);
    restart();
}

void DepotRow::restart() { std::fill(state_.begin(), state_.end(), nothing_known); }

kernels::DepotArgs DepotRow::args(const kernels::NodeWord* words, std::size_t index) const {
    const std::size_t first = index * block;
    return {u_ + first, v1_ == nullptr ? nullptr : v1_ + first, words + 1 + first, block,
            problem_.iso_unit()};
}

void DepotRow::refresh_best(const kernels::NodeWord* words) {
    for (std::size_t b = 0; b < state_.size(); ++b) {
        if (state_[b] != nothing_known) continue;
        best_[b] = kernels::best_customer(args(words, b));
        state_[b] = best_known;
    }
}

float DepotRow::largest() const {
    float most = -std::numeric_limits<float>::infinity();
    for (const kernels::Best& best : best_) most = std::max(most, best.logit);
    return most;
}

DepotRow::Choice DepotRow::best(const kernels::NodeWord* words) {
    refresh_best(words);
    std::size_t chosen = 0;
    for (std::size_t b = 1; b < best_.size(); ++b)
        if (best_[b].logit > best_[chosen].logit) chosen = b;
    if (best_[chosen].slot < 0) return {};
    return {static_cast<int>(chosen * block) + best_[chosen].slot + 1, best_[chosen].logit};
}

// Fills weights_ with those of the block.
double DepotRow::block_sum(const kernels::NodeWord* words, float beta, std::size_t index) {
    if (best_[index].slot < 0) return 0;
    kernels::depot_logits(args(words, index), logits_);
    kernels::softmax_weights(logits_, block, beta, best_[index].logit, weights_);
    double sum = 0;
    for (const float weight : weights_) sum += static_cast<double>(weight);
    return sum;
}

void DepotRow::refresh_sums(const kernels::NodeWord* words, float beta) {
    refresh_best(words);
    if (beta != sums_beta_) {
        sums_beta_ = beta;
        std::fill(state_.begin(), state_.end(), best_known);
    }
    const double most = static_cast<double>(largest());
    for (std::size_t b = 0; b < state_.size(); ++b) {
        if (state_[b] != sum_known) sum_[b] = block_sum(words, beta, b);
        state_[b] = sum_known;
        const double level =
            static_cast<double>(beta) * (static_cast<double>(best_[b].logit) - most);
        weight_[b] = sum_[b] == 0 ? 0 : sum_[b] * std::exp(level);
    }
}

double DepotRow::log_total(const kernels::NodeWord* words, float beta) {
    refresh_sums(words, beta);
    double total = 0;
    for (const double weight : weight_) total += weight;
    return std::log(total) + static_cast<double>(beta) * static_cast<double>(largest());
}

DepotRow::Choice DepotRow::sample(const kernels::NodeWord* words, float beta, double unit) {
    refresh_sums(words, beta);
    double total = 0;
    for (const double weight : weight_) total += weight;
    double rest = unit * total;
    std::size_t chosen = 0;
    std::size_t last = 0;  // rounding may leave a rest at the end: then the last block with weight
    for (; chosen < weight_.size(); ++chosen) {
        if (weight_[chosen] == 0) continue;
        last = chosen;
        if (rest < weight_[chosen]) break;
        rest -= weight_[chosen];
    }
    chosen = std::min(chosen, weight_.size() - 1);
    if (weight_[chosen] == 0) chosen = last;
    if (best_[chosen].slot < 0) return {};
    rest *= sum_[chosen] / weight_[chosen];
    block_sum(words, beta, chosen);
    std::size_t slot = static_cast<std::size_t>(best_[chosen].slot);
    for (std::size_t k = 0; k < block; ++k) {
        const double weight = static_cast<double>(weights_[k]);
        if (weight == 0) continue;
        slot = k;
        if (rest < weight) break;
        rest -= weight;
    }
    return {static_cast<int>(chosen * block + slot) + 1, logits_[slot]};
}

float DepotRow::logit(const kernels::NodeWord* words, int node) const {
    const auto k = static_cast<std::size_t>(node - 1);
    if (v1_ == nullptr) return u_[k];
    const auto visited = static_cast<float>(words[node] & kernels::iso_mask);
    return u_[k] + visited * problem_.iso_unit() * v1_[k];
}

}  // namespace odgear::policy
