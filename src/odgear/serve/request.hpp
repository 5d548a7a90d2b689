// Reads the body of a request: the problem and the options. Only this file, answer.hpp and
// solve_step.hpp know which kinds of problems there are; the rest of the service handles jobs.
//
// A body is a VROOM request, the text of a .vrp, .tsp or CSV file or of a rich format, or our own
// JSON object with one of these in "instance" and options beside it. For the other kinds, options
// come in the query of the URL.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "odgear/core/fleet/plan.hpp"
#include "odgear/core/instance.hpp"
#include "odgear/io/fleet/fleet_input.hpp"
#include "odgear/io/instance_file.hpp"
#include "odgear/io/vroom.hpp"
#include "odgear/serve/parameters.hpp"
#include "odgear/solve/options.hpp"

namespace odgear::serve {

// The text as it was received. The state file stores it, so that a job can be read again.
struct RequestText {
    std::string body;
    std::string content_type;
    std::string accept;
    std::map<std::string, std::string> query;
};

// The format of an answer.
enum class Language : std::uint8_t { vroom, json, sol, csv, geojson, svg, html };

Language language_from(std::string_view name);  // Throws InputError on an unknown name.
std::string_view name_of(Language language);

using Problem = std::variant<ReadResult, VroomRequest, FleetInput>;

struct Request {
    Problem problem;
    std::string name{};  // given by the client, or else by the file
    Options options{};
    double seconds = 0;       // from arrival to answer
    double load_seconds = 0;  // time for reading the request
    std::int64_t iterations = std::numeric_limits<std::int64_t>::max();
    double target = -std::numeric_limits<double>::infinity();
    int priority = 0;  // -10..10; jobs with larger numbers go first
    Language language = Language::json;
    std::optional<fleet::Plan> warm_plan{};  // of a rich problem
    std::string source{};  // the text of a rich problem, for clients that ask for it later

    // The rich problem; null for a CVRP or TSP, which has an instance() instead.
    const FleetInput* fleet() const { return std::get_if<FleetInput>(&problem); }
    const Instance& instance() const;
    int customers() const;
    const std::vector<std::string>& warnings() const;
    // Approximate memory that it uses.
    std::size_t bytes() const;
};

// Throws InputError, InfeasibleError or HttpError (too large) if it cannot be served. O(body).
Request read_request(const RequestText& text, const RequestLimits& limits);

}  // namespace odgear::serve
