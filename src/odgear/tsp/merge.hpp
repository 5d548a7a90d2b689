// Tour merging: where two tours differ, their edges form groups that do not touch each other. Each
// group is a choice of its own between the edges of one tour and those of the other; the second
// tour's are taken where they are shorter and leave one tour. What two searches found in different
// regions comes together so. O(N) for each group taken, O(N log N) for the rest.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "odgear/core/index.hpp"
#include "odgear/tsp/space.hpp"

namespace odgear::tsp {

template <class Distance>
class TourMerge {
public:
    // `tour` and `other` hold the cities 0 .. size - 1 of the space.
    TourMerge(const Space<Distance>& space, std::vector<int> tour, const std::vector<int>& other)
        : space_(space),
          tour_(std::move(tour)),
          place_(tour_.size()),
          near_(tour_.size()),
          group_(tour_.size()),
          ends_(tour_.size(), {-1, -1}) {
        for (std::size_t i = 0; i < other.size(); ++i) {
            const int after = other[i + 1 == other.size() ? 0 : i + 1];
            near_[at(other[i])].second = after;
            near_[at(after)].first = other[i];
        }
        std::iota(group_.begin(), group_.end(), 0);
        renumber();
    }

    // Returns by how much the tour got shorter.
    double run() {
        double gain = 0;
        for (const Group& group : groups())
            if (take(group)) gain += group.gain;
        return gain;
    }
    const std::vector<int>& tour() const { return tour_; }

private:
    using Edge = std::pair<int, int>;
    struct Group {
        std::vector<Edge> ours, theirs;
        double gain = 0;
    };

    int size() const { return static_cast<int>(tour_.size()); }
    int next(int city) const {
        const int place = place_[at(city)] + 1;
        return tour_[at(place == size() ? 0 : place)];
    }
    int prev(int city) const {
        const int place = place_[at(city)];
        return tour_[at(place == 0 ? size() - 1 : place - 1)];
    }
    void renumber() {
        for (int i = 0; i < size(); ++i) place_[at(tour_[at(i)])] = i;
    }
    bool theirs(int a, int b) const { return near_[at(a)].first == b || near_[at(a)].second == b; }
    bool ours(int a, int b) const { return next(a) == b || prev(a) == b; }

    int root(int city) {
        while (group_[at(city)] != city) city = group_[at(city)] = group_[at(group_[at(city)])];
        return city;
    }

    // The groups that would shorten the tour, the best first.
    std::vector<Group> groups() {
        std::vector<Edge> mine, other;
        for (int city = 0; city < size(); ++city) {
            const int after = next(city);
            if (!theirs(city, after)) mine.emplace_back(city, after);
            const int their_after = near_[at(city)].second;
            if (!ours(city, their_after)) other.emplace_back(city, their_after);
        }
        for (const auto* edges : {&mine, &other})
            for (const auto& [a, b] : *edges) group_[at(root(a))] = root(b);
        std::vector<int> index(tour_.size(), -1);
        std::vector<Group> all;
        const auto group_of = [&](const Edge& edge) -> Group& {
            int& i = index[at(root(edge.first))];
            if (i < 0) {
                i = static_cast<int>(all.size());
                all.emplace_back();
            }
            return all[at(i)];
        };
        for (const Edge& edge : mine) {
            Group& group = group_of(edge);
            group.ours.push_back(edge);
            group.gain += space_.distance(edge.first, edge.second);
        }
        for (const Edge& edge : other) {
            Group& group = group_of(edge);
            group.theirs.push_back(edge);
            group.gain -= space_.distance(edge.first, edge.second);
        }
        std::erase_if(all, [&](const Group& group) { return group.gain <= space_.tiny(); });
        std::stable_sort(all.begin(), all.end(),
                         [](const Group& a, const Group& b) { return a.gain > b.gain; });
        return all;
    }

    // As in EdgeOrder: ends 2j and 2j + 1 are the removed edge j in tour order, and piece j runs
    // from end 2j + 1 to end 2j + 2.
    bool take(const Group& group) {
        std::vector<int> left;  // the places of the removed edges' first cities
        for (const auto& [a, b] : group.ours)
            left.push_back(next(a) == b ? place_[at(a)] : place_[at(b)]);
        std::sort(left.begin(), left.end());
        const int count = static_cast<int>(left.size());
        const auto city_of = [&](int end) {
            const int place = left[at(end / 2)] + end % 2;
            return tour_[at(place == size() ? 0 : place)];
        };
        for (int end = 0; end < 2 * count; ++end) {
            Edge& ends = ends_[at(city_of(end))];
            (ends.first < 0 ? ends.first : ends.second) = end;
        }
        std::vector<int> mate(at(2 * count), -1);
        const auto free_end = [&](int city) {
            const Edge& ends = ends_[at(city)];
            return mate[at(ends.first)] < 0 ? ends.first : ends.second;
        };
        for (const auto& [a, b] : group.theirs) {
            const int x = free_end(a);
            const int y = free_end(b);
            mate[at(x)] = y;
            mate[at(y)] = x;
        }
        for (int end = 0; end < 2 * count; ++end) ends_[at(city_of(end))] = {-1, -1};
        return rearrange(left, mate);
    }

    bool rearrange(const std::vector<int>& left, const std::vector<int>& mate) {
        const int ends = static_cast<int>(mate.size());
        std::vector<int> merged;
        merged.reserve(tour_.size());
        int end = 1;
        do {
            const bool forward = end % 2 == 1;
            const int leave = forward ? (end + 1) % ends : (end + ends - 1) % ends;
            const int from = (left[at(end / 2)] + end % 2) % size();
            const int to = (left[at(leave / 2)] + leave % 2) % size();
            if (merged.size() > tour_.size()) return false;
            for (int place = from;; place = (place + (forward ? 1 : size() - 1)) % size()) {
                merged.push_back(tour_[at(place)]);
                if (place == to) break;
            }
            end = mate[at(leave)];
        } while (end != 1);
        if (merged.size() != tour_.size()) return false;
        tour_ = std::move(merged);
        renumber();
        return true;
    }

    const Space<Distance>& space_;
    std::vector<int> tour_;
    std::vector<int> place_;
    std::vector<Edge> near_;  // the other tour's neighbours of each city
    std::vector<int> group_;  // union-find over cities
    std::vector<Edge> ends_;  // of the group at work, by city
};

}  // namespace odgear::tsp
