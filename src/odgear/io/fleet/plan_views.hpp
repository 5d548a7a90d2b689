// Rich plans for viewing: a picture, a map page, GeoJSON, and a table for spreadsheets, each with
// times, loads and the stops that are left out. The plan must be scheduled. O(steps).
#pragma once

#include <optional>
#include <string>

#include "odgear/core/fleet/plan.hpp"
#include "odgear/io/fleet/plan_drawing.hpp"
#include "odgear/io/plan_map.hpp"

namespace odgear {

struct PlanPlotOptions {
    PlanTextOptions text{};
    std::optional<double> best_known{};  // adds the gap to the title
    double width = 0;                    // pixels; 0: 1000, or 2000 above 5,000 stops
};

// SVG. Each route has its own colour, with fainter legs from and to depots; depots are squares,
// stops that are left out are grey rings. Each shape has a tooltip. Throws InputError if the
// problem has no coordinates.
std::string plot_plan(const fleet::Problem& problem, const fleet::Plan& plan,
                      const PlanPlotOptions& options = {});

// A line for each route and a point for each depot and stop, including those left out, with times,
// load and reason. Throws InputError if the problem has no coordinates.
std::string write_plan_geojson(const fleet::Problem& problem, const fleet::Plan& plan,
                               const PlanTextOptions& options = {});

// One HTML file, like that of write_map for a CVRP. Throws InputError if the problem has no
// coordinates, and ConfigurationError for tiles with plane coordinates.
std::string write_plan_map(const fleet::Problem& problem, const fleet::Plan& plan,
                           const MapOptions& map = {}, const PlanTextOptions& options = {});

// CSV: route,vehicle,stop,kind,id,arrival,wait,begin,departure,load,distance,reason; with several
// dimensions load1,load2,... Stops that are left out come last, with their reason.
std::string write_plan_csv(const fleet::Problem& problem, const fleet::Plan& plan,
                           const PlanTextOptions& options = {});

}  // namespace odgear
