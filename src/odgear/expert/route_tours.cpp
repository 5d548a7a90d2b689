#include "odgear/expert/route_tours.hpp"

#include <array>
#include <limits>

#include "odgear/core/random.hpp"
#include "odgear/decompose/subproblem.hpp"
#include "odgear/parallel/workers.hpp"
#include "odgear/tsp/search.hpp"

namespace odgear::expert {

namespace {

// Returns the gain; the route does not change if there is none.
double shorten(const Instance& instance, Route& route, const tsp::Parameters& parameters,
               std::int64_t kicks, const StopRule& stop, std::uint64_t seed) {
    const Subproblem part = make_subproblem(instance, {route}, std::array{0}, 1,
                                            instance.rule().metric != Metric::euclidean);
    std::vector<int> start{0};
    start.insert(start.end(), part.start.routes[0].begin(), part.start.routes[0].end());
    StopRule own = stop;
    own.iterations = kicks;
    own.no_improvement = std::numeric_limits<std::int64_t>::max();
    own.target = -std::numeric_limits<double>::infinity();
    const Workers workers(1);
    tsp::Result found = tsp::search(part.instance, parameters, start, own, workers, seed);
    const double gain = part.start.cost - found.cost;
    if (!(gain > 0)) return 0;
    found.tour.erase(found.tour.begin());  // the depot
    route = part.global_routes({std::move(found.tour)}).front();
    return gain;
}

}  // namespace

bool routes_are_long(const Instance& instance, std::size_t routes,
                     const RouteTourParameters& parameters) {
    return instance.symmetric() && routes > 0 &&
           instance.customers() >= parameters.least_mean * double(routes);
}

double shorten_routes(const Instance& instance, std::vector<Route>& routes,
                      const RouteTourParameters& parameters, const StopRule& stop,
                      std::uint64_t seed) {
    double gain = 0;
    // All routes get the same number of kicks before the clock ends the search: the descent gains
    // most for its time, and the first kicks more than later ones.
    std::uint64_t stream = 0;
    for (const double kicks : {0.0, parameters.kicks / 2, parameters.kicks / 2})
        for (Route& route : routes) {
            if (stop.out_of_time()) return gain;
            const std::uint64_t own_seed = Random::stream(seed, stream++)();
            if (int(route.size()) < parameters.least_customers) continue;
            gain += shorten(instance, route, parameters.tsp,
                            std::int64_t(kicks * double(route.size())), stop, own_seed);
        }
    return gain;
}

}  // namespace odgear::expert
