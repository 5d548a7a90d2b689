#include "odgear/io/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "odgear/core/errors.hpp"
#include "odgear/io/text.hpp"

namespace odgear::drawing {

namespace {

// TSPLIB writes degrees and minutes as DDD.MM.
double decimal_degrees(double coordinate) {
    const double degrees = std::trunc(coordinate);
    return degrees + (coordinate - degrees) * 100 / 60;
}

std::string hex_colour(double hue, double saturation, double lightness) {
    const double chroma = (1 - std::abs(2 * lightness - 1)) * saturation;
    const auto channel = [&](double offset) {
        const double k = std::fmod(offset + hue / 30, 12);
        const double value = lightness - chroma / 2 * std::max(-1.0, std::min({k - 3, 9 - k, 1.0}));
        return static_cast<int>(std::lround(255 * value));
    };
    return fmt::format("#{:02x}{:02x}{:02x}", channel(0), channel(8), channel(4));
}

// Yellow and green look brighter than other hues. The third ring of hues differs in lightness.
double lightness_of(double hue, std::size_t rank) {
    const double base = hue > 40 && hue < 190 ? 0.36 : 0.48;
    return base + (rank / 8 % 2 == 0 ? 0 : -0.10);
}

}  // namespace

bool on_globe(const Instance& instance) {
    return instance.rule().metric == Metric::geographical ||
           instance.rule().metric == Metric::haversine;
}

Point map_position(const Instance& instance, int node) {
    const Point point = instance.point(node);
    if (instance.rule().metric == Metric::geographical)
        return {decimal_degrees(point.y), decimal_degrees(point.x)};
    return point;
}

Layout fit(const Instance& instance, double width, double height) {
    if (!instance.has_points())
        throw InputError("the instance has no coordinates, so it cannot be drawn");
    Layout layout;
    for (int i = 0; i < instance.nodes(); ++i) layout.places.push_back(map_position(instance, i));
    Point low = layout.places.front();
    Point high = low;
    for (const Point place : layout.places) {
        low = {std::min(low.x, place.x), std::min(low.y, place.y)};
        high = {std::max(high.x, place.x), std::max(high.y, place.y)};
    }
    double stretch = 1;
    if (on_globe(instance))
        stretch = std::max(0.1, std::cos((low.y + high.y) / 2 * std::numbers::pi / 180));
    const double wide = stretch * (high.x - low.x);
    const double tall = high.y - low.y;
    // A scale is needed even if all nodes are on a line or at one point.
    const double scale =
        std::min(wide > 0 ? width / wide : 1e300, tall > 0 ? height / tall : 1e300);
    const double usable = scale < 1e300 ? scale : 1;
    layout.width = usable * wide;
    layout.height = usable * tall;
    for (Point& place : layout.places)
        place = {usable * stretch * (place.x - low.x), usable * (high.y - place.y)};
    return layout;
}

std::vector<std::string> route_colours(const Instance& instance, const std::vector<Route>& routes) {
    const std::vector<Point> places = fit(instance, 1000, 1000).places;
    std::vector<double> angles(routes.size(), 0);
    for (std::size_t r = 0; r < routes.size(); ++r) {
        Point sum;
        for (const int c : routes[r]) {
            sum.x += places[static_cast<std::size_t>(c)].x - places[0].x;
            sum.y += places[static_cast<std::size_t>(c)].y - places[0].y;
        }
        angles[r] = std::atan2(sum.y, sum.x);
    }
    std::vector<std::size_t> order(routes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return angles[a] < angles[b]; });
    std::vector<std::string> colours(routes.size());
    constexpr double golden_angle = 137.50776;
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        const double hue = std::fmod(210 + golden_angle * static_cast<double>(rank), 360);
        colours[order[rank]] = hex_colour(hue, 0.72, lightness_of(hue, rank));
    }
    return colours;
}

Load route_load(const Instance& instance, const Route& route) {
    Load load = 0;
    for (const int c : route) load += instance.demand(c);
    return load;
}

std::string capacity_text(const Instance& instance) {
    return instance.capacity() == no_capacity_limit ? "unlimited"
                                                    : std::to_string(instance.capacity());
}

std::string route_text(const Instance& instance, const Solution& solution, std::size_t route) {
    const Route& customers = solution.routes[route];
    const std::string length = cost_text(route_cost(instance, customers));
    if (instance.is_tsp()) return "length " + length;
    return fmt::format("route {}: {} customers, load {} of {}, length {}", route + 1,
                       customers.size(), route_load(instance, customers), capacity_text(instance),
                       length);
}

void check_customers(const Instance& instance, const Solution& solution) {
    for (const Route& route : solution.routes)
        for (const int c : route)
            if (c < 1 || c >= instance.nodes())
                throw InputError("the solution visits " + std::to_string(c) +
                                 ", which is not a customer of the instance (1.." +
                                 std::to_string(instance.customers()) + ")");
}

Stroke stroke_for(double spacing) {
    return {std::clamp(0.12 * spacing, 0.5, 2.2), std::clamp(0.30 * spacing, 1.0, 9.0)};
}

std::string picture_head(double width, double height, const Stroke& stroke, std::size_t routes,
                         std::string_view more_style) {
    const auto many = static_cast<double>(std::max<std::size_t>(1, routes));
    const double leg = std::clamp(8 / std::sqrt(many) / 3, 0.12, 0.6);
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" "
        "width=\"{0}\" height=\"{1}\" font-family=\"Helvetica, Arial, sans-serif\">\n"
        "<style>.r{{fill:none;stroke-linejoin:round;stroke-linecap:round;"
        "stroke-width:{2:.2f}}}.l{{stroke-width:{3:.2f};stroke-opacity:{4:.2f};"
        "stroke-dasharray:{5:.1f}}}.d{{stroke-width:{6:.2f}}}{7}"
        ".r:hover{{stroke:#000}}</style>\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        number(width), number(height), stroke.line, 0.7 * stroke.line, leg, 4 * stroke.line,
        stroke.dot, more_style);
}

std::string number(double value) { return text::from_double(std::round(value * 10) / 10); }

std::string cost_text(double cost) {
    if (cost == std::trunc(cost)) return text::from_double(cost);
    std::string text = fmt::format("{:.4f}", cost);
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
    return text;
}

std::string gap_text(double cost, double best_known) {
    return fmt::format("{:+.2f} %", 100 * (cost / best_known - 1));
}

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
            case '&': result += "&amp;"; break;
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '"': result += "&quot;"; break;
            default: result += c >= ' ' && c <= '~' ? c : '?';
        }
    }
    return result;
}

}  // namespace odgear::drawing
