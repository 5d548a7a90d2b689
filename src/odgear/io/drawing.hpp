// What pictures and maps share: where nodes lie on paper, a colour and a line of text for each
// route. Every output takes them from here, so that all show the same plan the same way.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"

namespace odgear::drawing {

// Longitude and latitude in decimal degrees for the metrics of the globe, the file's x and y else.
Point map_position(const Instance& instance, int node);
bool on_globe(const Instance& instance);

// Around a picture, and above it.
constexpr double margin = 24;
constexpr double title_height = 64;

// Nodes fitted into width x height, y downwards, proportions kept (on the globe: those at the
// middle latitude). InputError when the instance has no coordinates.
struct Layout {
    std::vector<Point> places;
    double width = 0;  // what is used of the space given
    double height = 0;
};
Layout fit(const Instance& instance, double width, double height);

// "#rrggbb" for each route. Routes that are neighbours around the depot get hues far apart.
// InputError when the instance has no coordinates.
std::vector<std::string> route_colours(const Instance& instance, const std::vector<Route>& routes);

// "route 3: 12 customers, load 40 of 50, length 123"; "length 123" for a tour.
std::string route_text(const Instance& instance, const Solution& solution, std::size_t route);
// The load of a route's customers.
Load route_load(const Instance& instance, const Route& route);
// "50", or "unlimited".
std::string capacity_text(const Instance& instance);

// InputError when the solution visits a customer that the instance lacks.
void check_customers(const Instance& instance, const Solution& solution);

// The opening of a picture of routes, with the classes of its shapes: r a route, l its legs from
// and to the depot, d a dot. Lines and dots shrink as stops come closer to each other; legs fade as
// there are more of them. `more_style` is added to the style sheet.
struct Stroke {
    double line = 0;
    double dot = 0;
};
Stroke stroke_for(double spacing);
std::string picture_head(double width, double height, const Stroke& stroke, std::size_t routes,
                         std::string_view more_style = {});

// Rounded to a tenth, which is all a screen shows.
std::string number(double value);

// For titles: whole numbers as they are, others with at most four decimals.
std::string cost_text(double cost);

// "+1.23 %", against the best-known cost.
std::string gap_text(double cost, double best_known);

// For text between tags and in attributes; bytes that XML forbids become '?'.
std::string escaped(std::string_view text);

}  // namespace odgear::drawing
