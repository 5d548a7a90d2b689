// The syntax of .vrp and .tsp files: keys and sections as they are, each with its line.
// tsplib_reader makes an Instance of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "odgear/core/distance.hpp"
#include "odgear/core/instance.hpp"

namespace odgear::tsplib {

template <class T>
struct Located {
    T value{};
    std::size_t line = 0;  // 0: not in the file
    bool given() const { return line > 0; }
};

struct NodePoint {
    std::int64_t node = 0;
    std::size_t line = 0;
    Point point;
};

struct NodeDemand {
    std::int64_t node = 0;
    std::size_t line = 0;
    Load demand = 0;
};

// first: the line of the section's name; last: the line of its last entry.
template <class Entry>
struct Section {
    std::vector<Entry> entries;
    std::size_t first = 0;
    std::size_t last = 0;
    bool given() const { return first > 0; }
};

struct Content {
    std::string file;
    std::vector<std::string> warnings;
    std::size_t lines = 0;  // line number of the end of the file, or of its EOF line

    Located<std::string> name;
    Located<std::string> comment;
    Located<std::string> type;
    Located<std::string> metric;  // EDGE_WEIGHT_TYPE
    Located<std::string> format;  // EDGE_WEIGHT_FORMAT
    Located<std::int64_t> dimension;
    Located<Load> capacity;
    Located<std::int64_t> vehicles;
    Located<double> distance;
    Located<double> service_time;

    Section<NodePoint> points;
    Section<NodePoint> display;
    Section<NodeDemand> demands;
    Section<double> weights;
    Section<std::int64_t> depots;
};

Content parse_sections(std::string_view text, const std::string& file);

}  // namespace odgear::tsplib
