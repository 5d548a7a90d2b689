// Distances between points, by metric and rounding convention (TSPLIB 95, and the extensions that
// docs/formats.md lists). A formula costs O(1); nothing is stored.
#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

namespace odgear {

struct Point {
    double x = 0;
    double y = 0;
    bool operator==(const Point&) const = default;
};

enum class Metric : std::uint8_t {
    euclidean,         // EUC_2D, CEIL_2D, FLOOR_2D; EXACT_2D with a scale of 1000
    manhattan,         // MAN_2D
    maximum,           // MAX_2D
    geographical,      // GEO: degrees.minutes on the TSPLIB sphere, whole kilometres
    pseudo_euclidean,  // ATT
    haversine,         // longitude, latitude in degrees; metres (VROOM requests without a matrix)
    matrix,            // EXPLICIT: read from the file
};

enum class Rounding : std::uint8_t { none, nearest, up, down };

std::string_view name_of(Metric metric);
std::string_view name_of(Rounding rounding);

inline double rounded(double value, Rounding rounding) {
    switch (rounding) {
        case Rounding::none: return value;
        case Rounding::nearest: return std::floor(value + 0.5);
        case Rounding::up: return std::ceil(value);
        case Rounding::down: return std::floor(value);
    }
    return value;
}

// Rounds a non-negative value to the nearest whole number in one instruction. (std::floor is a
// library call on the oldest x86-64.) Gives the same as rounded(value, Rounding::nearest).
inline std::int64_t nearest_whole(double value) {
    // NOLINTNEXTLINE(bugprone-incorrect-roundings): the value is not negative.
    return static_cast<std::int64_t>(value + 0.5);
}

// Metrics with longer formulas; defined in distance.cpp.
double geographical_distance(Point a, Point b);
double pseudo_euclidean_distance(Point a, Point b);
double haversine_metres(Point a, Point b);

// How a coordinate pair becomes a cost: rounded(scale * metric(a, b)).
struct DistanceRule {
    Metric metric = Metric::euclidean;
    Rounding rounding = Rounding::none;
    double scale = 1;

    double operator()(Point a, Point b) const {
        const double dx = a.x - b.x;
        const double dy = a.y - b.y;
        double d = 0;
        switch (metric) {
            case Metric::euclidean: d = std::sqrt(dx * dx + dy * dy); break;
            case Metric::manhattan: d = std::abs(dx) + std::abs(dy); break;
            case Metric::maximum: d = std::fmax(std::abs(dx), std::abs(dy)); break;
            // These two are whole numbers by definition; rounding them again changes nothing.
            case Metric::geographical: return geographical_distance(a, b);
            case Metric::pseudo_euclidean: return pseudo_euclidean_distance(a, b);
            case Metric::haversine: d = haversine_metres(a, b); break;
            case Metric::matrix: break;  // an Instance looks it up itself
        }
        return rounded(scale * d, rounding);
    }
};

}  // namespace odgear
