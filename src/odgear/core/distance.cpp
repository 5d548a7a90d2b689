#include "odgear/core/distance.hpp"

#include <algorithm>
#include <numbers>

namespace odgear {

std::string_view name_of(Metric metric) {
    switch (metric) {
        case Metric::euclidean: return "euclidean";
        case Metric::manhattan: return "manhattan";
        case Metric::maximum: return "maximum";
        case Metric::geographical: return "geographical";
        case Metric::pseudo_euclidean: return "pseudo-euclidean";
        case Metric::haversine: return "haversine";
        case Metric::matrix: return "matrix";
    }
    return "";
}

std::string_view name_of(Rounding rounding) {
    switch (rounding) {
        case Rounding::none: return "none";
        case Rounding::nearest: return "nint";
        case Rounding::up: return "ceil";
        case Rounding::down: return "floor";
    }
    return "";
}

namespace {

// TSPLIB coordinates are DDD.MM: whole degrees, then minutes as hundredths.
double tsplib_radians(double coordinate) {
    constexpr double tsplib_pi = 3.141592;
    const double degrees = std::trunc(coordinate);
    const double minutes = coordinate - degrees;
    return tsplib_pi * (degrees + 5.0 * minutes / 3.0) / 180.0;
}

}  // namespace

double geographical_distance(Point a, Point b) {
    constexpr double radius = 6378.388;
    const double latitude_a = tsplib_radians(a.x);
    const double latitude_b = tsplib_radians(b.x);
    const double q1 = std::cos(tsplib_radians(a.y) - tsplib_radians(b.y));
    const double q2 = std::cos(latitude_a - latitude_b);
    const double q3 = std::cos(latitude_a + latitude_b);
    const double cosine = std::clamp(0.5 * ((1.0 + q1) * q2 - (1.0 - q1) * q3), -1.0, 1.0);
    // The standard's "+ 1.0, truncated" would put a point one kilometre from itself.
    if (a == b) return 0;
    return std::trunc(radius * std::acos(cosine) + 1.0);
}

double pseudo_euclidean_distance(Point a, Point b) {
    const double dx = a.x - b.x;
    const double dy = a.y - b.y;
    const double r = std::sqrt((dx * dx + dy * dy) / 10.0);
    const double t = std::floor(r + 0.5);
    return t < r ? t + 1 : t;
}

double haversine_metres(Point a, Point b) {
    constexpr double mean_radius = 6371008.8;
    constexpr double degree = std::numbers::pi / 180.0;
    const double half_latitude = std::sin((a.y - b.y) * degree / 2);
    const double half_longitude = std::sin((a.x - b.x) * degree / 2);
    const double h = half_latitude * half_latitude + std::cos(a.y * degree) *
                                                         std::cos(b.y * degree) * half_longitude *
                                                         half_longitude;
    return 2 * mean_radius * std::asin(std::sqrt(std::min(1.0, h)));
}

}  // namespace odgear
