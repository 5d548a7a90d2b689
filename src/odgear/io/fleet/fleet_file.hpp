// Reads a file as a rich problem (core/fleet): .vrp with PyVRP's sections, and the text formats of
// Solomon and of Li & Lim. The content decides the format. O(file) time and memory.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "odgear/core/fleet/problem.hpp"

namespace odgear {

// How real numbers of a file are rounded. Applies to distances, times, prizes and costs.
enum class FleetRounding : std::uint8_t {
    automatic,  // the rounding of the benchmark that the file's TYPE belongs to, else none
    none,
    nearest,
    up,
    down,
    dimacs,  // tenths, truncated
    exact,   // thousandths, to the nearest
};

std::string_view name_of(FleetRounding rounding);
// Throws ConfigurationError on an unknown name.
FleetRounding fleet_rounding(std::string_view name);

struct FleetReadOptions {
    FleetRounding rounding = FleetRounding::automatic;
};

struct FleetReadResult {
    fleet::Problem problem;
    FleetRounding rounding = FleetRounding::none;  // the rounding that was used
    std::vector<std::string> warnings;             // each one is readable by itself
    bool table = false;                            // a table of stops
    double clock = 0;  // seconds per unit of time, if times are clock times
};

// Whether the text is a rich problem in one of these formats, rather than a CVRP or TSP.
bool is_fleet_text(std::string_view text);

// Throws InputError, as "FILE:LINE: FIELD: message".
FleetReadResult parse_fleet(std::string_view text, const std::string& file,
                            const FleetReadOptions& options = {});
FleetReadResult read_fleet(const std::filesystem::path& path, const FleetReadOptions& options = {});

}  // namespace odgear
