// A k-exchange: k edges of a tour are removed and k others added. Ends of edges are identified by
// index: ends 2i and 2i + 1 belong to removed edge i, and end i is joined to end mate[i].
//
// Whether an exchange leaves one tour is decided without changing the tour: the removed edges are
// sorted in tour order, and a walk over the k pieces between them counts the pieces it visits.
// O(k^2) for sorting, with k at most 12.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace odgear::tsp {

constexpr int most_exchanged = 12;
constexpr std::size_t most_ends = 24;  // two for each exchanged edge

struct Exchange {
    int edges = 0;
    std::array<int, most_ends> end{};
    std::array<std::int8_t, most_ends> mate{};

    // End i of the chain t1, t2, ...: the removed edges alternate with the added ones, and the last
    // end is joined to the first.
    static int chained(int i, int edges) {
        if (i % 2 == 1) return i + 1 == 2 * edges ? 0 : i + 1;
        return i == 0 ? 2 * edges - 1 : i - 1;
    }
    void chain(int count) {
        edges = count;
        for (int i = 0; i < 2 * count; ++i) mate[std::size_t(i)] = std::int8_t(chained(i, count));
    }
    // The exchange that undoes this one.
    Exchange inverse() const {
        Exchange back;
        back.edges = edges;
        std::array<std::int8_t, most_ends> place{};
        int next = 0;
        for (int i = 0; i < 2 * edges; ++i) {
            const int other = mate[std::size_t(i)];
            if (other < i) continue;
            for (const int old : {i, other}) {
                place[std::size_t(old)] = std::int8_t(next);
                back.end[std::size_t(next++)] = end[std::size_t(old)];
            }
        }
        for (int i = 0; i < 2 * edges; ++i)
            back.mate[std::size_t(place[std::size_t(i)])] = place[std::size_t(i ^ 1)];
        return back;
    }
};

// The pieces of a tour between removed edges, in tour order: piece j runs from first[j] to last[j],
// and the edge from last[j] to first[j + 1] is removed. In the new tour they come in the order
// `sequence`, some of them reversed.
struct Pieces {
    int count = 0;
    std::array<int, most_exchanged> first{};
    std::array<int, most_exchanged> last{};
    std::array<std::int8_t, most_exchanged> sequence{};
    std::array<bool, most_exchanged> reversed{};
};

// The removed edges in tour order: left[j] is the end that comes first on the tour. `position`
// gives the position of a city on the tour.
class EdgeOrder {
public:
    void clear() { count_ = 0; }
    int count() const { return count_; }

    // `end` is the index of the removed edge's first end on the tour.
    void insert(std::int64_t position, int end) {
        int j = count_++;
        for (; j > 0 && position_[std::size_t(j - 1)] > position; --j) {
            position_[std::size_t(j)] = position_[std::size_t(j - 1)];
            left_[std::size_t(j)] = left_[std::size_t(j - 1)];
        }
        position_[std::size_t(j)] = position;
        left_[std::size_t(j)] = std::int8_t(end);
    }
    int left(int j) const { return left_[std::size_t(j)]; }

    // Whether the pieces form one tour when end i is joined to mate(i). The ends in tour order are
    // numbered 0, 1, ...: 2j and 2j + 1 belong to removed edge j, so piece j runs from 2j + 1 to 2j
    // + 2. Calls `visit(piece, reversed)` for each piece visited.
    template <class Mate, class Visit>
    bool one_tour(const Mate& mate, const Visit& visit) const {
        std::array<std::int8_t, most_ends> rank{};
        for (int j = 0; j < count_; ++j) {
            rank[std::size_t(left(j))] = std::int8_t(2 * j);
            rank[std::size_t(left(j) ^ 1)] = std::int8_t(2 * j + 1);
        }
        int at = 1;
        int met = 0;
        do {
            const bool forward = at % 2 == 1;
            const int piece = forward ? at / 2 : (at == 0 ? count_ - 1 : at / 2 - 1);
            visit(piece, !forward);
            if (++met > count_) return false;
            const int leave =
                forward ? (at + 1 == 2 * count_ ? 0 : at + 1) : (at == 0 ? 2 * count_ - 1 : at - 1);
            const int end = leave % 2 == 0 ? left(leave / 2) : left(leave / 2) ^ 1;
            at = rank[std::size_t(mate(end))];
        } while (at != 1);
        return met == count_;
    }
    template <class Mate>
    bool one_tour(const Mate& mate) const {
        return one_tour(mate, [](int, bool) {});
    }

private:
    int count_ = 0;
    std::array<std::int64_t, most_exchanged> position_{};
    std::array<std::int8_t, most_exchanged> left_{};
};

// The exchange as an order of pieces; `tour` knows next() and position(). The exchange must leave
// one tour.
template <class Tour>
Pieces pieces_of(const Exchange& exchange, const Tour& tour) {
    EdgeOrder order;
    for (int i = 0; i < exchange.edges; ++i) {
        const int a = exchange.end[std::size_t(2 * i)];
        const int b = exchange.end[std::size_t(2 * i + 1)];
        const bool forward = tour.next(a) == b;
        order.insert(tour.position(forward ? a : b), forward ? 2 * i : 2 * i + 1);
    }
    Pieces pieces;
    for (int j = 0; j < exchange.edges; ++j) {
        const int after = j + 1 == exchange.edges ? 0 : j + 1;
        pieces.first[std::size_t(j)] = exchange.end[std::size_t(order.left(j) ^ 1)];
        pieces.last[std::size_t(j)] = exchange.end[std::size_t(order.left(after))];
    }
    const auto mate = [&](int end) { return int(exchange.mate[std::size_t(end)]); };
    order.one_tour(mate, [&](int piece, bool reversed) {
        if (pieces.count == most_exchanged) return;
        pieces.sequence[std::size_t(pieces.count)] = std::int8_t(piece);
        pieces.reversed[std::size_t(pieces.count++)] = reversed;
    });
    return pieces;
}

// Describes the same tour starting with the piece `kept`, which is then not reversed.
inline void begin_with(Pieces& pieces, int kept) {
    int at = 0;
    while (pieces.sequence[std::size_t(at)] != kept) ++at;
    const bool mirror = pieces.reversed[std::size_t(at)];
    const Pieces old = pieces;
    for (int i = 0; i < pieces.count; ++i) {
        const int from = ((mirror ? at - i : at + i) % pieces.count + pieces.count) % pieces.count;
        pieces.sequence[std::size_t(i)] = old.sequence[std::size_t(from)];
        pieces.reversed[std::size_t(i)] = old.reversed[std::size_t(from)] != mirror;
    }
}

}  // namespace odgear::tsp
