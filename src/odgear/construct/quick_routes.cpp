#include "odgear/construct/quick_routes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace odgear {

bool has_quick_routes(const Instance& instance) {
    return instance.has_points() && !instance.is_tsp() && !instance.has_vehicle_limit() &&
           !instance.has_length_limit();
}

Solution quick_routes(const Instance& instance) {
    const auto customers = std::size_t(instance.customers());
    std::vector<int> order(customers);
    std::iota(order.begin(), order.end(), 1);
    if (order.empty()) return {};
    const auto [left, right] = std::minmax_element(order.begin(), order.end(), [&](int a, int b) {
        return instance.point(a).x < instance.point(b).x;
    });
    const double begin = instance.point(*left).x;
    const double span = std::max(instance.point(*right).x - begin, 1e-300);
    // With strips of this width, a path through uniform points is shortest.
    const double strips = std::max(1.0, std::sqrt(double(customers) / 3));
    std::vector<std::tuple<int, double, int>> keys;
    keys.reserve(customers);
    for (const int c : order) {
        const Point p = instance.point(c);
        const int strip = int(std::min(strips - 1, (p.x - begin) / span * strips));
        keys.emplace_back(strip, strip % 2 == 0 ? p.y : -p.y, c);
    }
    std::sort(keys.begin(), keys.end());
    std::vector<Route> routes(1);
    Load load = 0;
    for (const auto& [strip, along, c] : keys) {
        if (load + instance.demand(c) > instance.capacity()) {
            routes.emplace_back();
            load = 0;
        }
        routes.back().push_back(c);
        load += instance.demand(c);
    }
    return make_solution(instance, std::move(routes));
}

}  // namespace odgear
