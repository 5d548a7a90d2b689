#include "odgear/tsp/two_level_tour.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace odgear::tsp {

TwoLevelTour::TwoLevelTour(std::span<const int> cities)
    : nominal_(std::max(4, static_cast<int>(std::sqrt(double(cities.size()))))),
      capacity_(nominal_),
      block_of_(cities.size()),
      index_of_(cities.size()) {
    for (std::size_t begin = 0; begin < cities.size(); begin += std::size_t(nominal_)) {
        const int block = new_block();
        insert_order(static_cast<int>(order_.size()), block);
        const auto part =
            cities.subspan(begin).first(std::min(std::size_t(nominal_), cities.size() - begin));
        std::copy(part.begin(), part.end(), cells(block));
        blocks_[std::size_t(block)].size = static_cast<int>(part.size());
        reindex(block, 0, static_cast<int>(part.size()));
    }
}

std::vector<int> TwoLevelTour::cities() const {
    std::vector<int> result;
    result.reserve(block_of_.size());
    for (const int id : order_) {
        const Block& block = blocks_[std::size_t(id)];
        const auto begin = result.size();
        result.insert(result.end(), cells(id), cells(id) + block.size);
        if (block.reversed)
            std::reverse(result.begin() + static_cast<std::ptrdiff_t>(begin), result.end());
    }
    return result;
}

int TwoLevelTour::rank_after(int rank, int steps) const {
    const int count = static_cast<int>(order_.size());
    return ((rank + steps) % count + count) % count;
}

int TwoLevelTour::over_the_edge(int rank, bool forward) const {
    const int id = order_[std::size_t(rank_after(rank, forward ? 1 : -1))];
    const Block& block = blocks_[std::size_t(id)];
    return cells(id)[forward != block.reversed ? 0 : block.size - 1];
}

void TwoLevelTour::reindex(int block, int begin, int end) {
    const int* row = cells(block);
    for (int i = begin; i < end; ++i) {
        block_of_[std::size_t(row[i])] = block;
        index_of_[std::size_t(row[i])] = i;
    }
}

int TwoLevelTour::new_block() {
    if (unused_.empty()) {
        blocks_.emplace_back();
        cells_.resize(blocks_.size() * std::size_t(capacity_));
        return static_cast<int>(blocks_.size()) - 1;
    }
    const int block = unused_.back();
    unused_.pop_back();
    blocks_[std::size_t(block)] = {};
    return block;
}

void TwoLevelTour::insert_order(int rank, int block) {
    order_.insert(order_.begin() + rank, block);
    for (std::size_t r = std::size_t(rank); r < order_.size(); ++r)
        blocks_[std::size_t(order_[r])].rank = static_cast<int>(r);
}

void TwoLevelTour::erase_order(int rank) {
    unused_.push_back(order_[std::size_t(rank)]);
    order_.erase(order_.begin() + rank);
    for (std::size_t r = std::size_t(rank); r < order_.size(); ++r)
        blocks_[std::size_t(order_[r])].rank = static_cast<int>(r);
}

void TwoLevelTour::cut(int city, bool before) {
    const int old = block_of_[std::size_t(city)];
    const bool reversed = blocks_[std::size_t(old)].reversed;
    // The cells from `at` on go to a new block.
    const int at = index_of_[std::size_t(city)] + (before != reversed ? 0 : 1);
    const int size = blocks_[std::size_t(old)].size;
    if (at == 0 || at == size) return;
    const int added = new_block();
    std::copy(cells(old) + at, cells(old) + size, cells(added));
    blocks_[std::size_t(old)].size = at;
    blocks_[std::size_t(added)].size = size - at;
    blocks_[std::size_t(added)].reversed = reversed;
    reindex(added, 0, size - at);
    insert_order(blocks_[std::size_t(old)].rank + (reversed ? 0 : 1), added);
}

void TwoLevelTour::reverse_inside(int a, int b) {
    const int block = block_of_[std::size_t(a)];
    int low = index_of_[std::size_t(a)];
    int high = index_of_[std::size_t(b)];
    if (low > high) std::swap(low, high);
    std::reverse(cells(block) + low, cells(block) + high + 1);
    reindex(block, low, high + 1);
}

void TwoLevelTour::reverse_blocks(int from, int to) {
    const int count = static_cast<int>(order_.size());
    int length = rank_after(to, -from) + 1;
    // reversing the other side gives the same tour, read in the other direction
    if (2 * length > count) {
        from = rank_after(to, 1);
        length = count - length;
        to = rank_after(from, length - 1);
    }
    for (int i = 0; i < length; ++i) {
        Block& block = blocks_[std::size_t(order_[std::size_t(rank_after(from, i))])];
        block.reversed = !block.reversed;
    }
    for (int i = 0; i < length / 2; ++i) {
        int& low = order_[std::size_t(rank_after(from, i))];
        int& high = order_[std::size_t(rank_after(to, -i))];
        std::swap(low, high);
        std::swap(blocks_[std::size_t(low)].rank, blocks_[std::size_t(high)].rank);
    }
}

void TwoLevelTour::straighten(int block) {
    Block& b = blocks_[std::size_t(block)];
    if (!b.reversed) return;
    std::reverse(cells(block), cells(block) + b.size);
    b.reversed = false;
    reindex(block, 0, b.size);
}

void TwoLevelTour::merge(int rank) {
    if (rank + 1 >= static_cast<int>(order_.size())) return;
    const int low = order_[std::size_t(rank)];
    const int high = order_[std::size_t(rank + 1)];
    const int size = blocks_[std::size_t(low)].size;
    const int added = blocks_[std::size_t(high)].size;
    if (size + added > nominal_) return;
    straighten(low);
    straighten(high);
    std::copy(cells(high), cells(high) + added, cells(low) + size);
    blocks_[std::size_t(low)].size = size + added;
    reindex(low, size, size + added);
    erase_order(rank + 1);
}

void TwoLevelTour::reverse(int a, int b) {
    if (a == b) return;
    if (block_of_[std::size_t(a)] == block_of_[std::size_t(b)] && position(a) < position(b))
        return reverse_inside(a, b);
    cut(a, true);
    cut(b, false);
    const std::array<int, 4> ends{prev(a), a, b, next(b)};
    reverse_blocks(blocks_[std::size_t(block_of_[std::size_t(a)])].rank,
                   blocks_[std::size_t(block_of_[std::size_t(b)])].rank);
    for (const int city : ends) {
        const int rank = blocks_[std::size_t(block_of_[std::size_t(city)])].rank;
        merge(rank);
        if (rank > 0) merge(rank - 1);
    }
}

// Sorts the pieces into their new order from left to right. A reversal brings the next piece to its
// position; a second reversal of it alone follows if its direction is still wrong.
void TwoLevelTour::apply(const Exchange& exchange) {
    Pieces pieces = pieces_of(exchange, *this);
    begin_with(pieces, 0);
    struct Piece {
        int id, first, last;
        bool reversed;
    };
    std::array<Piece, most_exchanged> now{};
    for (int j = 0; j < pieces.count; ++j)
        now[std::size_t(j)] = {j, pieces.first[std::size_t(j)], pieces.last[std::size_t(j)], false};
    const auto flip = [&](int from, int to) {
        const int a = now[std::size_t(from)].first;
        const int b = now[std::size_t(to)].last;
        const int before = now[0].last;
        // A reversal may have been done on the other side. Then the tour is read in the other
        // direction.
        const bool forward =
            from == 1 ? next(before) == a : next(now[std::size_t(from - 1)].last) == a;
        forward ? reverse(a, b) : reverse(b, a);
        std::reverse(now.begin() + from, now.begin() + to + 1);
        for (int j = from; j <= to; ++j) {
            std::swap(now[std::size_t(j)].first, now[std::size_t(j)].last);
            now[std::size_t(j)].reversed = !now[std::size_t(j)].reversed;
        }
    };
    for (int i = 1; i < pieces.count; ++i) {
        int j = i;
        while (now[std::size_t(j)].id != pieces.sequence[std::size_t(i)]) ++j;
        const bool wanted = pieces.reversed[std::size_t(i)];
        if (j > i || now[std::size_t(i)].reversed != wanted) flip(i, j);
        if (now[std::size_t(i)].reversed != wanted) flip(i, i);
    }
}

}  // namespace odgear::tsp
