// Our own keys in a VROOM request that tie jobs to vehicles and to each other: "vehicles" (only
// these may serve the job), "group" (one job of the group is visited) and "after" (a job that the
// same vehicle visits earlier). They name vehicles and jobs by id, so they are stored until all are
// known. O(ids named).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "odgear/core/fleet/problem.hpp"
#include "odgear/io/json.hpp"

namespace odgear {

class VroomTies {
public:
    // Reads the keys of a job, or of a shipment for each of its ends.
    void read(const json::Field& object, int stop);

    // Vehicles with the same text are named by the same jobs, so they may be one type.
    std::string mention_of(std::int64_t vehicle) const;

    // `job` finds the stop of a job's id, or -1; `types` has the ids of the vehicles by type.
    void apply(fleet::ProblemData& data, const std::function<int(std::int64_t)>& job,
               const std::vector<std::vector<std::int64_t>>& types) const;

private:
    using Ids = std::vector<std::int64_t>;

    void read_vehicles(const json::Field& field, int stop);

    std::map<Ids, int> lists_;                        // of vehicles, numbered
    std::vector<std::pair<json::Field, Ids>> named_;  // by stop: the field and its list
    std::vector<int> named_stops_;
    std::vector<std::pair<json::Field, int>> after_;
    std::map<std::string, std::vector<std::pair<json::Field, int>>> groups_;
};

}  // namespace odgear
