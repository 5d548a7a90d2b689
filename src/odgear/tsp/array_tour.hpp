// A tour as an array of cities, with the position of each. An exchange keeps its longest piece in
// place and rewrites the others: O(length of what moves), which is small for local exchanges.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "odgear/tsp/exchange.hpp"

namespace odgear::tsp {

class ArrayTour {
public:
    explicit ArrayTour(std::span<const int> cities)
        : cities_(cities.begin(), cities.end()), position_(cities.size()), moved_(cities.size()) {
        for (std::size_t i = 0; i < cities_.size(); ++i)
            position_[std::size_t(cities_[i])] = static_cast<int>(i);
    }

    int size() const { return static_cast<int>(cities_.size()); }
    std::int64_t position(int city) const { return position_[std::size_t(city)]; }
    int at(int position) const { return cities_[std::size_t(position)]; }
    int next(int city) const {
        const int after = position_[std::size_t(city)] + 1;
        return cities_[std::size_t(after == size() ? 0 : after)];
    }
    int prev(int city) const {
        const int here = position_[std::size_t(city)];
        return cities_[std::size_t(here == 0 ? size() - 1 : here - 1)];
    }
    // The city `steps` positions further.
    int ahead(int city, int steps) const {
        return at(wrapped(position_[std::size_t(city)] + steps));
    }

    std::vector<int> cities() const { return cities_; }
    void assign(std::span<const int> cities) {
        for (std::size_t i = 0; i < cities.size(); ++i) place(static_cast<int>(i), cities[i]);
    }
    const std::vector<int>& raw() const { return cities_; }

    void apply(const Exchange& exchange) {
        Pieces pieces = pieces_of(exchange, *this);
        begin_with(pieces, longest(pieces));
        rewrite(pieces);
    }

private:
    int wrapped(int position) const { return position >= size() ? position - size() : position; }
    void place(int position, int city) {
        cities_[std::size_t(position)] = city;
        position_[std::size_t(city)] = position;
    }
    int length(const Pieces& pieces, int piece) const {
        const int from = position_[std::size_t(pieces.first[std::size_t(piece)])];
        const int to = position_[std::size_t(pieces.last[std::size_t(piece)])];
        return (to >= from ? to - from : to - from + size()) + 1;
    }
    int longest(const Pieces& pieces) const {
        int best = 0;
        int most = 0;
        for (int j = 0; j < pieces.count; ++j)
            if (const int cities = length(pieces, j); cities > most) {
                most = cities;
                best = j;
            }
        return best;
    }
    // Writes all pieces except the first of the sequence, which stays in place. Pieces right after
    // it that are already in place are skipped.
    void rewrite(const Pieces& pieces) {
        int to = wrapped(position_[std::size_t(pieces.last[std::size_t(pieces.sequence[0])])] + 1);
        int begin = 1;
        int piece = pieces.sequence[0];
        for (; begin < pieces.count; ++begin) {
            piece = piece + 1 == pieces.count ? 0 : piece + 1;
            if (pieces.sequence[std::size_t(begin)] != piece || pieces.reversed[std::size_t(begin)])
                break;
            to = wrapped(to + length(pieces, piece));
        }
        int count = 0;
        for (int i = begin; i < pieces.count; ++i) count += copy_out(pieces, i, count);
        for (int i = 0; i < count; ++i) {
            place(to, moved_[std::size_t(i)]);
            to = wrapped(to + 1);
        }
    }
    int copy_out(const Pieces& pieces, int i, int at) {
        const int piece = pieces.sequence[std::size_t(i)];
        const int cities = length(pieces, piece);
        const int from = position_[std::size_t(pieces.first[std::size_t(piece)])];
        int* out = moved_.data() + at;
        const int straight = std::min(cities, size() - from);
        std::copy_n(cities_.data() + from, straight, out);
        std::copy_n(cities_.data(), cities - straight, out + straight);
        if (pieces.reversed[std::size_t(i)]) std::reverse(out, out + cities);
        return cities;
    }

    std::vector<int> cities_;
    std::vector<int> position_;
    std::vector<int> moved_;
};

}  // namespace odgear::tsp
