#include "odgear/spatial/cloud.hpp"

#include <cmath>
#include <numbers>

namespace odgear {

Cloud make_cloud(const Instance& instance) {
    const Metric metric = instance.rule().metric;
    const bool spherical = metric == Metric::geographical || metric == Metric::haversine;
    Cloud cloud{spherical ? 3 : 2, {}};
    cloud.flat.reserve(instance.points().size() * static_cast<std::size_t>(cloud.dimension));
    for (const Point p : instance.points()) {
        if (!spherical) {
            // max(|dx|, |dy|) is the Manhattan metric after a rotation by 45 degrees.
            const bool turn = metric == Metric::maximum;
            cloud.flat.push_back(turn ? p.x + p.y : p.x);
            cloud.flat.push_back(turn ? p.x - p.y : p.y);
            continue;
        }
        const auto radians = [metric](double v) {
            if (metric == Metric::haversine) return v * std::numbers::pi / 180;
            const double degrees = std::trunc(v);
            return (degrees + 5 * (v - degrees) / 3) * std::numbers::pi / 180;
        };
        const double latitude = radians(metric == Metric::haversine ? p.y : p.x);
        const double longitude = radians(metric == Metric::haversine ? p.x : p.y);
        cloud.flat.push_back(std::cos(latitude) * std::cos(longitude));
        cloud.flat.push_back(std::cos(latitude) * std::sin(longitude));
        cloud.flat.push_back(std::sin(latitude));
    }
    return cloud;
}

}  // namespace odgear
