// Small rich problems for tests.
#pragma once

#include "odgear/core/fleet/problem.hpp"

namespace odgear::fleet {

// A depot at 0 on a line and stops at 10, 20, 30 and 40, each with a delivery of 1 and a service
// of 1; two vehicles of capacity 4, shift 0 to 1000. Distances are durations.
inline ProblemData line_problem() {
    ProblemData data;
    for (int i = 0; i <= 4; ++i) data.locations.push_back({{10.0 * i, 0}});
    data.depots.push_back({"D", 0, {}, 0});
    for (int i = 1; i <= 4; ++i) {
        Stop stop;
        stop.label = std::to_string(i);
        stop.location = i;
        stop.delivery = {1};
        stop.service = 1;
        data.stops.push_back(stop);
    }
    VehicleType van;
    van.label = "van";
    van.count = 2;
    van.capacity = {4};
    van.start = van.end = 0;
    van.shift = {0, 1000};
    data.vehicles.push_back(van);
    return data;
}

}  // namespace odgear::fleet
