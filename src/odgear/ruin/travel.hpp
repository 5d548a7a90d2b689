// Distances for the inner loop: between two nodes of the search, with the metric chosen at compile
// time. Computing a Euclidean distance from two cached points is faster than a look-up in a large
// matrix.
#pragma once

#include <cmath>

#include "odgear/core/instance.hpp"

namespace odgear::ruin {

// A customer, or the depot as the head of one route. One cache line.
struct alignas(64) Node {
    int previous = -1;
    int next = -1;
    int route = -1;  // -1 while removed
    int location = 0;
    double arc = 0;  // cost of the arc from `previous` to here
    double x = 0;
    double y = 0;
    Load demand = 0;
};

// The same expressions as DistanceRule, so costs agree to the last bit. `within` is false only if
// the distance is not below the limit, and is cheaper than the distance where possible.
struct Euclidean {
    double scale;
    bool within(const Node& a, const Node& b, double limit) const {
        const double dx = a.x - b.x;
        const double dy = a.y - b.y;
        return limit > 0 && scale * scale * (dx * dx + dy * dy) < limit * limit;
    }
    double operator()(const Node& a, const Node& b) const {
        const double dx = a.x - b.x;
        const double dy = a.y - b.y;
        return scale * std::sqrt(dx * dx + dy * dy);
    }
};

struct RoundedEuclidean {
    double scale;
    bool within(const Node& a, const Node& b, double limit) const {
        return Euclidean{scale}.within(a, b, limit + 0.5);
    }
    double operator()(const Node& a, const Node& b) const {
        return double(nearest_whole(Euclidean{scale}(a, b)));
    }
};

struct Lookup {
    const double* matrix;
    std::size_t nodes;
    bool within(const Node& a, const Node& b, double limit) const { return (*this)(a, b) < limit; }
    double operator()(const Node& a, const Node& b) const {
        return matrix[static_cast<std::size_t>(a.location) * nodes +
                      static_cast<std::size_t>(b.location)];
    }
};

struct AnyMetric {
    const Instance* instance;
    bool within(const Node& a, const Node& b, double limit) const { return (*this)(a, b) < limit; }
    double operator()(const Node& a, const Node& b) const {
        return instance->distance(a.location, b.location);
    }
};

}  // namespace odgear::ruin
