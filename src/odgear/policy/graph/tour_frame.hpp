// A TSP as the policy sees it: every city is a customer, and node 0 is not a city but the middle of
// the map. The layout is then that of a CVRP (rows of K nearest cities, one row of node 0), and all
// cities are treated alike. Node 0 gives the features a frame of reference and carries information
// about the whole map. A trajectory leaves node 0 for its first city at no cost, and enters it when
// the tour is closed (docs/network.md, "Tours"). O(N), with a matrix O(N^2).
#pragma once

#include <span>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"

namespace odgear::policy {

// City i of the TSP is node i + 1.
Instance tour_frame(const Instance& tsp);

// Converts the order of all nodes of a frame, without its node 0, to a route of the TSP, and back.
// The route begins after city 0 and leaves it out.
Route route_of_tour(std::span<const int> nodes);
std::vector<int> tour_of_route(std::span<const int> route);

}  // namespace odgear::policy
