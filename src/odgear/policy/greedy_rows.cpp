#include "odgear/policy/greedy_rows.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace odgear::policy {

namespace {

constexpr std::size_t block = kernels::sorted_block;
constexpr int rows_per_block = 64;

// The largest logit of a slot in any state: load in +-1/2, iso and low in 0..1. A little is added,
// for what rounding may do to either side.
float reach(const float* planes, std::size_t stride, std::size_t slot, bool state) {
    float most = planes[slot];
    if (state)
        most += 0.5F * std::abs(planes[stride + slot]) + std::max(0.0F, planes[2 * stride + slot]) +
                std::max(0.0F, planes[3 * stride + slot]);
    return most + 1e-5F * (1 + std::abs(most));
}

// Floats in falling order as integers in growing order.
std::uint32_t falling(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return (bits >> 31) != 0 ? bits : ~(bits | 0x80000000U);
}

}  // namespace

GreedyRows::GreedyRows(const EdgeTable& table, const Workers& workers)
    : terms_(table.terms()),
      block_count_((static_cast<std::size_t>(table.row_size(1)) + block - 1) / block),
      header_(kernels::padded(block_count_, 8)),
      block_size_(static_cast<std::size_t>(2 + terms_) * block),
      row_size_(header_ + block_count_ * block_size_),
      data_(static_cast<std::size_t>(table.customers()) * row_size_) {
    workers.run(table.customers(), rows_per_block, [&](int begin, int end, int) {
        std::vector<std::uint64_t> order;
        for (int i = begin; i < end; ++i) sort_row(table, i + 1, order);
    });
}

void GreedyRows::sort_row(const EdgeTable& table, int node, std::vector<std::uint64_t>& order) {
    const auto slots = static_cast<std::size_t>(table.row_size(node));
    const float* planes = table.planes(node);
    const std::size_t stride = table.stride(node);
    order.clear();
    for (std::size_t s = 0; s < slots; ++s) {
        const std::uint64_t key = s == 0 ? 0 : falling(reach(planes, stride, s, terms_ > 0));
        order.push_back(key << 32 | s);
    }
    std::sort(order.begin() + 1, order.end());
    float* bounds = data_.data() + static_cast<std::size_t>(node - 1) * row_size_;
    float* out = bounds + header_;
    for (std::size_t b = 0; b < block_count_; ++b, out += block_size_)
        for (std::size_t k = 0; k < block; ++k) {
            const std::size_t place = b * block + k;
            const std::size_t slot = place < slots ? order[place] & 0xffffffffU : 0;
            const int target = place < slots ? table.targets(node)[slot] : table.nowhere();
            std::memcpy(out + k, &target, sizeof target);
            for (std::size_t t = 0; t < static_cast<std::size_t>(1 + terms_); ++t)
                out[(1 + t) * block + k] = planes[t * stride + slot];
            if (k == 0) bounds[b] = reach(planes, stride, slot, terms_ > 0);
        }
    bounds[0] = std::numeric_limits<float>::infinity();
}

}  // namespace odgear::policy
