// Shared by pictures and maps: positions of nodes on paper, a colour and a line of text for each
// route. All outputs use these, so that all show the same plan in the same way.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"

namespace odgear::drawing {

// Longitude and latitude in decimal degrees for geographical metrics; otherwise the file's x and y.
Point map_position(const Instance& instance, int node);
bool on_globe(const Instance& instance);

// Space around a picture, and above it.
constexpr double margin = 24;
constexpr double title_height = 64;

// Nodes fitted into width x height, y downwards, with their proportions (on the globe: those at the
// middle latitude). Throws InputError if the instance has no coordinates.
struct Layout {
    std::vector<Point> places;
    double width = 0;  // the used part of the given space
    double height = 0;
};
Layout fit(const Instance& instance, double width, double height);

// "#rrggbb" for each route. Routes that are neighbours around the depot get very different hues.
// Throws InputError if the instance has no coordinates.
std::vector<std::string> route_colours(const Instance& instance, const std::vector<Route>& routes);

// "route 3: 12 customers, load 40 of 50, length 123"; "length 123" for a tour.
std::string route_text(const Instance& instance, const Solution& solution, std::size_t route);
// The load of a route's customers.
Load route_load(const Instance& instance, const Route& route);
// "50", or "unlimited".
std::string capacity_text(const Instance& instance);

// Throws InputError if the solution visits a customer that the instance does not have.
void check_customers(const Instance& instance, const Solution& solution);

// The opening of a picture of routes, with the classes of its shapes: r a route, l its legs from
// and to the depot, d a dot. Lines and dots are smaller where stops are closer; legs are fainter
// the more there are. `more_style` is added to the style sheet.
struct Stroke {
    double line = 0;
    double dot = 0;
};
Stroke stroke_for(double spacing);
std::string picture_head(double width, double height, const Stroke& stroke, std::size_t routes,
                         std::string_view more_style = {});

// Rounded to a tenth, which is enough for a screen.
std::string number(double value);

// For titles: whole numbers unchanged, others with at most four decimals.
std::string cost_text(double cost);

// "+1.23 %", relative to the best-known cost.
std::string gap_text(double cost, double best_known);

// Escapes text for content and attributes; bytes that XML forbids become '?'.
std::string escaped(std::string_view text);

}  // namespace odgear::drawing
