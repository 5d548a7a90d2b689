// Positions of nodes and routes on a plane, for clustering.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/random.hpp"
#include "odgear/core/solution.hpp"

namespace odgear {

// A point for every node: its coordinates. If only a matrix is known, its distances (mean of both
// directions) are projected onto a plane through pairs of far nodes (FastMap, Faloutsos and Lin,
// 1995). O(N).
std::vector<Point> planar_points(const Instance& instance);

// The same from distances alone, between nodes 0..nodes - 1.
std::vector<Point> planar_points(int nodes, const std::function<double(int, int)>& distance);

// ComputeBarycenters of the paper's Algorithm 1: the mean point of each route's customers.
std::vector<Point> barycentres(std::span<const Point> points, const std::vector<Route>& routes);

// The point of a random customer of each route; for an empty route the depot, points[0].
std::vector<Point> drawn_customers(std::span<const Point> points, const std::vector<Route>& routes,
                                   Random& random);

}  // namespace odgear
