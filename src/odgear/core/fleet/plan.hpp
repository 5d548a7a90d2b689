// A plan: which vehicle does what in which order, and when. A search chooses routes and the order
// of their steps; `schedule` (schedule.hpp) fills in times, loads and costs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "odgear/core/fleet/problem.hpp"

namespace odgear::fleet {

struct Step {
    enum class Kind : std::uint8_t { start, stop, reload, pause, end };
    Kind kind = Kind::stop;
    int index = -1;  // a stop, a depot (start, reload, end; -1 where open), a break of the type

    // Filled in by schedule(). A break is taken on the way to the next step: its arrival is when
    // the driver is ready for it. The distance of that way is counted at the next step.
    double arrival = 0;
    double wait = 0;         // between arrival and begin
    double begin = 0;        // of the service
    double departure = 0;    // end of the service
    double distance = 0;     // driven since the start of the route
    std::vector<Load> load;  // on board when leaving, by dimension

    bool operator==(const Step&) const = default;
};

struct Costs {
    double fixed = 0;
    double distance = 0;
    double duration = 0;
    double driving = 0;
    double overtime = 0;
    double prizes = 0;   // of stops and groups left out
    double balance = 0;  // of the longest route
    double total() const {
        return fixed + distance + duration + driving + overtime + prizes + balance;
    }
    bool operator==(const Costs&) const = default;
};

struct PlannedRoute {
    int type = 0;
    int vehicle = 0;  // number of the vehicle within its type, from 0
    Step start{Step::Kind::start, -1, 0, 0, 0, 0, 0, {}};
    std::vector<Step> steps;  // stops, reloads and breaks in order
    Step end{Step::Kind::end, -1, 0, 0, 0, 0, 0, {}};

    // Filled in by schedule().
    double distance = 0;
    double duration = 0;  // end.arrival - start.begin
    double driving = 0;
    double waiting = 0;
    double service = 0;   // at stops and depots, and breaks
    double lateness = 0;  // 0 in a feasible route
    Costs costs;

    bool operator==(const PlannedRoute&) const = default;
};

struct Unassigned {
    int stop = 0;
    Reason reason = Reason::no_room;
    std::string text;  // for people, readable without the other fields
    bool operator==(const Unassigned&) const = default;
};

struct Plan {
    std::vector<PlannedRoute> routes;  // used vehicles only
    std::vector<Unassigned> unassigned;
    Costs costs;

    double cost() const { return costs.total(); }
    int vehicles() const { return static_cast<int>(routes.size()); }
    bool operator==(const Plan&) const = default;
};

inline Step visit(int stop) { return {Step::Kind::stop, stop, 0, 0, 0, 0, 0, {}}; }
inline Step reload_at(int depot) { return {Step::Kind::reload, depot, 0, 0, 0, 0, 0, {}}; }
inline Step take_break(int index) { return {Step::Kind::pause, index, 0, 0, 0, 0, 0, {}}; }

}  // namespace odgear::fleet
