// A tour as a list of blocks of about sqrt(N) cities, each of which may be read backwards: for very
// many cities. An exchange consists of reversals of paths, each O(sqrt(N)): blocks are cut at the
// ends of the path, whole blocks are reversed by a flag, and small neighbours are merged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "odgear/tsp/exchange.hpp"

namespace odgear::tsp {

class TwoLevelTour {
public:
    explicit TwoLevelTour(std::span<const int> cities);

    int size() const { return static_cast<int>(block_of_.size()); }
    // Increases along the tour; not consecutive.
    std::int64_t position(int city) const {
        const Block& block = blocks_[std::size_t(block_of_[std::size_t(city)])];
        const int index = index_of_[std::size_t(city)];
        return std::int64_t(block.rank) * capacity_ +
               (block.reversed ? block.size - 1 - index : index);
    }
    int next(int city) const { return step(city, true); }
    int prev(int city) const { return step(city, false); }
    int ahead(int city, int steps) const {
        for (; steps > 0; --steps) city = next(city);
        return city;
    }
    std::vector<int> cities() const;

    void apply(const Exchange& exchange);
    // Reverses the path that runs from a to b along the tour.
    void reverse(int a, int b);

private:
    struct Block {
        int rank = 0;  // index in order_
        int size = 0;
        bool reversed = false;
    };

    int* cells(int block) { return cells_.data() + std::size_t(block) * std::size_t(capacity_); }
    const int* cells(int block) const {
        return cells_.data() + std::size_t(block) * std::size_t(capacity_);
    }
    int step(int city, bool forward) const {
        const int id = block_of_[std::size_t(city)];
        const Block& block = blocks_[std::size_t(id)];
        const int index = index_of_[std::size_t(city)] + (forward != block.reversed ? 1 : -1);
        if (index >= 0 && index < block.size) return cells(id)[index];
        return over_the_edge(block.rank, forward);
    }
    int over_the_edge(int rank, bool forward) const;
    int rank_after(int rank, int steps) const;
    void reindex(int block, int begin, int end);
    int new_block();
    void insert_order(int rank, int block);
    void erase_order(int rank);
    // Cuts the block before (or after) the city in tour direction.
    void cut(int city, bool before);
    void reverse_inside(int a, int b);
    void reverse_blocks(int from, int to);
    // Joins the block of this rank with the one behind it if both together are small.
    void merge(int rank);
    void straighten(int block);

    int nominal_;
    int capacity_;
    std::vector<int> cells_;  // capacity_ for each block
    std::vector<Block> blocks_;
    std::vector<int> unused_;  // blocks
    std::vector<int> order_;   // blocks in tour order
    std::vector<int> block_of_;
    std::vector<int> index_of_;
};

}  // namespace odgear::tsp
