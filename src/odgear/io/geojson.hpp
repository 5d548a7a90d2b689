// GeoJSON of a solution, for maps: a line for each route, a point for the depot and each customer,
// with loads, lengths and colours as properties. O(N).
#pragma once

#include <string>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"

namespace odgear {

// Positions are longitude and latitude for geographical instances (GEO files, VROOM requests).
// Plane instances keep their x and y, and the collection has "coordinates": "plane". Throws
// InputError if the instance has no coordinates, or if the solution visits an unknown customer.
std::string write_geojson(const Instance& instance, const Solution& solution);

}  // namespace odgear
