#include "odgear/tsp/ab_cycles.hpp"

#include "odgear/core/index.hpp"

namespace odgear::tsp {

namespace {

bool has(const std::array<int, 2>& near, int city) { return near[0] == city || near[1] == city; }

}  // namespace

void link_up(std::span<const int> tour, Links& links) {
    int before = tour.back();
    for (const int city : tour) {
        links[at(before)][1] = city;
        links[at(city)][0] = before;
        before = city;
    }
}

AbCycles::AbCycles(int cities) : open_(at(cities)), left_at_(at(cities), {-1, -1}) {}

void AbCycles::decompose(const Links& a, const Links& b, Random& random) {
    cities_.clear();
    begin_.assign(1, 0);
    collect(a, b);
    for (const int city : differing_)
        while (open_[at(city)].count[0] > 0) walk_from(city, random);
}

void AbCycles::collect(const Links& a, const Links& b) {
    differing_.clear();
    for (std::size_t city = 0; city < a.size(); ++city) {
        Open& open = open_[city];
        open.count = {};
        for (const int near : a[city])
            if (!has(b[city], near)) open.near[0][std::size_t(open.count[0]++)] = near;
        if (open.count[0] == 0) continue;
        for (const int near : b[city])
            if (!has(a[city], near)) open.near[1][std::size_t(open.count[1]++)] = near;
        differing_.push_back(static_cast<int>(city));
    }
}

// Walks until the walk ends at the city for good. A cycle that closes on the way is taken out of
// the walk.
void AbCycles::walk_from(int city, Random& random) {
    walk_.assign(1, city);
    int side = 0;
    do {
        const int here = walk_.back();
        left_at_[at(here)][at(side)] = static_cast<int>(walk_.size()) - 1;
        const int next = take(here, side, random);
        walk_.push_back(next);
        // A cycle is closed if the walk left this city before by an edge of the other tour.
        const int met = left_at_[at(next)][at(1 - side)];
        side = 1 - side;
        if (met >= 0) close(at(met), side);
    } while (walk_.size() > 1);
}

int AbCycles::take(int city, int side, Random& random) {
    const Open& open = open_[at(city)];
    const std::size_t choice = open.count[at(side)] > 1 ? random.below(2) : 0;
    const int next = open.near[at(side)][choice];
    drop(city, side, next);
    drop(next, side, city);
    return next;
}

void AbCycles::drop(int city, int side, int neighbor) {
    Open& open = open_[at(city)];
    auto& near = open.near[at(side)];
    if (near[0] == neighbor) near[0] = near[1];
    --open.count[at(side)];
}

// The walk from index `from` on is a cycle whose first edge belongs to tour `first_side`.
void AbCycles::close(std::size_t from, int first_side) {
    int side = first_side;
    for (std::size_t i = from; i + 1 < walk_.size(); ++i, side = 1 - side)
        left_at_[at(walk_[i])][at(side)] = -1;
    const auto begin = walk_.begin() + std::ptrdiff_t(from);
    cities_.insert(cities_.end(), begin + first_side, walk_.end() - 1);
    if (first_side == 1) cities_.push_back(*begin);
    begin_.push_back(cities_.size());
    walk_.resize(from + 1);
}

}  // namespace odgear::tsp
