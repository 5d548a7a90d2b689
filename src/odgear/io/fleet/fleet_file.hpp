// From a file to a rich problem (core/fleet), whatever the format: .vrp with PyVRP's sections,
// Solomon's and Li & Lim's text formats. The format is told by the content. O(file) time and
// memory.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "odgear/core/fleet/problem.hpp"

namespace odgear {

// How real numbers of a file become those of the problem; applied to distances, times, prizes and
// costs alike.
enum class FleetRounding : std::uint8_t {
    automatic,  // what the benchmark of the file's TYPE uses, else none
    none,
    nearest,
    up,
    down,
    dimacs,  // tenths, truncated
    exact,   // thousandths, to the nearest
};

std::string_view name_of(FleetRounding rounding);
// ConfigurationError on an unknown name.
FleetRounding fleet_rounding(std::string_view name);

struct FleetReadOptions {
    FleetRounding rounding = FleetRounding::automatic;
};

struct FleetReadResult {
    fleet::Problem problem;
    FleetRounding rounding = FleetRounding::none;  // the one in use
    std::vector<std::string> warnings;             // each complete by itself
    bool table = false;                            // a table of stops
    double clock = 0;  // seconds in a unit of time, where times are those of a clock
};

// Whether the text is a rich problem of one of these formats, rather than a CVRP or TSP.
bool is_fleet_text(std::string_view text);

// InputError for what cannot be read, as "FILE:LINE: FIELD: message".
FleetReadResult parse_fleet(std::string_view text, const std::string& file,
                            const FleetReadOptions& options = {});
FleetReadResult read_fleet(const std::filesystem::path& path, const FleetReadOptions& options = {});

}  // namespace odgear
