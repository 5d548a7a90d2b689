// The edges in which two tours A and B differ, as AB-cycles (Nagata): closed walks whose edges are
// of A and of B in turn. Each such edge belongs to exactly one cycle. To take a cycle's edges of A
// out of A and put its edges of B in leaves two edges at each city, so one tour or several.
// Which edge a walk takes where it may choose is random. O(N) for the edges that differ.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "odgear/core/random.hpp"

namespace odgear::tsp {

// Both neighbours of each city on a tour.
using Links = std::vector<std::array<int, 2>>;

// `links` has as many rows as the tour has cities, at least three.
void link_up(std::span<const int> tour, Links& links);

class AbCycles {
public:
    explicit AbCycles(int cities);

    // Forgets the cycles of before.
    void decompose(const Links& a, const Links& b, Random& random);

    int count() const { return static_cast<int>(begin_.size()) - 1; }
    // Cities c0, c1, ...: c0 c1 is an edge of A, c1 c2 one of B, and the last to c0 one of B.
    std::span<const int> cycle(int i) const {
        return std::span(cities_).subspan(begin_[std::size_t(i)],
                                          begin_[std::size_t(i) + 1] - begin_[std::size_t(i)]);
    }

private:
    // What is left of a city's edges that only one of the tours has, by tour.
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
    std::vector<std::array<int, 2>> left_at_;  // where on the walk a city was left, by tour; or -1
    std::vector<int> differing_;               // cities with an edge of their own on either tour
    std::vector<int> walk_;
    std::vector<int> cities_;  // of all cycles
    std::vector<std::size_t> begin_{0};
};

}  // namespace odgear::tsp
