#include "odgear/policy/graph/tour_frame.hpp"

#include <algorithm>

namespace odgear::policy {

namespace {

Point middle_of(const std::vector<Point>& points) {
    Point low = points.front();
    Point high = low;
    for (const Point p : points) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
    return {(low.x + high.x) / 2, (low.y + high.y) / 2};
}

// The distance from node 0 to a city is the mean distance of the other cities to it.
std::vector<double> framed(std::span<const double> matrix, std::size_t cities) {
    const std::size_t nodes = cities + 1;
    std::vector<double> result(nodes * nodes, 0.0);
    for (std::size_t i = 0; i < cities; ++i)
        for (std::size_t j = 0; j < cities; ++j) {
            const double d = matrix[i * cities + j];
            result[(i + 1) * nodes + j + 1] = d;
            result[(i + 1) * nodes] += d / static_cast<double>(cities);
            result[j + 1] += d / static_cast<double>(cities);
        }
    return result;
}

}  // namespace

Instance tour_frame(const Instance& tsp) {
    InstanceData data = tsp.data();
    data.labels.clear();
    data.tabulate = false;
    if (!data.points.empty()) data.points.insert(data.points.begin(), middle_of(data.points));
    if (!data.matrix.empty())
        data.matrix = framed(data.matrix, static_cast<std::size_t>(tsp.nodes()));
    return Instance(std::move(data));
}

Route route_of_tour(std::span<const int> nodes) {
    Route route;
    route.reserve(nodes.size());
    const auto first = std::find(nodes.begin(), nodes.end(), 1);
    for (auto node = first + 1; node != nodes.end(); ++node) route.push_back(*node - 1);
    for (auto node = nodes.begin(); node != first; ++node) route.push_back(*node - 1);
    return route;
}

std::vector<int> tour_of_route(std::span<const int> route) {
    std::vector<int> nodes{1};
    for (const int city : route) nodes.push_back(city + 1);
    return nodes;
}

}  // namespace odgear::policy
