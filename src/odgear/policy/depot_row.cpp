#include "odgear/policy/depot_row.hpp"

#include <algorithm>
#include <numeric>

namespace odgear::policy {

namespace {

const float* iso_plane(const EdgeTable& table) {
    return table.terms() > 0 ? table.planes(0) + 2 * table.stride(0) : nullptr;
}

}  // namespace

DepotWeights::DepotWeights(const RolloutProblem& problem, float beta)
    : states_(problem.table().terms() > 0 ? 8 : 1),
      weights_(static_cast<std::size_t>(problem.customers()) * states_) {
    const float* u = problem.table().planes(0);
    const float* v1 = iso_plane(problem.table());
    for (std::size_t k = 0; k < weights_.size(); ++k) {
        const std::size_t customer = k / states_;
        const auto neighbors =
            static_cast<float>(std::min<std::size_t>(k % states_, kernels::iso_mask));
        const float iso = std::min(1.0F, neighbors * problem.iso_unit());
        weights_[k] = u[customer] + (v1 == nullptr ? 0 : iso * v1[customer]);
    }
    const float largest = *std::max_element(weights_.begin(), weights_.end());
    for (float& weight : weights_) weight = beta * (weight - largest);
    kernels::exp_array(weights_.data(), weights_.data(), weights_.size());
}

DepotRow::DepotRow(const RolloutProblem& problem, const DepotWeights& weights)
    : problem_(problem),
      weights_(weights),
      u_(problem.table().planes(0)),
      v1_(iso_plane(problem.table())) {
    const std::size_t blocks = problem.table().stride(0) / block;
    stale_.resize(blocks);
    stale_list_.reserve(blocks);
    best_logit_.resize(blocks);
    best_slot_.resize(blocks);
    sums_.resize(blocks);
}

void DepotRow::restart(const kernels::NodeWord* words) {
    stale_list_.resize(stale_.size());
    std::iota(stale_list_.begin(), stale_list_.end(), 0);
    std::fill(stale_.begin(), stale_.end(), std::uint8_t{1});
    sum_up(words);
}

void DepotRow::sum_up(const kernels::NodeWord* words) {
    std::fill(sums_.begin(), sums_.end(), 0.0);
    for (int j = 1; j <= problem_.customers(); ++j)
        if (words[j] != kernels::unavailable)
            sums_[static_cast<std::size_t>(j - 1) / block] +=
                static_cast<double>(weights_.of(j, words[j] & kernels::iso_mask));
    summed_ = total();
}

double DepotRow::total() const { return std::accumulate(sums_.begin(), sums_.end(), 0.0); }

kernels::DepotArgs DepotRow::args(const kernels::NodeWord* words, std::size_t index) const {
    const std::size_t first = index * block;
    return {u_ + first, v1_ == nullptr ? nullptr : v1_ + first, words + 1 + first, block,
            problem_.iso_unit()};
}

int DepotRow::best(const kernels::NodeWord* words) {
    for (const int index : stale_list_) {
        const auto b = static_cast<std::size_t>(index);
        const kernels::Best best = kernels::best_customer(args(words, b));
        best_slot_[b] = best.slot;
        best_logit_[b] = best.logit;
        stale_[b] = 0;
    }
    stale_list_.clear();
    const std::size_t chosen = kernels::first_largest(best_logit_.data(), best_logit_.size());
    return best_slot_[chosen] < 0 ? 0 : static_cast<int>(chosen * block) + best_slot_[chosen] + 1;
}

int DepotRow::sample(const kernels::NodeWord* words, Random& random) {
    // What was added and taken away leaves rounding errors of the size of the largest sums: they
    // must not outgrow what is left.
    double all = total();
    if (!(all > 1e-6 * summed_)) {
        sum_up(words);
        all = summed_;
    }
    if (!(all > 0)) return 0;
    double rest = random.unit() * all;
    std::size_t b = 0;
    while (b + 1 < sums_.size() && rest >= sums_[b]) rest -= sums_[b++];
    int chosen = 0;
    const int first = static_cast<int>(b * block) + 1;
    const int last = std::min(first + static_cast<int>(block), problem_.customers() + 1);
    for (int j = first; j < last; ++j) {
        if (words[j] == kernels::unavailable) continue;
        const double weight = static_cast<double>(weights_.of(j, words[j] & kernels::iso_mask));
        if (weight > 0) chosen = j;
        if (rest < weight) break;
        rest -= weight;
    }
    return chosen;  // 0 for a block that only rounding has given a weight
}

}  // namespace odgear::policy
