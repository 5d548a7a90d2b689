// VROOM's JSON for a plain CVRP: one depot, equal vehicles, one load dimension, deliveries. Any
// other key is an error and is never ignored; docs/formats.md lists what is read. O(text) time and
// memory, and O(jobs^2) if a matrix is given.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/io/instance_file.hpp"

namespace odgear {

// The meaning of the numbers in the cost matrix, which decides what further figures an answer can
// state.
enum class VroomMeasure : std::uint8_t { cost, duration, distance };

struct VroomOptions {
    std::optional<int> threads;        // t
    std::optional<double> time_limit;  // l, in seconds
    std::optional<int> exploration;    // x, 0..5: exploration level, used if there is no time limit
    bool geometry = false;             // g: straight lines between locations
};

struct VroomRequest {
    Instance instance;                   // labels are the job ids; the depot's is 0
    std::vector<std::int64_t> vehicles;  // ids, in the order of the request
    std::vector<double> services;        // seconds at each node; 0 for the depot
    std::vector<std::int64_t> indices;   // location_index of each node; empty without a matrix
    bool has_loads = false;              // whether any capacities or deliveries were given
    VroomMeasure measure = VroomMeasure::distance;
    VroomOptions options;
    std::vector<std::string> warnings;
};

// One vehicle and no loads make a TSP. Costs are `costs`, else `durations`, else `distances` of the
// vehicles' profile. Without a matrix they are great-circle metres between locations, rounded to
// whole ones unless options say otherwise.
VroomRequest read_vroom(std::string_view text, const std::string& file,
                        const ReadOptions& options = {});

// A request from which the same instance is read: a matrix, with locations if the points are
// geographical. Throws ConfigurationError above 10,000 nodes if a matrix is needed.
std::string write_vroom_request(const Instance& instance);

struct ComputingTimes {
    double loading = 0;  // seconds
    double solving = 0;
};

// Without matrices, vehicles drive at 50 km/h and seconds of driving are the cost, as VROOM's users
// expect.
constexpr double vroom_metres_per_second = 50.0 / 3.6;

std::string write_vroom_answer(const VroomRequest& request, const Solution& solution,
                               const ComputingTimes& times = {});
// code: 1 internal, 2 input, 3 routing.
std::string write_vroom_error(int code, std::string_view message);

// The routes of an answer, by the instance's labels. Throws InputError for an unknown id.
Solution read_vroom_answer(std::string_view text, const std::string& file,
                           const Instance& instance);

}  // namespace odgear
