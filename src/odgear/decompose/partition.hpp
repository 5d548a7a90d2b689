// Which routes make up a sub-problem.
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
    polar,       // barycentres by angle around the depot, cut from a random angle on
    bisection,   // barycentres cut in half by customers along random directions, again and again
};

// Where a route is taken to be.
enum class RoutePlace : std::uint8_t {
    barycentre,
    customer,  // at a random customer, drawn anew each time: a route that visits two distant towns
               // comes into a part with the routes of one of them, not with those halfway between
};

// The routes of each part, as indices into `routes`. Parts are disjoint, complete and not empty;
// there are ceil(N / part_size) of them (line 6 of Algorithm 1), or as many as there are routes if
// that is fewer. Polar parts and bisections hold nearly equal numbers of customers, clusters of
// k-means need not. points[0] is the depot. O(N + R log R), and k-means' own cost.
std::vector<std::vector<int>> partition_routes(std::span<const Point> points,
                                               const std::vector<Route>& routes,
                                               Clustering clustering, int part_size, Random& random,
                                               RoutePlace place = RoutePlace::barycentre);

}  // namespace odgear
