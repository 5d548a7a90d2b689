// The cities of a search, renumbered along a starting tour, so that distances and candidate edges
// of cities near in the tour are near in memory. A space is either a whole instance or a part of a
// tour. In a part, the last and the first city are joined by an edge that is never removed; it
// stands for the rest of the tour. Memory O(n K).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/spatial/city_neighbors.hpp"

namespace odgear::tsp {

// Euclidean distance. It rounds as core/distance.hpp does, but without a library call, which is
// possible because distances are not negative.
class PlaneDistance {
public:
    PlaneDistance(const Instance& instance, std::span<const int> cities)
        : rounding_(instance.rule().rounding) {
        points_.reserve(cities.size());
        for (const int city : cities) points_.push_back(instance.point(city));
    }
    static bool fits(const Instance& instance) {
        return instance.rule().metric == Metric::euclidean && instance.rule().scale == 1;
    }
    [[gnu::always_inline]] double operator()(int a, int b) const {
        const Point p = points_[std::size_t(a)];
        const Point q = points_[std::size_t(b)];
        const double d = std::sqrt((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y));
        if (rounding_ == Rounding::none) return d;
        if (rounding_ == Rounding::nearest) return double(nearest_whole(d));
        const double whole = double(std::int64_t(d));
        return rounding_ == Rounding::up && whole < d ? whole + 1 : whole;
    }

private:
    std::vector<Point> points_;
    Rounding rounding_;
};

// Any other metric, and explicit matrices.
class AnyDistance {
public:
    AnyDistance(const Instance& instance, std::span<const int> cities)
        : instance_(&instance), cities_(cities.begin(), cities.end()) {}
    double operator()(int a, int b) const {
        return instance_->distance(cities_[std::size_t(a)], cities_[std::size_t(b)]);
    }

private:
    const Instance* instance_;
    std::vector<int> cities_;
};

template <class Distance>
class Space {
public:
    struct Candidate {
        int city;
        double length;
    };

    // `cities` is the tour or a part of it, and place[c] the position of the instance's city c in
    // the whole tour. With `part`, the edge from the last city to the first stays.
    Space(const Instance& instance, const CityNeighbors& neighbors, std::span<const int> cities,
          std::span<const int> place, bool part)
        : distance_(instance, cities), size_(static_cast<int>(cities.size())), part_(part) {
        start_.reserve(cities.size() + 1);
        start_.push_back(0);
        candidates_.reserve(cities.size() * std::size_t(neighbors.width()));
        for (int a = 0; a < size_; ++a) {
            longest_ = std::max(longest_, distance_(a, a + 1 == size_ ? 0 : a + 1));
            for (const int city : neighbors.of(cities[std::size_t(a)])) {
                const int b = place[std::size_t(city)] - place[std::size_t(cities[0])];
                if (b >= 0 && b < size_) candidates_.push_back({b, distance_(a, b)});
            }
            start_.push_back(static_cast<std::uint32_t>(candidates_.size()));
        }
    }

    int size() const { return size_; }
    double distance(int a, int b) const { return distance_(a, b); }
    std::span<const Candidate> candidates(int city) const {
        const std::uint32_t begin = start_[std::size_t(city)];
        return {candidates_.data() + begin, start_[std::size_t(city) + 1] - begin};
    }
    bool stays(int a, int b) const { return part_ && a + b == size_ - 1 && (a == 0 || b == 0); }
    // Differences of lengths below this are rounding noise.
    double tiny() const { return 1e-11 * longest_; }
    double length(std::span<const int> tour) const {
        double sum = tour.empty() ? 0 : distance(tour.back(), tour.front());
        for (std::size_t i = 1; i < tour.size(); ++i) sum += distance(tour[i - 1], tour[i]);
        return sum;
    }

private:
    Distance distance_;
    int size_;
    bool part_;
    double longest_ = 0;  // longest edge of the starting tour
    std::vector<std::uint32_t> start_;
    std::vector<Candidate> candidates_;
};

}  // namespace odgear::tsp
