// From the body of a request to a problem and what is wanted of it. This file, answer.hpp and
// solve_step.hpp are all that knows which problems there are; the rest of the service moves jobs.
//
// A body is a VROOM request, the text of a .vrp, .tsp or CSV file or of a rich format, or an object
// of our own with such a thing in "instance" and options beside it. Options of the others come in
// the query of the URL.
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

// As it came over the wire. Kept in the state file, so that a job can be read again.
struct RequestText {
    std::string body;
    std::string content_type;
    std::string accept;
    std::map<std::string, std::string> query;
};

// What an answer is written in.
enum class Language : std::uint8_t { vroom, json, sol, csv, geojson, svg, html };

Language language_from(std::string_view name);  // InputError on a name that is none
std::string_view name_of(Language language);

using Problem = std::variant<ReadResult, VroomRequest, FleetInput>;

struct Request {
    Problem problem;
    std::string name{};  // as the client calls it, else as the file does
    Options options{};
    double seconds = 0;       // from arrival to answer
    double load_seconds = 0;  // that reading took
    std::int64_t iterations = std::numeric_limits<std::int64_t>::max();
    double target = -std::numeric_limits<double>::infinity();
    int priority = 0;  // -10..10, the larger the sooner
    Language language = Language::json;
    std::optional<fleet::Plan> warm_plan{};  // of a rich problem
    std::string source{};                    // the text of a rich problem, to be asked for again

    // The rich problem; null where it is a CVRP or TSP, which has an instance() instead.
    const FleetInput* fleet() const { return std::get_if<FleetInput>(&problem); }
    const Instance& instance() const;
    int customers() const;
    const std::vector<std::string>& warnings() const;
    // About what it takes in memory.
    std::size_t bytes() const;
};

// InputError, InfeasibleError or HttpError (too large) when it cannot be served. O(body).
Request read_request(const RequestText& text, const RequestLimits& limits);

}  // namespace odgear::serve
