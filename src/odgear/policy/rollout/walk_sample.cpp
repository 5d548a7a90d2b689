// The sampled choices of a walk.
#include <cmath>

#include "odgear/policy/rollout/walk.hpp"

namespace odgear::policy {

namespace {

// Sampling from sorted rows: the share that may stay unread, and how often to draw again.
constexpr float unread_share = 0.5F;
constexpr int most_trials = 32;
using kernels::log_outside_weight;

// The first index at which the running sum of weights exceeds `rest`; -1 if none.
int place_of(double rest, std::span<const float> weights) {
    for (std::size_t k = 0; k < weights.size(); ++k) {
        const double weight = static_cast<double>(weights[k]);
        if (rest < weight) return static_cast<int>(k);
        rest -= weight;
    }
    return -1;
}

}  // namespace

int Walk::sample(Random& random, double* log_probability) {
    if (state_.unvisited() == 0) return 0;
    if (log_probability == nullptr) {
        if (choosing_start()) return random_unvisited(random);
        const int target = node() != 0 ? sample_in_row(random)
                           : depot_    ? depot_->sample(state_.words(), random)
                                       : 0;
        if (node() != 0 || target != 0) return target;
    }
    const Distribution d = distribution();
    const int target = sample_distribution(random, d);
    if (log_probability != nullptr) *log_probability += std::log(probability(d, target));
    return target;
}

int Walk::sample_distribution(Random& random, const Distribution& d) {
    double rest = random.unit() * d.total;
    int chosen = -1;
    bool found = false;
    for (std::size_t s = 0; s < d.weights.size() && !found; ++s) {
        const double weight = static_cast<double>(d.weights[s]);
        if (weight == 0) continue;
        chosen = static_cast<int>(s);
        found = rest < weight;
        if (!found) rest -= weight;
    }
    // Beyond the end of the row: a customer outside, or a rounding error.
    if (!found && d.outside_count > 0)
        return outside_customer(
            static_cast<int>(random.below(static_cast<std::uint32_t>(d.outside_count))));
    return node() == 0 ? chosen + 1 : problem_.table().targets(node())[chosen];
}

// Samples without counting the customers outside, which hardly ever matter: all unvisited customers
// (a total of `most`) count as outside, and they are counted exactly only if that part is drawn.
int Walk::sample_in_row(Random& random) {
    state_.mask_depot();
    if (rows_ != nullptr && !limited_length_) return sample_sorted(random);
    const kernels::Best best = row_logits();
    if (best.slot < 0) return sample_distribution(random, distribution());
    const double row = static_cast<double>(kernels::softmax_weights(
        logits_.data(), problem_.table().stride(node()), beta_, best.logit, weights_.data()));
    const double each =
        std::exp(log_outside_weight - static_cast<double>(beta_) * static_cast<double>(best.logit));
    const double most = state_.unvisited() * each;
    Distribution in_row;
    in_row.weights = {weights_.data(), static_cast<std::size_t>(problem_.table().row_size(node()))};
    in_row.total = row;
    if (random.unit() * (row + most) < row) return sample_distribution(random, in_row);
    const int count = outside_count();
    const double outside = count * each;
    const double share = outside / (row + outside) / (most / (row + most));
    if (random.unit() < share)
        return outside_customer(static_cast<int>(random.below(static_cast<std::uint32_t>(count))));
    return sample_distribution(random, in_row);
}

// Samples from an upper bound of the distribution: it is exact where blocks were read; for the rest
// it uses their bounds and counts all unvisited customers as outside. A draw from the bounded part
// is rare. It is accepted with the ratio of its true weight to the bound, and otherwise repeated.
int Walk::sample_sorted(Random& random) {
    const SortedRows& rows = *rows_;
    const kernels::SortedRowArgs row = sorted_args();
    const kernels::SortedWeights read =
        kernels::sorted_weights(row, 0, beta_, rows.level(node()), unread_share, weights_.data());
    const std::span<const float> weights(weights_.data(), read.end * kernels::sorted_block);
    const double total = static_cast<double>(read.total);
    const double rest = static_cast<double>(row.rest_bound(read.end));
    const double outside = state_.unvisited() * static_cast<double>(rows.outside(node()));
    const int trials = total > smallest_total ? most_trials : 0;
    for (int trial = 0; trial < trials; ++trial) {
        double drawn = random.unit() * (total + rest + outside);
        if (drawn < total) {
            const int place = place_of(drawn, weights);
            if (place >= 0) return rows.target(node(), static_cast<std::size_t>(place));
        } else if (drawn -= total; drawn < rest) {
            const int target = sample_rest(row, read.end, drawn);
            if (target >= 0) return target;
        } else {
            const int customer = random_unvisited(random);
            if (fits(customer) && problem_.table().slot(node(), customer) < 0) return customer;
        }
    }
    return sample_distribution(random, distribution());
}

// Each unvisited customer with the same probability. First a few random tries, which mostly succeed
// until late; then by counting.
int Walk::random_unvisited(Random& random) const {
    const auto available = [&](int customer) {
        return state_.word(customer) != kernels::unavailable;
    };
    for (int trial = 0; trial < most_trials; ++trial) {
        const auto customers = static_cast<std::uint32_t>(problem_.customers());
        const int customer = 1 + static_cast<int>(random.below(customers));
        if (available(customer)) return customer;
    }
    auto index = random.below(static_cast<std::uint32_t>(state_.unvisited()));
    int customer = 1;
    while (!available(customer) || index-- > 0) ++customer;
    return customer;
}

// The target at `drawn` of the bounds of blocks first.., or -1 where the weights do not reach them.
int Walk::sample_rest(const kernels::SortedRowArgs& row, std::size_t first, double drawn) {
    const SortedRows& rows = *rows_;
    std::size_t b = first;
    const auto bound = [&] {
        return static_cast<double>(row.rest_bound(b)) - static_cast<double>(row.rest_bound(b + 1));
    };
    while (b + 1 < row.count && drawn >= bound()) {
        drawn -= bound();
        ++b;
    }
    alignas(64) float weights[kernels::sorted_block];
    kernels::sorted_weights(row, b, beta_, rows.level(node()), 0, weights);
    const int place = place_of(drawn, weights);
    if (place < 0) return -1;
    return rows.target(node(), b * kernels::sorted_block + static_cast<std::size_t>(place));
}

// The index-th customer (from 0) that fits but is not in the row. Rare, so it may be slow.
int Walk::outside_customer(int index) {
    const EdgeTable& table = problem_.table();
    std::vector<bool> in_row(static_cast<std::size_t>(problem_.customers()) + 1, false);
    for (int s = 0; s < table.row_size(node()); ++s)
        in_row[static_cast<std::size_t>(table.targets(node())[s])] = true;
    for (int j = 1; j <= problem_.customers(); ++j)
        if (!in_row[static_cast<std::size_t>(j)] && fits(j) && index-- == 0) return j;
    return 0;
}

}  // namespace odgear::policy
