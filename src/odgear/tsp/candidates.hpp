// Candidate edges of the search: for each city, those of its surrounding edges that are nearest to
// the priced spanning tree (spatial/priced_tree.hpp). A few of them are better than many short
// ones, above all where cities lie in rows or clusters. Time O(R N K log N) for R rounds of
// pricing; memory O(N K).
#pragma once

#include "odgear/core/instance.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/spatial/city_neighbors.hpp"
#include "odgear/tsp/parameters.hpp"

namespace odgear::tsp {

// Keeps the best `parameters.kept` entries of each row of `around`, cheapest first. Returns
// `around` unchanged if there are too many cities for the time left.
CityNeighbors nearest_to_tree(const Instance& instance, CityNeighbors around,
                              const TreeCandidateParameters& parameters, const StopRule& stop);

}  // namespace odgear::tsp
