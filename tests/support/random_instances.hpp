// Small random instances and solutions for property tests.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/random.hpp"
#include "odgear/core/solution.hpp"
#include "support/paths.hpp"

namespace odgear::testing {

struct InstanceShape {
    int customers = 20;
    Load capacity = 50;
    Load max_demand = 9;
    bool asymmetric = false;    // an explicit matrix instead of coordinates
    bool integer_grid = false;  // many coincident points and ties
    double max_route_length = no_length_limit;
    double service_time = 0;
    int max_vehicles = no_vehicle_limit;
};

inline Instance random_instance(Random& random, const InstanceShape& shape) {
    InstanceData data;
    data.name = "random";
    const int nodes = shape.customers + 1;
    for (int i = 0; i < nodes; ++i) {
        data.points.push_back(shape.integer_grid
                                  ? Point{double(random.below(6)), double(random.below(6))}
                                  : Point{random.unit(), random.unit()});
        data.demands.push_back(i == 0 ? 0 : random.between(1, int(shape.max_demand)));
    }
    if (shape.asymmetric) {
        data.points.clear();
        data.rule.metric = Metric::matrix;
        for (int i = 0; i < nodes; ++i)
            for (int j = 0; j < nodes; ++j) data.matrix.push_back(i == j ? 0 : 1 + random.unit());
    }
    data.capacity = shape.capacity;
    data.max_route_length = shape.max_route_length;
    data.service_time = shape.service_time;
    data.max_vehicles = shape.max_vehicles;
    return Instance(std::move(data));
}

// All customers in random order, cut at random. Loads, lengths and fleet may exceed their limits.
inline std::vector<Route> random_routes(Random& random, const Instance& instance, int routes) {
    std::vector<int> order(std::size_t(instance.customers()));
    std::iota(order.begin(), order.end(), 1);
    random.shuffle(std::span(order));
    std::vector<Route> result(std::size_t(std::max(1, routes)));
    for (const int c : order) result[random.below(std::uint32_t(result.size()))].push_back(c);
    return result;
}

// A random order, cut greedily by capacity: always feasible if only the capacity limits.
inline std::vector<Route> random_feasible_routes(Random& random, const Instance& instance) {
    std::vector<Route> result(1);
    Load load = 0;
    const std::vector<Route> order = random_routes(random, instance, 1);
    for (const int c : order.front()) {
        if (load + instance.demand(c) > instance.capacity()) {
            result.emplace_back();
            load = 0;
        }
        load += instance.demand(c);
        result.back().push_back(c);
    }
    return result;
}

}  // namespace odgear::testing
