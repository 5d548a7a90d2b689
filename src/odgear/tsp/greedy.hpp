// A first tour by greedy edges: the shortest candidate edge that joins two different pieces is
// taken until one piece is left. Ends that the candidates do not join are searched again among
// themselves. O(N K log N). About 16 % above the optimum on uniform cities, and a better start for
// Lin-Kernighan than shorter tours of other constructions.
#pragma once

#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/random.hpp"
#include "odgear/spatial/city_neighbors.hpp"

namespace odgear::tsp {

// All nodes of the instance in the order of the tour.
std::vector<int> greedy_tour(const Instance& instance, const CityNeighbors& neighbors);

// The same with every edge taken for longer than it is, by a random share of up to `noise`: tours
// that differ.
std::vector<int> greedy_tour(const Instance& instance, const CityNeighbors& neighbors, double noise,
                             Random random);

}  // namespace odgear::tsp
