#include "odgear/expert/town_pieces.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "odgear/decompose/subproblem.hpp"
#include "odgear/ruin/ruin_recreate.hpp"
#include "odgear/spatial/neighbors.hpp"

namespace odgear::expert {

namespace {

// The coarse problem: one customer for each piece, numbered along the routes.
struct Coarse {
    Instance instance;
    std::vector<Route> routes;
};

Coarse make_coarse(const Instance& instance, const std::vector<std::vector<Route>>& pieces,
                   int max_vehicles) {
    std::vector<Route> middles;
    std::vector<Load> demands{0};
    for (const std::vector<Route>& of_route : pieces) {
        Route& route = middles.emplace_back();
        for (const Route& piece : of_route) {
            route.push_back(piece[piece.size() / 2]);
            demands.push_back(std::accumulate(
                piece.begin(), piece.end(), Load{0},
                [&](Load sum, int customer) { return sum + instance.demand(customer); }));
        }
    }
    std::vector<int> all(middles.size());
    std::iota(all.begin(), all.end(), 0);
    Subproblem part = make_subproblem(instance, middles, all, max_vehicles,
                                      instance.rule().metric != Metric::euclidean);
    InstanceData data = part.instance.data();
    data.demands = std::move(demands);
    return {Instance(std::move(data)), std::move(part.start.routes)};
}

// The customers of the pieces in this order, each piece with its nearer end first.
Route join_pieces(const Instance& instance, const std::vector<const Route*>& pieces) {
    Route route;
    for (const Route* piece : pieces) {
        const int last = route.empty() ? 0 : route.back();
        if (instance.distance(last, piece->front()) <= instance.distance(last, piece->back()))
            route.insert(route.end(), piece->begin(), piece->end());
        else
            route.insert(route.end(), piece->rbegin(), piece->rend());
    }
    return route;
}

}  // namespace

std::vector<int> routes_between_towns(const Instance& instance, const Solution& solution,
                                      const TownPieceParameters& parameters) {
    const double longest = parameters.long_arc * ruin::mean_arc_cost(instance, solution);
    std::vector<int> found;
    for (std::size_t r = 0; r < solution.routes.size(); ++r) {
        const Route& route = solution.routes[r];
        for (std::size_t i = 1; i < route.size(); ++i)
            if (instance.distance(route[i - 1], route[i]) > longest) {
                found.push_back(int(r));
                break;
            }
    }
    return found;
}

std::vector<Route> cut_into_pieces(const Instance& instance, const Route& route, int most,
                                   double longest_arc) {
    std::vector<Route> pieces;
    for (const int customer : route) {
        if (pieces.empty() || int(pieces.back().size()) == most ||
            instance.distance(pieces.back().back(), customer) > longest_arc)
            pieces.emplace_back();
        pieces.back().push_back(customer);
    }
    return pieces;
}

TownPiecesResult replan_town_pieces(const Instance& instance, const std::vector<Route>& routes,
                                    int max_vehicles, const RoundsParameters& parameters,
                                    const StopRule& stop, std::uint64_t seed) {
    const Solution before = make_solution(instance, routes);
    const double longest = parameters.pieces.cut_arc * ruin::mean_arc_cost(instance, before);
    std::vector<std::vector<Route>> pieces;
    pieces.reserve(routes.size());
    for (const Route& route : routes)
        pieces.push_back(cut_into_pieces(instance, route, parameters.pieces.customers, longest));
    const Coarse coarse = make_coarse(instance, pieces, max_vehicles);
    std::vector<const Route*> by_number{nullptr};
    for (const std::vector<Route>& of_route : pieces)
        for (const Route& piece : of_route) by_number.push_back(&piece);

    const Solution start = make_solution(coarse.instance, coarse.routes);
    const ruin::Outcome outcome = ruin::anneal(
        coarse.instance, nearest_neighbors(coarse.instance, parameters.neighbors), start,
        parameters.ruin, ruin::cooling_for(coarse.instance, start, parameters.ruin), stop, seed);

    std::vector<Route> found;
    for (const Route& route : outcome.best.routes) {
        std::vector<const Route*> of_route;
        for (const int piece : route) of_route.push_back(by_number[std::size_t(piece)]);
        found.push_back(join_pieces(instance, of_route));
    }
    const double gain = before.cost - solution_cost(instance, found);
    if (!(gain > 0)) return {routes, 0, outcome.iterations};
    return {std::move(found), gain, outcome.iterations};
}

}  // namespace odgear::expert
