// Searches long routes as tours of their own. Ruin and recreate moves few customers at a time, so
// the order inside a long route is worse than what the search for one tour finds: Lin-Kernighan
// with a few kicks, over the depot and the customers of one route. Loads do not change; lengths
// only decrease.
#pragma once

#include <cstdint>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/expert/parameters.hpp"

namespace odgear::expert {

// Whether distances are symmetric and routes so long on average that this pays.
bool routes_are_long(const Instance& instance, std::size_t routes,
                     const RouteTourParameters& parameters);

// Shortens routes in place until the clock ends it; returns the gain. Routes must be feasible and
// stay feasible; none gets longer. The result depends on the seed alone unless the clock ends it.
double shorten_routes(const Instance& instance, std::vector<Route>& routes,
                      const RouteTourParameters& parameters, const StopRule& stop,
                      std::uint64_t seed);

}  // namespace odgear::expert
