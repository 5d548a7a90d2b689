#include "odgear/generate/uniform.hpp"

#include <utility>

#include "odgear/generate/require.hpp"

namespace odgear {

namespace {

constexpr int most_nodes = 10'000'000;

std::vector<Point> random_points(int count, Random& random) {
    std::vector<Point> points(static_cast<std::size_t>(count));
    for (Point& point : points) {
        point.x = random.unit();
        point.y = random.unit();
    }
    return points;
}

}  // namespace

Instance uniform_instance(const UniformShape& shape, Random& random) {
    require(shape.customers >= 1 && shape.customers < most_nodes,
            "the number of customers must be between 1 and 10 million");
    require(shape.min_demand >= 0 && shape.min_demand <= shape.max_demand,
            "the demand range must not be negative or empty");
    require(shape.max_demand <= shape.capacity, "the largest demand must not exceed the capacity");
    InstanceData data;
    data.name = shape.name.empty() ? "uniform-n" + std::to_string(shape.customers) : shape.name;
    data.comment = "uniform in the unit square, demands " + std::to_string(shape.min_demand) +
                   ".." + std::to_string(shape.max_demand) + ", real distances";
    data.points = random_points(shape.customers + 1, random);
    data.demands.resize(data.points.size());
    for (std::size_t i = 1; i < data.demands.size(); ++i)
        data.demands[i] = random.between(shape.min_demand, shape.max_demand);
    data.capacity = shape.capacity;
    return Instance(std::move(data));
}

Instance uniform_tsp(int cities, Random& random, const std::string& name) {
    require(cities >= 2 && cities <= most_nodes,
            "the number of cities must be between 2 and 10 million");
    InstanceData data;
    data.name = name.empty() ? "uniform-tsp" + std::to_string(cities) : name;
    data.comment = "uniform in the unit square, real distances";
    data.problem = Problem::tsp;
    data.points = random_points(cities, random);
    return Instance(std::move(data));
}

}  // namespace odgear
