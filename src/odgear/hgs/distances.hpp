// How the search reads distances. There is one type for each source of distances, and all have the
// same three functions. The local search is compiled once for each type, so its inner loops need no
// test:
//  from(i)[j] = d(i, j),  to(i)[j] = d(j, i),  (i, j) = d(i, j).
// Distances are floats: they need half the cache of doubles and are exact for whole numbers below
// 2^24. Costs that leave the search are recomputed from the instance.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "odgear/core/distance.hpp"

namespace odgear::hgs {

class MatrixDistances {
public:
    static constexpr bool symmetric = true;

    MatrixDistances(const float* flat, std::size_t nodes) : flat_(flat), nodes_(nodes) {}

    const float* from(int i) const { return flat_ + static_cast<std::size_t>(i) * nodes_; }
    const float* to(int i) const { return from(i); }
    float operator()(int i, int j) const { return from(i)[j]; }

private:
    const float* flat_;
    std::size_t nodes_;
};

class AsymmetricDistances {
public:
    static constexpr bool symmetric = false;

    AsymmetricDistances(const float* flat, const float* transposed, std::size_t nodes)
        : flat_(flat), transposed_(transposed), nodes_(nodes) {}

    const float* from(int i) const { return flat_ + static_cast<std::size_t>(i) * nodes_; }
    const float* to(int i) const { return transposed_ + static_cast<std::size_t>(i) * nodes_; }
    float operator()(int i, int j) const { return from(i)[j]; }

private:
    const float* flat_;
    const float* transposed_;
    std::size_t nodes_;
};

// Computed from coordinates, in the plane.
class EuclideanDistances {
public:
    static constexpr bool symmetric = true;

    class Row {
    public:
        Row(const EuclideanDistances* all, Point center) : all_(all), center_(center) {}
        float operator[](int j) const { return all_->between(center_, all_->points_[j]); }

    private:
        const EuclideanDistances* all_;
        Point center_;
    };

    EuclideanDistances(const Point* points, const DistanceRule& rule)
        : points_(points), rounding_(rule.rounding), scale_(rule.scale) {}

    Row from(int i) const { return {this, points_[i]}; }
    Row to(int i) const { return from(i); }
    float operator()(int i, int j) const { return between(points_[i], points_[j]); }

private:
    float between(Point a, Point b) const {
        const double dx = a.x - b.x;
        const double dy = a.y - b.y;
        const double d = scale_ * std::sqrt(dx * dx + dy * dy);
        if (rounding_ == Rounding::none) return static_cast<float>(d);
        if (rounding_ == Rounding::nearest) return static_cast<float>(nearest_whole(d));
        return static_cast<float>(rounded(d, rounding_));
    }

    const Point* points_;
    Rounding rounding_;
    double scale_;
};

// Computed from coordinates, any other metric.
class RuleDistances {
public:
    static constexpr bool symmetric = true;

    class Row {
    public:
        Row(const RuleDistances* all, int center) : all_(all), center_(center) {}
        float operator[](int j) const { return (*all_)(center_, j); }

    private:
        const RuleDistances* all_;
        int center_;
    };

    RuleDistances(const Point* points, const DistanceRule& rule) : points_(points), rule_(rule) {}

    Row from(int i) const { return {this, i}; }
    Row to(int i) const { return from(i); }
    float operator()(int i, int j) const {
        return static_cast<float>(rule_(points_[i], points_[j]));
    }

private:
    const Point* points_;
    DistanceRule rule_;
};

}  // namespace odgear::hgs
