#include "odgear/policy/sorted_rows.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace odgear::policy {

namespace {

constexpr std::size_t block = kernels::sorted_block;
constexpr std::size_t in_order = 8 * block;  // slots of a row at the most
constexpr std::size_t hot_blocks = 2;
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

SortedRows::SortedRows(const EdgeTable& table, float beta, const Workers& workers)
    : terms_(table.terms()),
      beta_(beta),
      block_count_((static_cast<std::size_t>(table.row_size(1)) + block - 1) / block),
      header_(kernels::padded(2 * (block_count_ + 1), 8)),
      block_size_(static_cast<std::size_t>(2 + terms_) * block),
      row_size_(header_ + block_count_ * block_size_),
      hot_size_(std::min(row_size_, header_ + hot_blocks * block_size_)),
      data_(static_cast<std::size_t>(table.customers()) * row_size_) {
    workers.run(table.customers(), rows_per_block, [&](int begin, int end, int) {
        Scratch scratch;
        for (int i = begin; i < end; ++i) sort_row(table, i + 1, scratch);
    });
}

int SortedRows::target(int node, std::size_t place) const {
    int target = 0;
    std::memcpy(&target, blocks(node) + place / block * block_size_ + place % block, sizeof target);
    return target;
}

// The depot, then the likeliest in falling order of their reach, then the others as they are.
void SortedRows::order_slots(Scratch& scratch) {
    auto& [reach, keys, first, slots, weights] = scratch;
    keys.resize(reach.size());
    for (std::size_t s = 1; s < keys.size(); ++s)
        keys[s] = std::uint64_t{falling(reach[s])} << 32 | s;
    first.assign(keys.begin() + 1, keys.end());
    std::uint64_t end = UINT64_MAX;
    if (first.size() > in_order) {
        std::nth_element(first.begin(), first.begin() + in_order, first.end());
        end = first[in_order];
        first.resize(in_order);
    }
    std::sort(first.begin(), first.end());
    slots.assign(1, 0);
    for (const std::uint64_t key : first) slots.push_back(key & 0xffffffffU);
    if (slots.size() == keys.size()) return;
    for (std::size_t s = 1; s < keys.size(); ++s)
        if (keys[s] >= end) slots.push_back(s);
}

void SortedRows::fill_bounds(int node, Scratch& scratch) {
    const auto& [reach, keys, first, slots, unused] = scratch;
    auto& weights = scratch.weights;
    const float level = *std::max_element(reach.begin(), reach.end());
    weights.resize(slots.size());
    for (std::size_t place = 0; place < slots.size(); ++place)
        weights[place] = beta_ * (reach[slots[place]] - level);
    kernels::exp_array(weights.data(), weights.data(), weights.size());
    float* bounds = data_.data() + static_cast<std::size_t>(node - 1) * row_size_;
    float most = -std::numeric_limits<float>::infinity();
    double rest = 0;
    std::size_t place = slots.size();
    for (std::size_t b = block_count_ + 1; b-- > 1;) {
        while (place > b * block) {
            --place;
            most = std::max(most, reach[slots[place]]);
            rest += static_cast<double>(weights[place]);
        }
        bounds[2 * b] = most;
        bounds[2 * b + 1] = static_cast<float>(rest);
    }
    bounds[0] = level;
    bounds[1] = static_cast<float>(
        std::exp(log_outside_weight - static_cast<double>(beta_) * static_cast<double>(level)));
}

void SortedRows::fill_blocks(const EdgeTable& table, int node, const Scratch& scratch) {
    const float* planes = table.planes(node);
    const std::size_t stride = table.stride(node);
    const auto terms = static_cast<std::size_t>(1 + terms_);
    float* out = data_.data() + static_cast<std::size_t>(node - 1) * row_size_ + header_;
    for (std::size_t place = 0; place < block_count_ * block; ++place) {
        const bool real = place < scratch.slots.size();
        const std::size_t slot = real ? scratch.slots[place] : 0;
        const int target = real ? table.targets(node)[slot] : table.nowhere();
        float* at = out + place / block * block_size_ + place % block;
        std::memcpy(at, &target, sizeof target);
        for (std::size_t t = 0; t < terms; ++t) at[(1 + t) * block] = planes[t * stride + slot];
    }
}

void SortedRows::sort_row(const EdgeTable& table, int node, Scratch& scratch) {
    const float* planes = table.planes(node);
    const std::size_t stride = table.stride(node);
    scratch.reach.resize(static_cast<std::size_t>(table.row_size(node)));
    for (std::size_t s = 0; s < scratch.reach.size(); ++s)
        scratch.reach[s] = reach(planes, stride, s, terms_ > 0);
    order_slots(scratch);
    fill_bounds(node, scratch);
    fill_blocks(table, node, scratch);
}

}  // namespace odgear::policy
