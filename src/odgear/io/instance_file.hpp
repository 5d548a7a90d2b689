// From a file to an Instance, whatever the format: .vrp and .tsp (TSPLIB 95 and its CVRP dialect),
// a VROOM request (JSON), or a table of stops (CSV). The format is told by the content. O(file)
// time and memory; nothing is allocated by what a file merely claims to hold.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/stop.hpp"

namespace odgear {

// What a table of stops leaves open. The other formats state it themselves.
struct TableOptions {
    std::string depot{};             // the id of its row, or "LAT,LON" ("X,Y"); empty: the table's
    std::optional<Load> capacity{};  // of each vehicle
    std::optional<double> speed{};   // km/h, for the times of a rich table on the globe
    bool given() const { return !depot.empty() || capacity.has_value(); }
};

struct ReadOptions {
    // Nothing means `auto`: what the file's metric says, except that EUC_2D, MAN_2D and MAX_2D
    // coordinates within a unit square are not rounded (a notice says so). A value replaces the
    // rounding of every metric computed from plane coordinates.
    std::optional<Rounding> rounding{};
    TableOptions table{};
    // Ends the wait for a pipe that nobody has written to yet. May be null.
    const StopFlag* flag = nullptr;
};

struct ReadResult {
    Instance instance;
    std::vector<std::string> warnings;  // each complete by itself, "FILE:LINE: FIELD: message"
    Rounding rounding;                  // the one in use: instance.rule().rounding
    std::vector<double> services{};     // minutes at each node; empty unless a table states them
    // What the file itself asks of the solver (`options` of a VROOM request).
    std::optional<double> time_limit{};
    std::optional<int> threads{};
};

// InputError for what cannot be read, InfeasibleError for what no solution can satisfy; the message
// is one line, "FILE:LINE: FIELD: message". The path "-" is standard input.
ReadResult read_instance(const std::filesystem::path& path, const ReadOptions& options = {});

// The same for text that is already in memory; `file` names it in messages.
ReadResult parse_instance(std::string_view text, const std::string& file,
                          const ReadOptions& options = {});

// The convention as results record it: "nint", "none", "ceil", "floor"; "metric" where the metric
// itself defines whole numbers (GEO, ATT), "matrix" for distances used as given.
std::string_view rounding_name(const Instance& instance);

// "auto" gives nothing; ConfigurationError on an unknown name.
std::optional<Rounding> rounding_option(std::string_view name);

}  // namespace odgear
