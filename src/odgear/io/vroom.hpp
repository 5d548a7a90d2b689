// VROOM's JSON, for the part of it that is a CVRP: one depot, equal vehicles, one load dimension,
// deliveries. A key outside that part is an error, not something silently left out; docs/formats.md
// lists what is read. O(text) time and memory, and O(jobs^2) where a matrix is given.
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

// What the numbers of the cost matrix are, and so which further figures an answer can state.
enum class VroomMeasure : std::uint8_t { cost, duration, distance };

struct VroomOptions {
    std::optional<int> threads;        // t
    std::optional<double> time_limit;  // l, in seconds
    std::optional<int> exploration;    // x, 0..5: a wish for effort where no limit is given
    bool geometry = false;             // g: straight lines between locations
};

struct VroomRequest {
    Instance instance;                   // labels are the job ids; the depot's is 0
    std::vector<std::int64_t> vehicles;  // ids, in the order of the request
    std::vector<double> services;        // seconds at each node; 0 for the depot
    std::vector<std::int64_t> indices;   // location_index of each node; empty without a matrix
    bool has_loads = false;              // whether capacities or deliveries were given at all
    VroomMeasure measure = VroomMeasure::distance;
    VroomOptions options;
    std::vector<std::string> warnings;
};

// One vehicle and no loads make a TSP. Costs are those of `costs`, else `durations`, else
// `distances` of the vehicles' profile; without a matrix, great-circle metres between locations,
// rounded to whole ones unless options say otherwise.
VroomRequest read_vroom(std::string_view text, const std::string& file,
                        const ReadOptions& options = {});

// A request that reads back as the same instance: a matrix, with locations where the points are
// geographical; ConfigurationError above 10,000 nodes where a matrix is needed.
std::string write_vroom_request(const Instance& instance);

struct ComputingTimes {
    double loading = 0;  // seconds
    double solving = 0;
};

// Where a request has no matrices, ways are driven at 50 km/h, and seconds of driving are the cost,
// as VROOM's users expect it.
constexpr double vroom_metres_per_second = 50.0 / 3.6;

std::string write_vroom_answer(const VroomRequest& request, const Solution& solution,
                               const ComputingTimes& times = {});
// code: 1 internal, 2 input, 3 routing.
std::string write_vroom_error(int code, std::string_view message);

// The routes of an answer, by the instance's labels. InputError on an id that the instance lacks.
Solution read_vroom_answer(std::string_view text, const std::string& file,
                           const Instance& instance);

}  // namespace odgear
