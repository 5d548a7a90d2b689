// The rows of an edge table once more, for greedy steps: slots in the order of the largest logit
// they can have in any state, so that most steps end within the first block or two (kernels.hpp,
// SortedRowArgs). The depot comes first: it can nearly always be chosen, and so bounds what is
// worth looking at. O(N K log K) to build, O(N K) memory.
#pragma once

#include "odgear/policy/edge_table.hpp"
#include "odgear/policy/kernels/kernels.hpp"
#include "odgear/policy/workers.hpp"

namespace odgear::policy {

class GreedyRows {
public:
    explicit GreedyRows(const EdgeTable& table, const Workers& workers = Workers());

    const float* bounds(int node) const {
        return data_.data() + static_cast<std::size_t>(node - 1) * row_size_;
    }
    const float* blocks(int node) const { return bounds(node) + header_; }
    std::size_t block_count() const { return block_count_; }
    bool state() const { return terms_ > 0; }
    // Of the memory that nearly every step reads.
    std::size_t hot_size() const { return std::min(row_size_, header_ + 2 * block_size_); }

private:
    void sort_row(const EdgeTable& table, int node, std::vector<std::uint64_t>& order);

    int terms_;
    std::size_t block_count_;
    std::size_t header_;      // bounds, padded
    std::size_t block_size_;  // in floats
    std::size_t row_size_;
    kernels::AlignedVector<float> data_;
};

}  // namespace odgear::policy
