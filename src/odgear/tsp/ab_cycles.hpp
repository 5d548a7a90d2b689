// The edges in which two tours A and B differ, as AB-cycles (Nagata): closed walks whose edges are
// alternately from A and from B. Each such edge belongs to exactly one cycle. If a cycle's edges of
// A are replaced by its edges of B, each city still has two edges, so the result is one tour or
// several subtours. Where a walk has a choice of edges, it chooses at random. O(N) for finding the
// edges that differ.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "odgear/core/random.hpp"

namespace odgear::tsp {

// Both neighbours of each city in a tour.
using Links = std::vector<std::array<int, 2>>;

// `links` has as many rows as the tour has cities, at least three.
void link_up(std::span<const int> tour, Links& links);

class AbCycles {
public:
    explicit AbCycles(int cities);

    // Forgets the previous cycles.
    void decompose(const Links& a, const Links& b, Random& random);

    int count() const { return static_cast<int>(begin_.size()) - 1; }
    // Cities c0, c1, ...: c0-c1 is an edge of A, c1-c2 one of B, and so on; the edge from the last
    // city to c0 is one of B.
    std::span<const int> cycle(int i) const {
        return std::span(cities_).subspan(begin_[std::size_t(i)],
                                          begin_[std::size_t(i) + 1] - begin_[std::size_t(i)]);
    }

private:
    // The remaining edges of a city that only one of the tours has, by tour.
    struct Open {
        std::array<std::array<int, 2>, 2> near;
        std::array<std::int8_t, 2> count{};
    };

    void collect(const Links& a, const Links& b);
    void walk_from(int city, Random& random);
    int take(int city, int side, Random& random);
    void drop(int city, int side, int neighbor);
    void close(std::size_t from, int first_side);

    std::vector<Open> open_;
    // by tour: index in the walk where a city was left, or -1
    std::vector<std::array<int, 2>> left_at_;
    std::vector<int> differing_;  // cities with an edge that only one of the tours has
    std::vector<int> walk_;
    std::vector<int> cities_;  // of all cycles
    std::vector<std::size_t> begin_{0};
};

}  // namespace odgear::tsp
