// GeoJSON of a solution, for maps: a line for each route, a point for the depot and each customer,
// with loads, lengths and colours as properties. O(N).
#pragma once

#include <string>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"

namespace odgear {

// Positions are longitude and latitude for instances of the globe (GEO files, VROOM requests);
// plane instances keep their own x and y, and the collection says so by "coordinates": "plane".
// InputError when the instance has no coordinates, or the solution a customer it lacks.
std::string write_geojson(const Instance& instance, const Solution& solution);

}  // namespace odgear
