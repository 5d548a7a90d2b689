// Four stories of fleets as generated problems of any size. Metres and seconds.
#pragma once

#include <algorithm>
#include <string>

#include "odgear/core/fleet/problem.hpp"
#include "odgear/core/random.hpp"

namespace odgear::fleet {

// A town of 20 by 20 kilometres, its depot in the middle, driven at 10 metres a second.
inline ProblemData town(int stops, std::uint64_t seed) {
    Random random(seed);
    ProblemData data;
    data.locations.push_back({{10000, 10000}});
    for (int i = 0; i < stops; ++i) {
        data.locations.push_back({{random.unit() * 20000, random.unit() * 20000}});
        Stop stop;
        stop.label = std::to_string(i + 1);
        stop.location = i + 1;
        data.stops.push_back(stop);
    }
    data.depots.push_back({"depot", 0, {}, 0});
    Profile road;
    road.rule.rounding = Rounding::nearest;
    road.speed = 10;
    road.duration_rounding = Rounding::nearest;
    data.profiles.push_back(road);
    return data;
}

inline VehicleType vehicle(const std::string& label, int count, Load capacity) {
    VehicleType type;
    type.label = label;
    type.count = count;
    type.capacity = {capacity};
    type.start = type.end = 0;
    type.shift = {8 * 3600, 18 * 3600};
    return type;
}

// Parcels with windows of two hours for some, in small and large vans, lunch between 11 and 14.
inline ProblemData parcel_day(int stops, std::uint64_t seed) {
    ProblemData data = town(stops, seed);
    Random random(seed + 100);
    for (Stop& stop : data.stops) {
        stop.delivery = {random.between(1, 4)};
        stop.service = 120;
        if (random.below(3) == 0) {
            const double open = 3600.0 * random.between(9, 15);
            stop.windows = {{open, open + 7200}};
        }
    }
    const Break lunch{"lunch", {{11 * 3600, 14 * 3600}}, 1800};
    VehicleType small = vehicle("small van", stops / 20 + 2, 100);
    small.fixed_cost = 20000;
    VehicleType large = vehicle("large van", stops / 40 + 1, 200);
    large.fixed_cost = 35000;
    large.cost_per_distance = 1.3;
    small.breaks = large.breaks = {lunch};
    data.vehicles = {small, large};
    return data;
}

// Repairs that need skills, some urgent, by technicians with costly overtime beyond eight hours.
inline ProblemData technicians(int stops, std::uint64_t seed) {
    ProblemData data = town(stops, seed);
    Random random(seed + 100);
    for (Stop& stop : data.stops) {
        stop.service = 1800;
        if (random.below(2) == 0) stop.skills = {random.between(1, 3)};
        stop.priority = random.below(4) == 0 ? 100 : 0;
    }
    for (int i = 0; i < std::max(2, stops / 15); ++i) {
        VehicleType one = vehicle("technician " + std::to_string(i + 1), 1, no_capacity_limit);
        one.capacity.clear();
        one.skills = {1 + i % 3, 1 + (i + 1) % 3};
        one.regular_duration = 8 * 3600;
        one.cost_per_overtime = 2;
        one.cost_per_duration = 0.5;
        data.vehicles.push_back(one);
    }
    return data;
}

// Goods from one place to another, within windows.
inline ProblemData pickup_and_delivery(int pairs, std::uint64_t seed) {
    ProblemData data = town(2 * pairs, seed);
    Random random(seed + 100);
    for (int i = 0; i < pairs; ++i) {
        Stop& from = data.stops[std::size_t(2 * i)];
        Stop& to = data.stops[std::size_t(2 * i) + 1];
        from.service = to.service = 300;
        const double open = 3600.0 * random.between(8, 13);
        from.windows = {{open, open + 3600}};
        to.windows = {{open, open + 3 * 3600}};
        data.shipments.push_back({2 * i, 2 * i + 1, {random.between(1, 5)}});
    }
    data.vehicles = {vehicle("lorry", pairs / 3 + 2, 12)};
    return data;
}

// Milk to farms and shops from a dairy, by few lorries that return to load again.
inline ProblemData milk_run(int stops, std::uint64_t seed) {
    ProblemData data = town(stops, seed);
    Random random(seed + 100);
    data.depots[0].service = 600;
    for (Stop& stop : data.stops) {
        stop.delivery = {random.between(2, 6)};
        stop.service = 180;
        stop.release = 3600.0 * random.between(0, 9);
    }
    VehicleType lorry = vehicle("lorry", std::max(3, stops / 20), 25);
    lorry.shift = {6 * 3600, 20 * 3600};
    lorry.reload_depots = {0};
    data.vehicles = {lorry};
    return data;
}

}  // namespace odgear::fleet
