// Small rich problems for tests.
#pragma once

#include <string>

#include "odgear/core/fleet/problem.hpp"
#include "odgear/core/random.hpp"

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

// The features that a random rich problem has; any combination of bits.
enum Feature : unsigned {
    windows = 1u << 0,
    several_windows = 1u << 1,
    pickups = 1u << 2,
    dimensions = 1u << 3,
    releases = 1u << 4,
    skills = 1u << 5,
    prizes = 1u << 6,
    groups = 1u << 7,
    shipments = 1u << 8,
    order = 1u << 9,
    backhauls = 1u << 10,
    types = 1u << 11,
    depots = 1u << 12,
    open_ends = 1u << 13,
    durations = 1u << 14,
    breaks = 1u << 15,
    reloads = 1u << 16,
    asymmetric = 1u << 17,
    limits = 1u << 18,
    balance = 1u << 19,
    vehicles_first = 1u << 20,
    all_features = (1u << 21) - 1,
};

inline ProblemData random_fleet_problem(Random& random, int stops, unsigned features) {
    const auto on = [&](Feature f) { return (features & f) != 0; };
    ProblemData data;
    data.dimensions = on(dimensions) ? 2 : 1;
    const int places = stops + 2;
    for (int i = 0; i < places; ++i)
        data.locations.push_back({{double(random.between(0, 60)), double(random.between(0, 60))}});
    Profile profile;
    profile.rule.rounding = Rounding::nearest;
    if (on(asymmetric)) {
        for (int i = 0; i < places * places; ++i) {
            profile.distances.push_back(i % (places + 1) == 0 ? 0 : random.between(5, 60));
            profile.durations.push_back(i % (places + 1) == 0 ? 0 : random.between(5, 60));
        }
    }
    data.profiles.push_back(profile);
    data.depots.push_back({"A", 0, {0, 900}, on(reloads) ? 3.0 : 0.0});
    data.depots.push_back({"B", 1, {10, 1000}, 0});
    const auto loads = [&](int low, int high) {
        std::vector<Load> result;
        for (int d = 0; d < data.dimensions; ++d) result.push_back(random.between(low, high));
        return result;
    };
    for (int i = 0; i < stops; ++i) {
        Stop stop;
        stop.label = std::to_string(i + 1);
        stop.location = i + 2;
        stop.service = random.between(0, 8);
        const bool backhaul = on(backhauls) && random.below(3) == 0;
        stop.backhaul = backhaul;
        if (!backhaul) stop.delivery = loads(1, 5);
        if (backhaul || (on(pickups) && random.below(2) == 0)) stop.pickup = loads(1, 5);
        if (on(windows) && random.below(3) != 0) {
            const double open = random.between(0, 400);
            stop.windows.push_back({open, open + random.between(40, 250)});
            if (on(several_windows) && random.below(2) == 0) {
                const double later = stop.windows[0].close + random.between(10, 60);
                stop.windows.push_back({later, later + random.between(20, 80)});
            }
        }
        if (on(releases) && random.below(3) == 0) stop.release = random.between(0, 150);
        if (on(skills) && random.below(4) == 0) stop.skills = {random.between(0, 1)};
        if (on(prizes) && random.below(2) == 0) stop.prize = random.between(1, 120);
        stop.priority = on(prizes) ? random.between(0, 100) : 0;
        data.stops.push_back(stop);
    }
    int next = 0;
    if (on(shipments))
        for (; next + 1 < stops / 3; next += 2) {
            Stop& a = data.stops[std::size_t(next)];
            Stop& b = data.stops[std::size_t(next) + 1];
            a.delivery.clear();
            b.delivery.clear();
            a.prize = b.prize;
            data.shipments.push_back({next, next + 1, loads(1, 6)});
        }
    if (on(order))
        for (int k = 0; k < 2 && next + 2 < stops; ++k, next += 3) {
            data.stops[std::size_t(next) + 1].after = next;
            if (k == 1) data.stops[std::size_t(next) + 2].after = next + 1;
            for (int j = 0; j < 3; ++j) data.stops[std::size_t(next + j)].prize.reset();
        }
    if (on(groups))
        for (int k = 0; k < 2 && next + 2 < stops; ++k, next += 3) {
            for (int j = 0; j < 3; ++j) data.stops[std::size_t(next + j)].prize.reset();
            data.groups.push_back({"", {next, next + 1, next + 2}, k == 0, 60});
        }
    for (int t = 0; t < (on(types) ? 3 : 1); ++t) {
        VehicleType type;
        type.count = stops / 3 + 1;
        type.capacity = loads(14 + 6 * t, 18 + 6 * t);
        type.start = type.end = on(depots) ? t % 2 : 0;
        if (on(open_ends) && t != 1) (random.below(2) == 0 ? type.start : type.end).reset();
        type.shift = {0, on(limits) ? 700.0 : 1200.0};
        type.fixed_cost = on(types) ? 20 + 15 * t : 0;
        type.cost_per_distance = on(types) ? 1 + 0.5 * t : 1;
        if (on(durations)) {
            type.cost_per_duration = 0.5;
            type.cost_per_driving = 0.25;
            type.regular_duration = 150;
            type.cost_per_overtime = 1.5;
        }
        if (on(limits)) {
            type.max_duration = 500;
            type.max_distance = 400;
            type.max_driving = 380;
            type.max_stops = 9;
            type.latest_start = 200;
        }
        if (on(skills)) type.skills = t == 1 ? std::vector<int>{0} : std::vector<int>{0, 1};
        if (on(breaks)) {
            type.breaks.push_back({"lunch", {{60, 160}, {200, 260}}, 20});
            if (t != 1) type.breaks.push_back({"tea", {{150, 400}}, 10});
        }
        if (on(reloads) && t != 1) type.reload_depots = {0, 1};
        data.vehicles.push_back(type);
    }
    if (on(balance)) data.objective.balance = 0.7;
    if (on(vehicles_first)) data.objective.goal = Goal::vehicles_then_cost;
    data.backhauls_alone = random.below(2) == 0;
    return data;
}

}  // namespace odgear::fleet
