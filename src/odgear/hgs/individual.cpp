#include "odgear/hgs/individual.hpp"

#include <algorithm>

namespace odgear::hgs {

void Individual::evaluate(const SearchSpace& space) {
    successor.assign(static_cast<std::size_t>(space.nodes()), 0);
    predecessor.assign(static_cast<std::size_t>(space.nodes()), 0);
    distance = 0;
    excess_load = 0;
    excess_length = 0;
    for (int r = 0; r < routes(); ++r) {
        Load load = 0;
        double travelled = 0;
        int previous = 0;
        for (const int customer : route(r)) {
            load += space.demand(customer);
            travelled += space.distance(previous, customer);
            predecessor[customer] = previous;
            if (previous != 0) successor[previous] = customer;
            previous = customer;
        }
        travelled += space.distance(previous, 0);
        distance += travelled;
        excess_load += std::max<Load>(0, load - space.capacity());
        if (!space.has_length_limit()) continue;
        const double length = travelled + space.service_time() * double(route(r).size());
        excess_length += std::max(0.0, length - space.max_length());
    }
}

double broken_pairs_distance(const Individual& a, const Individual& b, bool symmetric) {
    const std::size_t nodes = a.successor.size();
    const int* next_a = a.successor.data();
    const int* before_a = a.predecessor.data();
    const int* next_b = b.successor.data();
    const int* before_b = b.predecessor.data();
    int broken = 0;
    if (symmetric) {
        for (std::size_t i = 1; i < nodes; ++i) {
            broken += int(next_a[i] != next_b[i]) & int(next_a[i] != before_b[i]);
            // A first customer that is neither the first nor the last of a route in the other
            // individual.
            broken += int(before_a[i] == 0) & int(before_b[i] != 0) & int(next_b[i] != 0);
        }
    } else {
        for (std::size_t i = 1; i < nodes; ++i) {
            broken += int(next_a[i] != next_b[i]);
            broken += int(before_a[i] == 0) & int(before_b[i] != 0);
        }
    }
    return double(broken) / double(nodes - 1);
}

std::vector<Route> to_routes(const SearchSpace& space, const Individual& individual) {
    std::vector<Route> routes(static_cast<std::size_t>(individual.routes()));
    for (int r = 0; r < individual.routes(); ++r)
        for (const int customer : individual.route(r))
            routes[r].push_back(space.original(customer));
    return routes;
}

void from_routes(const SearchSpace& space, std::span<const Route> routes, Individual& individual) {
    std::vector<char> seen(static_cast<std::size_t>(space.nodes()), 0);
    individual.tour.clear();
    individual.route_begin.assign(1, 0);
    const auto close_route = [&] {
        const int end = static_cast<int>(individual.tour.size());
        if (end > individual.route_begin.back()) individual.route_begin.push_back(end);
    };
    for (const Route& route : routes) {
        for (const int customer : route) {
            if (customer < 1 || customer >= space.nodes() || seen[customer]) continue;
            seen[customer] = 1;
            individual.tour.push_back(space.renumbered(customer));
        }
        close_route();
    }
    for (int customer = 1; customer < space.nodes(); ++customer) {
        if (seen[customer]) continue;
        individual.tour.push_back(space.renumbered(customer));
        close_route();
    }
}

}  // namespace odgear::hgs
