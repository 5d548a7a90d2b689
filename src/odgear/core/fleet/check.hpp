// The independent checker of rich plans: simulates every route plainly and names each violation.
// O(steps), times the windows of a stop.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "odgear/core/fleet/plan.hpp"

namespace odgear::fleet {

struct Violation {
    enum class Kind : std::uint8_t {
        unknown_step,  // a stop, depot, break, type or vehicle that does not exist
        repeated_stop,
        missing_stop,   // required, and not visited
        missing_group,  // none of a required group is visited
        crowded_group,  // more than one of a group is visited
        excess_load,
        late,           // service or a break begins after its window
        late_end,       // after the shift or the depot's window
        early_release,  // the trip left before a stop's release
        excess_duration,
        excess_distance,
        excess_driving,
        excess_stops,
        excess_vehicles,  // the same vehicle twice, or more than there are
        wrong_vehicle,    // skills or allowed types
        broken_pair,      // a shipment or an `after` not in one route or in the wrong order
        backhaul_order,
        missing_break,
        wrong_reload,  // not a reload depot of the type, or too many
        wrong_times,   // times stated in the plan that cannot be driven
        wrong_cost,
    };
    Kind kind;
    int route = -1;    // 0-based; -1 when not tied to a route
    int stop = -1;     // -1 when not tied to a stop
    std::string text;  // for people, readable without the other fields; routes are counted from 1
};

struct CheckReport {
    Costs costs;  // recomputed
    int vehicles = 0;
    std::vector<Violation> violations;

    double cost() const { return costs.total(); }
    bool feasible() const { return violations.empty(); }
    // Whether vehicles can drive the plan: its only violations are required stops or groups that
    // are left out.
    bool drivable() const;
    std::string summary(std::size_t most = 5) const;
};

struct CheckOptions {
    bool compare_times = true;  // with the times that the plan states, if any is not 0
    bool compare_costs = true;  // with the costs that the plan states, if not 0
    double tolerance = 1e-6;    // relative
};

CheckReport check(const Problem& problem, const Plan& plan, const CheckOptions& options = {});

}  // namespace odgear::fleet
