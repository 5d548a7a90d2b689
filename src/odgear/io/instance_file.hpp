// Reads a file as an Instance: .vrp and .tsp (TSPLIB 95 and its CVRP dialect), a VROOM request
// (JSON), or a table of stops (CSV). The content decides the format. O(file) time and memory; a
// file cannot cause large allocations merely by stating large numbers.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/stop.hpp"

namespace odgear {

// Options for a table of stops, where the table does not state them. Other formats state them.
struct TableOptions {
    std::string depot{};  // the id of its row, or "LAT,LON" ("X,Y"); empty: as the table says
    std::optional<Load> capacity{};  // of each vehicle
    std::optional<double> speed{};   // km/h, for the times of a rich table with degrees
    bool given() const { return !depot.empty() || capacity.has_value(); }
};

struct ReadOptions {
    // Empty means `auto`: the rounding of the file's metric, except that EUC_2D, MAN_2D and MAX_2D
    // coordinates within a unit square are not rounded (a notice says so). A value replaces the
    // rounding of every metric computed from plane coordinates.
    std::optional<Rounding> rounding{};
    TableOptions table{};
    // Ends the wait for a pipe that has no data yet. May be null.
    const StopFlag* flag = nullptr;
};

struct ReadResult {
    Instance instance;
    std::vector<std::string> warnings;  // each one readable by itself, "FILE:LINE: FIELD: message"
    Rounding rounding;                  // the rounding that was used: instance.rule().rounding
    std::vector<double> services{};     // minutes at each node; empty unless a table states them
    // Options for the solver in the file itself (`options` of a VROOM request).
    std::optional<double> time_limit{};
    std::optional<int> threads{};
};

// Throws InputError if the file cannot be read, and InfeasibleError if no solution can exist. The
// message is one line, "FILE:LINE: FIELD: message". The path "-" is standard input.
ReadResult read_instance(const std::filesystem::path& path, const ReadOptions& options = {});

// The same for text that is already in memory; `file` names it in messages.
ReadResult parse_instance(std::string_view text, const std::string& file,
                          const ReadOptions& options = {});

// The rounding as results record it: "nint", "none", "ceil", "floor"; "metric" if the metric itself
// defines whole numbers (GEO, ATT), "matrix" for distances used as given.
std::string_view rounding_name(const Instance& instance);

// Empty for "auto". Throws ConfigurationError on an unknown name.
std::optional<Rounding> rounding_option(std::string_view name);

}  // namespace odgear
