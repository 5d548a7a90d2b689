// A second copy of the rows of an edge table, for steps of rollouts. Slots are sorted by the logits
// they can have, so most steps, greedy or sampled, read only the first block or two (kernels.hpp,
// SortedRowArgs). The depot is first, because it can nearly always be chosen and so bounds what is
// worth reading. O(N K) time to build, O(N K) memory.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "odgear/parallel/workers.hpp"
#include "odgear/policy/kernels/kernels.hpp"
#include "odgear/policy/rollout/edge_table.hpp"

namespace odgear::policy {

class SortedRows {
public:
    // Weights are for the inverse temperature `beta`.
    SortedRows(const EdgeTable& table, float beta, const Workers& workers = Workers());

    float beta() const { return beta_; }
    const float* bounds(int node) const {
        return data_.data() + static_cast<std::size_t>(node - 1) * row_size_;
    }
    const float* blocks(int node) const { return bounds(node) + header_; }
    std::size_t block_count() const { return block_count_; }
    bool state() const { return terms_ > 0; }
    // The largest logit of the row in any state, to which its weights are relative, and the weight
    // of a customer outside of the row. They are stored in the unused bounds of block 0.
    float level(int node) const { return bounds(node)[0]; }
    float outside(int node) const { return bounds(node)[1]; }
    int target(int node, std::size_t place) const;

    // Loads into the cache what nearly every step reads. Always inline: GCC considers a function
    // that only prefetches to have no effect, and drops calls of it.
    [[gnu::always_inline]] void prefetch(int node) const {
        constexpr std::size_t line = 64 / sizeof(float);
        const float* row = bounds(node);
        for (std::size_t k = 0; k < hot_header_; k += line) __builtin_prefetch(row + k);
        for (std::size_t k = 0; k < hot_size_; k += line) __builtin_prefetch(row + header_ + k);
    }

private:
    // Logits are sorted into this many boxes of equal width, which is as good as a full sort.
    static constexpr std::size_t boxes = 512;
    struct Scratch {
        kernels::AlignedVector<float> reach;     // by slot
        std::vector<std::uint16_t> box;          // by slot, from 1 on
        std::array<std::uint32_t, boxes> place;  // index of the next slot of each box
        std::vector<std::uint32_t> slots;        // by index
    };
    void sort_row(const EdgeTable& table, int node, Scratch& scratch);
    static void order_slots(const EdgeTable& table, int node, Scratch& scratch);
    void fill_blocks(const EdgeTable& table, int node, const Scratch& scratch);

    int terms_;
    float beta_;
    std::size_t block_count_;
    std::size_t header_;      // bounds, padded
    std::size_t block_size_;  // in floats
    std::size_t row_size_;
    std::size_t hot_header_;
    std::size_t hot_size_;
    kernels::TableVector<float> data_;
};

}  // namespace odgear::policy
