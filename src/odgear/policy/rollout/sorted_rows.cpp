#include "odgear/policy/rollout/sorted_rows.hpp"

#include <cmath>
#include <cstring>
#include <utility>

namespace odgear::policy {

namespace {

using kernels::sorted_block;
constexpr std::size_t bound_size = kernels::SortedRowArgs::bound_size;
constexpr std::size_t line = 64 / sizeof(float);
constexpr std::size_t hot_blocks = 2;
constexpr float padding_logit = -1e30F;

}  // namespace

SortedRows::SortedRows(const EdgeTable& table, float beta, const Workers& workers)
    : terms_(table.terms()),
      beta_(beta),
      block_count_((static_cast<std::size_t>(table.row_size(1)) + sorted_block - 1) / sorted_block),
      header_(kernels::padded(bound_size * (block_count_ + 1), line)),
      block_size_(static_cast<std::size_t>(2 + terms_) * sorted_block),
      row_size_(kernels::padded(header_ + block_count_ * block_size_, line)),
      hot_header_(std::min(header_, kernels::padded(bound_size * (hot_blocks + 1), line))),
      hot_size_(std::min(block_count_, hot_blocks) * block_size_),
      data_(static_cast<std::size_t>(table.customers()) * row_size_) {
    constexpr int rows_per_block = 16;
    workers.run(table.customers(), rows_per_block, [&](int begin, int end, int) {
        Scratch scratch;
        for (int i = begin; i < end; ++i) sort_row(table, i + 1, scratch);
    });
}

int SortedRows::target(int node, std::size_t place) const {
    int target = 0;
    std::memcpy(&target, blocks(node) + place / sorted_block * block_size_ + place % sorted_block,
                sizeof target);
    return target;
}

// The depot first, then the other slots by falling reach; the order within one box does not change.
void SortedRows::order_slots(const EdgeTable& table, int node, Scratch& scratch) {
    auto& [reach, box, place, slots] = scratch;
    const auto count = static_cast<std::size_t>(table.row_size(node));
    reach.resize(table.stride(node));
    box.resize(count);
    slots.resize(count);
    kernels::mean_reach(table.planes(node), table.stride(node), table.terms() > 0, reach.data());
    slots[0] = 0;
    if (count == 1) return;
    const auto [least, most] = std::minmax_element(reach.begin() + 1, reach.begin() + long(count));
    const float top = *most;
    const float scale = static_cast<float>(boxes - 1) / std::max(top - *least, 1e-6F);
    place.fill(0);
    for (std::size_t s = 1; s < count; ++s) {
        box[s] = static_cast<std::uint16_t>((top - reach[s]) * scale);
        ++place[box[s]];
    }
    std::uint32_t next = 1;
    for (std::uint32_t& begin : place) next += std::exchange(begin, next);
    for (std::size_t s = 1; s < count; ++s) slots[place[box[s]]++] = static_cast<std::uint32_t>(s);
}

void SortedRows::fill_blocks(const EdgeTable& table, int node, const Scratch& scratch) {
    const float* planes = table.planes(node);
    const int* targets = table.targets(node);
    const std::size_t stride = table.stride(node);
    const auto terms = static_cast<std::size_t>(1 + terms_);
    float* out = data_.data() + static_cast<std::size_t>(node - 1) * row_size_ + header_;
    const auto at = [&](std::size_t place) {
        return out + place / sorted_block * block_size_ + place % sorted_block;
    };
    for (std::size_t place = 0; place < scratch.slots.size(); ++place) {
        const std::size_t slot = scratch.slots[place];
        float* to = at(place);
        std::memcpy(to, targets + slot, sizeof *targets);
        for (std::size_t t = 0; t < terms; ++t)
            to[(1 + t) * sorted_block] = planes[t * stride + slot];
    }
    const int nowhere = table.nowhere();
    for (std::size_t place = scratch.slots.size(); place < block_count_ * sorted_block; ++place) {
        float* to = at(place);
        std::memcpy(to, &nowhere, sizeof nowhere);
        for (std::size_t t = 0; t < terms; ++t)
            to[(1 + t) * sorted_block] = t == 0 ? padding_logit : 0;
    }
}

void SortedRows::sort_row(const EdgeTable& table, int node, Scratch& scratch) {
    order_slots(table, node, scratch);
    fill_blocks(table, node, scratch);
    float* bounds = data_.data() + static_cast<std::size_t>(node - 1) * row_size_;
    const float level =
        kernels::fill_bounds(bounds + header_, block_count_, terms_ > 0, beta_, bounds);
    bounds[0] = level;
    bounds[1] = static_cast<float>(std::exp(
        kernels::log_outside_weight - static_cast<double>(beta_) * static_cast<double>(level)));
}

}  // namespace odgear::policy
