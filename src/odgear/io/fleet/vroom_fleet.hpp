// VROOM's JSON with everything that makes a problem rich: several depots and kinds of vehicles,
// jobs with deliveries and pickups, shipments, time windows, skills, priorities, breaks, matrices
// by profile. docs/formats.md lists the keys; an unknown one is an error that names it. O(text +
// matrix entries).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "odgear/core/fleet/plan.hpp"
#include "odgear/io/vroom.hpp"

namespace odgear {

struct VroomFleetRequest {
    enum class Task : std::uint8_t { job, pickup, delivery };
    struct TaskId {
        Task task = Task::job;
        std::int64_t id = 0;
        std::string description;
    };

    fleet::Problem problem;
    std::vector<TaskId> tasks;                        // by stop
    std::vector<std::vector<std::int64_t>> vehicles;  // ids, by type
    std::vector<std::vector<std::int64_t>> breaks;    // ids of a type's breaks
    bool has_points = false;                          // locations are coordinates
    bool has_matrix = false;                          // locations are rows of the matrices
    VroomOptions options;
    std::vector<std::string> warnings;
};

// Whether a request needs the rich reader: it uses a key that the reader for CVRPs (read_vroom)
// rejects.
bool is_vroom_fleet(std::string_view text, const std::string& file);

// Costs are VROOM's: by default the seconds of driving. Without matrices, distances are
// great-circle metres, driven at 50 km/h.
VroomFleetRequest read_vroom_fleet(std::string_view text, const std::string& file);

// The plan must be scheduled. Unassigned tasks are written with their reason.
std::string write_vroom_plan(const VroomFleetRequest& request, const fleet::Plan& plan,
                             const ComputingTimes& times = {});

// Reads a plan from an answer; it is scheduled but not checked. A reload is identified by its
// location.
fleet::Plan read_vroom_plan(std::string_view text, const std::string& file,
                            const VroomFleetRequest& request);
// Whether the JSON text is an answer of VROOM and not our own format.
bool is_vroom_answer(std::string_view text, const std::string& file);

}  // namespace odgear
