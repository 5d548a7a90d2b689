// Which routes form a sub-problem.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "odgear/core/distance.hpp"
#include "odgear/core/random.hpp"
#include "odgear/core/solution.hpp"

namespace odgear {

enum class Clustering : std::uint8_t {
    barycentre,  // k-means on route barycentres: the paper's BCC
    polar,       // barycentres by angle around the depot, starting at a random angle
    bisection,   // barycentres, halved repeatedly by customer count along random directions
};

// Which point stands for a route.
enum class RoutePlace : std::uint8_t {
    barycentre,
    // a random customer, drawn anew each time. A route that visits two distant towns is then in a
    // part with the routes of one of them, not with the routes halfway between.
    customer,
};

// The routes of each part, as indices into `routes`. Parts are disjoint, complete and not empty.
// There are ceil(N / part_size) of them (line 6 of Algorithm 1), or one per route if that is fewer.
// Polar parts and bisections have nearly equal numbers of customers; k-means clusters may differ.
// points[0] is the depot. O(N + R log R), plus the cost of k-means.
std::vector<std::vector<int>> partition_routes(std::span<const Point> points,
                                               const std::vector<Route>& routes,
                                               Clustering clustering, int part_size, Random& random,
                                               RoutePlace place = RoutePlace::barycentre);

}  // namespace odgear
