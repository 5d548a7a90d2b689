// Small random TSP instances.
#pragma once

#include <utility>

#include "odgear/core/instance.hpp"
#include "odgear/core/random.hpp"

namespace odgear::testing {

inline Instance random_cities(Random& random, int cities, bool clustered = false,
                              Rounding rounding = Rounding::none) {
    InstanceData data;
    data.name = "cities";
    data.problem = Problem::tsp;
    data.rule.rounding = rounding;
    for (int i = 0; i < cities; ++i) {
        Point point{1000 * random.unit(), 1000 * random.unit()};
        // Few different places, close together, for ties and coincident cities.
        if (clustered)
            point = {100.0 * random.below(3) + random.below(5),
                     100.0 * random.below(3) + random.below(5)};
        data.points.push_back(point);
    }
    return Instance(std::move(data));
}

// The same cities by a matrix, without coordinates.
inline Instance as_matrix(const Instance& instance) {
    InstanceData data = instance.data();
    for (int i = 0; i < instance.nodes(); ++i)
        for (int j = 0; j < instance.nodes(); ++j) data.matrix.push_back(instance.distance(i, j));
    data.points.clear();
    data.rule = {Metric::matrix, Rounding::none, 1};
    return Instance(std::move(data));
}

}  // namespace odgear::testing
