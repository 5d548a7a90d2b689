// Rich plans to look at: a picture, a map page, GeoJSON, and a table for spreadsheets, each with
// times and loads and with the stops that are left out. The plan must be scheduled. O(steps).
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

// SVG. Each route in a colour of its own, legs from and to depots drawn fainter, depots as squares,
// stops that are left out as grey rings; pointing at any of them says what it is. InputError when
// the problem has no coordinates.
std::string plot_plan(const fleet::Problem& problem, const fleet::Plan& plan,
                      const PlanPlotOptions& options = {});

// A line for each route; a point for each depot, stop and stop that is left out, with times, load
// and reason. InputError when the problem has no coordinates.
std::string write_plan_geojson(const fleet::Problem& problem, const fleet::Plan& plan,
                               const PlanTextOptions& options = {});

// One HTML file, as write_map makes for a CVRP. InputError when the problem has no coordinates;
// ConfigurationError for tiles under a problem of the plane.
std::string write_plan_map(const fleet::Problem& problem, const fleet::Plan& plan,
                           const MapOptions& map = {}, const PlanTextOptions& options = {});

// CSV: route,vehicle,stop,kind,id,arrival,wait,begin,departure,load,distance,reason; with several
// dimensions load1,load2,... Stops that are left out come last, with their reason.
std::string write_plan_csv(const fleet::Problem& problem, const fleet::Plan& plan,
                           const PlanTextOptions& options = {});

}  // namespace odgear
