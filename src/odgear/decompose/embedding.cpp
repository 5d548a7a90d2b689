#include "odgear/decompose/embedding.hpp"

#include <algorithm>
#include <cmath>

namespace odgear {

namespace {

class FastMap {
public:
    FastMap(int nodes, const std::function<double(int, int)>& distance)
        : nodes_(nodes), distance_(distance), points_(static_cast<std::size_t>(nodes)) {}

    std::vector<Point> run() {
        project(&Point::x);
        project(&Point::y);
        return std::move(points_);
    }

private:
    // Squared distance minus what the axes so far explain.
    double rest(int a, int b) const {
        const double d = (distance_(a, b) + distance_(b, a)) / 2;
        const Point p = points_[static_cast<std::size_t>(a)];
        const Point q = points_[static_cast<std::size_t>(b)];
        return std::max(0.0, d * d - (p.x - q.x) * (p.x - q.x) - (p.y - q.y) * (p.y - q.y));
    }

    int farthest_from(int node) const {
        int far = 0;
        for (int i = 1; i < nodes_; ++i)
            if (rest(node, i) > rest(node, far)) far = i;
        return far;
    }

    void project(double Point::*axis) {
        const int a = farthest_from(0);
        const int b = farthest_from(a);
        const double span = rest(a, b);
        if (span <= 0) return;
        std::vector<double> along(points_.size());
        for (int i = 0; i < nodes_; ++i)
            along[static_cast<std::size_t>(i)] =
                (rest(a, i) + span - rest(b, i)) / (2 * std::sqrt(span));
        for (std::size_t i = 0; i < along.size(); ++i) points_[i].*axis = along[i];
    }

    int nodes_;
    const std::function<double(int, int)>& distance_;
    std::vector<Point> points_;
};

}  // namespace

std::vector<Point> planar_points(const Instance& instance) {
    if (instance.has_points()) return instance.points();
    return planar_points(instance.nodes(), [&](int a, int b) { return instance.distance(a, b); });
}

std::vector<Point> planar_points(int nodes, const std::function<double(int, int)>& distance) {
    return FastMap(nodes, distance).run();
}

std::vector<Point> barycentres(std::span<const Point> points, const std::vector<Route>& routes) {
    std::vector<Point> centres;
    centres.reserve(routes.size());
    for (const Route& route : routes) {
        Point sum;
        for (const int c : route) {
            sum.x += points[static_cast<std::size_t>(c)].x;
            sum.y += points[static_cast<std::size_t>(c)].y;
        }
        const double size = std::max<double>(1, double(route.size()));
        centres.push_back({sum.x / size, sum.y / size});
    }
    return centres;
}

std::vector<Point> drawn_customers(std::span<const Point> points, const std::vector<Route>& routes,
                                   Random& random) {
    std::vector<Point> drawn;
    drawn.reserve(routes.size());
    for (const Route& route : routes) {
        const int customer =
            route.empty() ? 0 : route[random.below(static_cast<std::uint32_t>(route.size()))];
        drawn.push_back(points[static_cast<std::size_t>(customer)]);
    }
    return drawn;
}

}  // namespace odgear
