// From the body of a request to a problem and what is wanted of it. This file, answer.hpp and
// solve_step.hpp are all that knows which problems there are; the rest of the service moves jobs.
//
// A body is a VROOM request, the text of a .vrp or .tsp file, or an object of our own with such a
// thing in "instance" and options beside it. Options of the other two come in the query of the URL.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "odgear/core/instance.hpp"
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
enum class Language : std::uint8_t { vroom, json, sol, geojson, svg };

Language language_from(std::string_view name);  // InputError on a name that is none
std::string_view name_of(Language language);

using Problem = std::variant<ReadResult, VroomRequest>;

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

    const Instance& instance() const;
    const std::vector<std::string>& warnings() const;
    // About what it takes in memory.
    std::size_t bytes() const;
};

// InputError, InfeasibleError or HttpError (too large) when it cannot be served. O(body).
Request read_request(const RequestText& text, const RequestLimits& limits);

}  // namespace odgear::serve
