// Candidate edges of the search: those of each city that are nearest to the priced spanning tree
// (spatial/priced_tree.hpp), out of the nearest cities around it. A few of them are better than
// many near ones, most of all where cities stand in rows or clusters. Time O(R N K log N) for R
// rounds of pricing; memory O(N K).
#pragma once

#include "odgear/core/instance.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/spatial/city_neighbors.hpp"
#include "odgear/tsp/parameters.hpp"

namespace odgear::tsp {

// `around` cut to so many a city, cheapest first; unchanged where there are too many cities for the
// time left.
CityNeighbors nearest_to_tree(const Instance& instance, CityNeighbors around,
                              const TreeCandidateParameters& parameters, const StopRule& stop);

}  // namespace odgear::tsp
