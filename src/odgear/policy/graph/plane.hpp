// An instance scaled to the unit square: coordinates, unrounded distances, and the order of its
// customers along a space-filling curve (docs/network.md, "Graph"). O(N log N).
#pragma once

#include <vector>

#include "odgear/core/instance.hpp"

namespace odgear::policy {

class Plane {
public:
    explicit Plane(const Instance& instance);

    // False if there is only a matrix; every point is then (0, 0).
    bool has_points() const { return has_points_; }
    Point point(int node) const { return points_[static_cast<std::size_t>(node)]; }
    double distance(int from, int to) const {
        if (rule_.metric == Metric::matrix) return scale_ * instance_.distance(from, to);
        return rule_(point(from), point(to));
    }

    // All nodes in an order that keeps near customers together: the depot first, then customers
    // along the Hilbert curve, or without coordinates by distance from the depot. Ties by index.
    std::vector<int> curve() const;

private:
    void scale_points();
    void scale_matrix();

    const Instance& instance_;
    bool has_points_;
    std::vector<Point> points_;
    DistanceRule rule_;  // for the scaled points; matrix: look the distance up
    double scale_ = 1;   // of matrix entries
};

}  // namespace odgear::policy
