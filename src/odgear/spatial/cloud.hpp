// Points in the form that a k-d tree uses. Points on the sphere become points in 3-D. The chord
// between them grows with the arc, so the Euclidean neighbours there are the neighbours on the
// sphere.
#pragma once

#include <cstddef>
#include <vector>

#include "odgear/core/instance.hpp"

namespace odgear {

struct Cloud {
    int dimension;
    std::vector<double> flat;

    std::size_t kdtree_get_point_count() const {
        return flat.size() / static_cast<std::size_t>(dimension);
    }
    double kdtree_get_pt(std::size_t i, std::size_t d) const {
        return flat[i * static_cast<std::size_t>(dimension) + d];
    }
    template <class Box>
    bool kdtree_get_bbox(Box&) const {
        return false;
    }
    const double* at(std::size_t i) const {
        return flat.data() + i * static_cast<std::size_t>(dimension);
    }
};

// Only for an instance with coordinates.
Cloud make_cloud(const Instance& instance);

}  // namespace odgear
