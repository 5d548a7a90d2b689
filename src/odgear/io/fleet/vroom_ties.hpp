// Keys of our own in a VROOM request that tie jobs to vehicles and to each other: "vehicles" (the
// only ones that may serve it), "group" (one job of the group is visited) and "after" (a job of the
// same vehicle that comes earlier). They name vehicles and jobs by their ids, so they are kept
// until all are known. O(ids named).
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
    // The keys of a job, or of a shipment for each of its ends.
    void read(const json::Field& object, int stop);

    // Vehicles with the same text are named together wherever one of them is: they may be one type.
    std::string mention_of(std::int64_t vehicle) const;

    // `job` finds the stop of a job's id, or -1; `types` holds the vehicles' ids by type.
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
