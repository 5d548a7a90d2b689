#include "odgear/policy/graph/plane.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <utility>

#include "odgear/spatial/hilbert.hpp"

namespace odgear::policy {

namespace {

bool spherical(Metric metric) {
    return metric == Metric::geographical || metric == Metric::haversine;
}

// Longitude (shortened by the cosine of the mean latitude) and latitude. This is close enough to
// the sphere for features, and a plane like the one the network was trained on.
std::vector<Point> projected(const Instance& instance) {
    std::vector<Point> points = instance.points();
    const Metric metric = instance.rule().metric;
    if (!spherical(metric)) return points;
    double mean = 0;
    for (Point& p : points) {
        if (metric == Metric::geographical) {
            const auto degrees = [](double v) {
                return std::trunc(v) + 5 * (v - std::trunc(v)) / 3;  // TSPLIB: DDD.MM
            };
            p = {degrees(p.y), degrees(p.x)};
        }
        mean += p.y / static_cast<double>(points.size());
    }
    const double shrink = std::cos(mean * std::numbers::pi / 180);
    for (Point& p : points) p.x *= shrink;
    return points;
}

DistanceRule planar_rule(Metric metric) {
    const bool keep =
        metric == Metric::manhattan || metric == Metric::maximum || metric == Metric::matrix;
    return {keep ? metric : Metric::euclidean, Rounding::none, 1};
}

}  // namespace

Plane::Plane(const Instance& instance)
    : instance_(instance),
      has_points_(instance.has_points()),
      points_(projected(instance)),
      rule_(planar_rule(instance.rule().metric)) {
    if (has_points_) scale_points();
    points_.resize(static_cast<std::size_t>(instance.nodes()));
    if (rule_.metric == Metric::matrix) scale_matrix();
}

void Plane::scale_points() {
    Point low = points_.front();
    Point high = low;
    for (const Point p : points_) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
    const double side = std::max(high.x - low.x, high.y - low.y);
    const double scale = side > 0 ? 1 / side : 1;
    for (Point& p : points_) p = {(p.x - low.x) * scale, (p.y - low.y) * scale};
}

void Plane::scale_matrix() {
    double reference = 0;  // the target value of `total`
    double total = 0;
    const int nodes = instance_.nodes();
    if (has_points_) {
        for (int i = 1; i < nodes; ++i) {
            reference += DistanceRule{}(point(0), point(i));
            total += instance_.distance(0, i);
        }
    } else {
        reference = 1;
        const double* matrix = instance_.matrix();
        const auto size = static_cast<std::size_t>(nodes) * static_cast<std::size_t>(nodes);
        total = *std::max_element(matrix, matrix + size);
    }
    scale_ = total > 0 && reference > 0 ? reference / total : 1;
}

std::vector<int> Plane::curve() const {
    const auto nodes = static_cast<std::size_t>(instance_.nodes());
    std::vector<std::pair<double, int>> keyed(nodes);
    constexpr double cells = hilbert_side - 1;
    for (std::size_t i = 1; i < nodes; ++i) {
        const Point p = points_[i];
        const double key =
            has_points_ ? hilbert_position(std::uint32_t(p.x * cells), std::uint32_t(p.y * cells))
                        : instance_.distance(0, int(i));
        keyed[i] = {key, static_cast<int>(i)};
    }
    std::sort(keyed.begin() + 1, keyed.end());
    std::vector<int> order(nodes);
    for (std::size_t i = 0; i < nodes; ++i) order[i] = keyed[i].second;
    return order;
}

}  // namespace odgear::policy
