// A simple table of stops: a header row that names the columns, a row for the depot and one for
// each customer. docs/formats.md lists the columns. O(text) time and memory.
#pragma once

#include <string>
#include <string_view>

#include "odgear/io/instance_file.hpp"

namespace odgear {

// Whether the first line has the titles of location columns (lat and lon, or x and y), or the name
// of the file ends in .csv or .tsv.
bool is_stop_table(std::string_view text, const std::string& file);

// Latitude and longitude are degrees, and distances great-circle metres, rounded to whole ones. x
// and y are a plane with real distances (ReadOptions::rounding replaces both). A table with neither
// demands nor a capacity is a TSP.
ReadResult read_stop_table(std::string_view text, const std::string& file,
                           const ReadOptions& options = {});

}  // namespace odgear
