// .vrp and .tsp: TSPLIB 95 and the dialect of the CVRP libraries (docs/formats.md lists the keys,
// metrics and matrix formats). O(file) time and memory; explicit matrices O(n^2), as given.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "odgear/io/instance_file.hpp"

namespace odgear {

ReadResult read_tsplib(std::string_view text, const std::string& file,
                       const ReadOptions& options = {});

// The rounding of `auto` for a metric of plane coordinates, by its name in files: the metric's own
// rounding, but none for EUC_2D, MAN_2D and MAX_2D if all points fit into a unit square.
Rounding default_rounding(std::string_view metric, const std::vector<Point>& points);

}  // namespace odgear
