// One member of the population: routes as one giant tour with cut points, its cost, its excesses,
// and its successor lists for the distance to others. Customers are numbered as in the search
// space.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "odgear/core/solution.hpp"
#include "odgear/hgs/penalties.hpp"
#include "odgear/hgs/search_space.hpp"

namespace odgear::hgs {

struct Individual {
    std::vector<int> tour;         // every customer once, route by route
    std::vector<int> route_begin;  // non-empty routes; one more entry than routes, the last is N
    std::vector<int> successor;    // by customer; 0 is the depot
    std::vector<int> predecessor;
    double distance = 0;
    Load excess_load = 0;
    double excess_length = 0;

    int routes() const { return static_cast<int>(route_begin.size()) - 1; }
    std::span<const int> route(int r) const {
        return {tour.data() + route_begin[r], tour.data() + route_begin[r + 1]};
    }
    bool load_feasible() const { return excess_load == 0; }
    bool length_feasible() const { return excess_length == 0; }
    bool feasible() const { return load_feasible() && length_feasible(); }
    double penalized(const PenaltyWeights& weights) const {
        return distance + weights.of(excess_load, excess_length);
    }

    // Recomputes costs and successors from tour and route_begin. O(N).
    void evaluate(const SearchSpace& space);
};

// The share of customers whose neighbours in the route differ (broken pairs), in [0, 1]. Direction
// counts only where distances are asymmetric. O(N), vectorised.
double broken_pairs_distance(const Individual& a, const Individual& b, bool symmetric);

// The routes in the numbers of the instance.
std::vector<Route> to_routes(const SearchSpace& space, const Individual& individual);

// Takes routes in the numbers of the instance. Unknown and repeated customers are left out; missing
// ones are appended as single routes. There may be more routes than the fleet has.
void from_routes(const SearchSpace& space, std::span<const Route> routes, Individual& individual);

}  // namespace odgear::hgs
