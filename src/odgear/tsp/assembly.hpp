// Edge assembly: exchanges the edges of an AB-cycle in a tour (ab_cycles.hpp) and joins the
// subtours that result. The tour is an array, which the removed edges cut into pieces; subtours are
// found by looking at pieces only. The smallest subtour is joined to another one by the cheapest
// exchange of two edges over candidate edges, until one tour is left. O(k log k) for k removed
// edges, and O(K) for each city of the subtours that are joined.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "odgear/core/index.hpp"
#include "odgear/tsp/ab_cycles.hpp"
#include "odgear/tsp/space.hpp"

namespace odgear::tsp {

// An edge removed from a tour or added to it.
struct EdgeChange {
    int a, b;
    bool added;
};

template <class Distance>
class Assembly {
public:
    explicit Assembly(const Space<Distance>& space)
        : space_(space),
          place_(at(space.size())),
          links_(at(space.size())),
          ends_(at(space.size()), {-1, -1}) {}

    // Sets the parent, a tour over cities 0 .. size - 1 of the space. It must not change while
    // children are built. O(N).
    void begin(std::span<const int> tour) {
        tour_ = tour;
        for (int i = 0; i < size(); ++i) place_[at(tour[at(i)])] = i;
        link_up(tour, links_);
    }
    const Links& links() const { return links_; }

    // By how much the edges of B in a cycle are shorter than those of A.
    double gain_of(std::span<const int> cycle) const {
        double gain = 0;
        for (std::size_t i = 0; i < cycle.size(); i += 2)
            gain += space_.distance(cycle[i], cycle[i + 1]) -
                    space_.distance(cycle[i + 1], after(cycle, i + 1));
        return gain;
    }

    // Whether the tour has all edges that the cycle removes.
    bool has_removable(std::span<const int> cycle) const {
        for (std::size_t i = 0; i < cycle.size(); i += 2) {
            const auto& near = links_[at(cycle[i])];
            if (near[0] != cycle[i + 1] && near[1] != cycle[i + 1]) return false;
        }
        return true;
    }

    // Turns the parent into a child, described by gain() and changes(); take_back() must follow.
    // False if no candidate edge joins the subtours, or if no gain is left.
    bool build(std::span<const int> cycle) {
        changes_.clear();
        gain_ = gain_of(cycle);
        if (gain_ <= space_.tiny()) return false;
        cut(cycle);
        mark_subtours();
        for (std::size_t i = 0; i < cycle.size(); i += 2) change(cycle[i], cycle[i + 1], false);
        for (std::size_t i = 1; i < cycle.size(); i += 2) change(cycle[i], after(cycle, i), true);
        for (; subtours_ > 1; --subtours_)
            if (!join_smallest()) return false;
        return true;
    }
    double gain() const { return gain_; }
    std::span<const EdgeChange> changes() const { return changes_; }
    void take_back() {
        for (auto it = changes_.rbegin(); it != changes_.rend(); ++it)
            set(it->a, it->b, !it->added);
        changes_.clear();
    }

    // Applies the changes that build() reported for a child; begin() must be called before the next
    // build().
    void apply(std::span<const EdgeChange> changes) {
        for (const EdgeChange& edge : changes) set(edge.a, edge.b, edge.added);
    }
    // Writes the tour with the current edges.
    void walk(std::vector<int>& tour) const {
        tour.clear();
        int before = -1;
        int city = tour_[0];
        do {
            tour.push_back(city);
            const auto& near = links_[at(city)];
            const int next = near[1] == before ? near[0] : near[1];
            before = city;
            city = next;
        } while (city != tour_[0]);
    }

private:
    struct Join {
        double loss;
        int a, b;  // an edge of one subtour ...
        int c, d;  // ... and one of another; a is joined to c, b to d
        int subtour;
    };

    static int after(std::span<const int> cycle, std::size_t i) {
        return cycle[i + 1 == cycle.size() ? 0 : i + 1];
    }
    int size() const { return static_cast<int>(tour_.size()); }
    int city_at(int place) const { return tour_[at(place == size() ? 0 : place)]; }

    void set(int a, int b, bool added) {
        for (const auto& [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
            auto& near = links_[at(x)];
            near[near[0] == (added ? -1 : y) ? 0 : 1] = added ? y : -1;
        }
    }
    void change(int a, int b, bool added) {
        set(a, b, added);
        changes_.push_back({a, b, added});
    }

    // Finds the positions before the removed edges, in order, and which ends the added edges join.
    // Ends 2j and 2j + 1 belong to removed edge j; piece j runs from end 2j + 1 to end 2j + 2.
    void cut(std::span<const int> cycle) {
        cuts_.clear();
        for (std::size_t i = 0; i < cycle.size(); i += 2) {
            const int a = place_[at(cycle[i])];
            const int b = place_[at(cycle[i + 1])];
            cuts_.push_back(b == (a + 1 == size() ? 0 : a + 1) ? a : b);
        }
        std::sort(cuts_.begin(), cuts_.end());
        const int count = static_cast<int>(cuts_.size());
        for (int end = 0; end < 2 * count; ++end) {
            auto& ends = ends_[at(city_of(end))];
            ends[ends[0] < 0 ? 0 : 1] = end;
        }
        mate_.assign(at(2 * count), -1);
        const auto free_end = [&](int city) {
            const auto& ends = ends_[at(city)];
            return mate_[at(ends[0])] < 0 ? ends[0] : ends[1];
        };
        for (std::size_t i = 1; i < cycle.size(); i += 2) {
            const int x = free_end(cycle[i]);
            const int y = free_end(after(cycle, i));
            mate_[at(x)] = y;
            mate_[at(y)] = x;
        }
        for (int end = 0; end < 2 * count; ++end) ends_[at(city_of(end))] = {-1, -1};
    }
    int city_of(int end) const { return city_at(cuts_[at(end / 2)] + end % 2); }

    int first_of(int piece) const { return cuts_[at(piece)] + 1; }
    int cities_of(int piece) const {
        const bool last = piece + 1 == static_cast<int>(cuts_.size());
        return last ? cuts_[0] + size() - cuts_.back() : cuts_[at(piece + 1)] - cuts_[at(piece)];
    }
    int piece_of(int city) const {
        const auto it = std::lower_bound(cuts_.begin(), cuts_.end(), place_[at(city)]);
        return static_cast<int>((it == cuts_.begin() ? cuts_.end() : it) - cuts_.begin()) - 1;
    }

    void mark_subtours() {
        const int ends = static_cast<int>(mate_.size());
        subtour_of_.assign(cuts_.size(), -1);
        sizes_.clear();
        for (int piece = 0; piece < static_cast<int>(cuts_.size()); ++piece) {
            if (subtour_of_[at(piece)] >= 0) continue;
            const int subtour = static_cast<int>(sizes_.size());
            sizes_.push_back(0);
            const int first = 2 * piece + 1;
            int end = first;
            do {
                const bool forward = end % 2 == 1;
                const int here = forward ? end / 2 : (end == 0 ? ends : end) / 2 - 1;
                subtour_of_[at(here)] = subtour;
                sizes_[at(subtour)] += cities_of(here);
                const int leave =
                    forward ? (end + 1 == ends ? 0 : end + 1) : (end == 0 ? ends : end) - 1;
                end = mate_[at(leave)];
            } while (end != first);
        }
        subtours_ = static_cast<int>(sizes_.size());
    }

    bool join_smallest() {
        int smallest = -1;
        for (int i = 0; i < static_cast<int>(sizes_.size()); ++i)
            if (sizes_[at(i)] > 0 && (smallest < 0 || sizes_[at(i)] < sizes_[at(smallest)]))
                smallest = i;
        Join best{gain_ - space_.tiny(), -1, -1, -1, -1, -1};
        for (int piece = 0; piece < static_cast<int>(cuts_.size()); ++piece) {
            if (subtour_of_[at(piece)] != smallest) continue;
            int place = first_of(piece);
            for (int i = cities_of(piece); i > 0; --i, ++place) {
                if (place >= size()) place -= size();
                look(tour_[at(place)], smallest, best);
            }
        }
        if (best.subtour < 0) return false;
        gain_ -= best.loss;
        change(best.a, best.b, false);
        change(best.c, best.d, false);
        change(best.a, best.c, true);
        change(best.b, best.d, true);
        for (int& subtour : subtour_of_)
            if (subtour == smallest) subtour = best.subtour;
        sizes_[at(best.subtour)] += std::exchange(sizes_[at(smallest)], 0);
        return true;
    }
    void look(int a, int subtour, Join& best) const {
        for (const auto& candidate : space_.candidates(a)) {
            const int c = candidate.city;
            const int other = subtour_of_[at(piece_of(c))];
            if (other == subtour) continue;
            for (const int d : links_[at(c)]) {
                const double left = candidate.length - space_.distance(c, d);
                for (const int b : links_[at(a)]) {
                    const double loss = left + space_.distance(b, d) - space_.distance(a, b);
                    if (loss < best.loss) best = {loss, a, b, c, d, other};
                }
            }
        }
    }

    const Space<Distance>& space_;
    std::span<const int> tour_;
    std::vector<int> place_;
    Links links_;
    std::vector<std::array<int, 2>> ends_;  // of the removed edges, by city
    std::vector<int> cuts_;
    std::vector<int> mate_;
    std::vector<int> subtour_of_;  // by piece
    std::vector<int> sizes_;       // of subtours; 0 once it is joined to another
    int subtours_ = 0;
    double gain_ = 0;
    std::vector<EdgeChange> changes_;
};

}  // namespace odgear::tsp
