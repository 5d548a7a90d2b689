#include "odgear/policy/rollout/depot_row.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <utility>

namespace odgear::policy {

DepotRow::DepotRow(const RolloutProblem& problem, float beta)
    : problem_(problem),
      beta_(beta),
      u_(problem.table().planes(0)),
      level_(u_[0]),
      weights_(block) {
    const std::size_t blocks = problem.table().stride(0) / block;
    const std::size_t groups = (blocks + group - 1) / group;
    changed_.resize(groups);
    best_logit_.resize(blocks);
    best_slot_.resize(blocks);
    sums_.resize(blocks);
    groups_.best_logit.resize(groups);
    groups_.sums.resize(groups);
    const EdgeTable& table = problem.table();
    const float* v1 = table.terms() > 0 ? u_ + 2 * table.stride(0) : nullptr;
    for (std::size_t k = 0; k < static_cast<std::size_t>(problem.customers()); ++k)
        level_ = std::max(level_, v1 == nullptr ? u_[k] : u_[k] + std::max(0.0F, v1[k]));
}

void DepotRow::restart() {
    for (std::size_t g = 0; g < changed_.size(); ++g)
        changed_[g] = ~std::uint64_t{0} >> (group - (group_end(g) - g * group));
}

kernels::DepotArgs DepotRow::args(const kernels::NodeWord* words, std::size_t index) const {
    const std::size_t first = index * block;
    const EdgeTable& table = problem_.table();
    return {.u = u_ + first,
            .stride = table.stride(0),
            .state = table.terms() > 0,
            .words = words + 1 + first,
            .count = block,
            .iso_unit = problem_.iso_unit()};
}

void DepotRow::refresh_block(const kernels::NodeWord* words, std::size_t b) {
    const kernels::DepotWeights found =
        kernels::depot_weights(args(words, b), beta_, level_, weights_.data());
    best_slot_[b] = found.best.slot;
    best_logit_[b] = found.best.logit;
    sums_[b] = static_cast<double>(found.total);
}

void DepotRow::refresh(const kernels::NodeWord* words) {
    for (std::size_t g = 0; g < changed_.size(); ++g) {
        if (changed_[g] == 0) continue;
        for (std::uint64_t bits = std::exchange(changed_[g], 0); bits != 0; bits &= bits - 1)
            refresh_block(words, g * group + static_cast<std::size_t>(std::countr_zero(bits)));
        groups_.sums[g] = 0;
        groups_.best_logit[g] = -std::numeric_limits<float>::infinity();
        for (std::size_t b = g * group; b < group_end(g); ++b) {
            groups_.sums[g] += sums_[b];
            groups_.best_logit[g] = std::max(groups_.best_logit[g], best_logit_[b]);
        }
    }
}

int DepotRow::best(const kernels::NodeWord* words) {
    refresh(words);
    const std::size_t g =
        kernels::first_largest(groups_.best_logit.data(), groups_.best_logit.size());
    const std::size_t first = g * group;
    const std::size_t chosen =
        first + kernels::first_largest(best_logit_.data() + first, group_end(g) - first);
    return best_slot_[chosen] < 0 ? 0 : static_cast<int>(chosen * block) + best_slot_[chosen] + 1;
}

int DepotRow::sample(const kernels::NodeWord* words, Random& random) {
    refresh(words);
    const double total = std::accumulate(groups_.sums.begin(), groups_.sums.end(), 0.0);
    if (!(total > smallest_total)) return 0;
    double rest = random.unit() * total;
    std::size_t g = 0;
    while (g + 1 < groups_.sums.size() && rest >= groups_.sums[g]) rest -= groups_.sums[g++];
    std::size_t b = g * group;
    while (b + 1 < group_end(g) && rest >= sums_[b]) rest -= sums_[b++];
    kernels::depot_weights(args(words, b), beta_, level_, weights_.data());
    int chosen = 0;
    for (std::size_t k = 0; k < block; ++k) {
        const double weight = static_cast<double>(weights_[k]);
        if (weight > 0) chosen = static_cast<int>(b * block + k) + 1;
        if (rest < weight) break;
        rest -= weight;
    }
    return chosen;  // 0 for a last block that was reached only by rounding
}

}  // namespace odgear::policy
