// Routes that join distant towns, re-planned piece by piece. The annealing measures its heat in
// mean arcs, so it never moves what hangs on an arc that is many times longer. Here the routes with
// such arcs are cut into pieces of a few consecutive customers. Each piece becomes one customer:
// its middle one, with the demand of all. This smaller problem is annealed with a heat of its own,
// and its customers become pieces again. O(customers of these routes) beside the annealing.
#pragma once

#include <cstdint>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/expert/parameters.hpp"

namespace odgear::expert {

// Indices of the routes with an arc between customers of more than long_arc mean arcs.
std::vector<int> routes_between_towns(const Instance& instance, const Solution& solution,
                                      const TownPieceParameters& parameters);

// A route as pieces of at most `most` customers, cut also where an arc is longer than
// `longest_arc`.
std::vector<Route> cut_into_pieces(const Instance& instance, const Route& route, int most,
                                   double longest_arc);

struct TownPiecesResult {
    std::vector<Route> routes;  // those given where nothing cheaper was found
    double gain = 0;
    std::int64_t iterations = 0;
};

// `routes` must be feasible, and the instance without a limit on their length. Depends on the seed
// alone unless the clock ends it.
TownPiecesResult replan_town_pieces(const Instance& instance, const std::vector<Route>& routes,
                                    int max_vehicles, const RoundsParameters& parameters,
                                    const StopRule& stop, std::uint64_t seed);

}  // namespace odgear::expert
