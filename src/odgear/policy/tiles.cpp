#include "odgear/policy/tiles.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include "odgear/core/random.hpp"

namespace odgear::policy {

namespace {

// Cuts the customers into `parts` tiles; reorders them.
void cut(const Instance& instance, std::span<int> customers, std::size_t parts,
         std::vector<std::vector<int>>& tiles) {
    if (parts <= 1) {
        tiles.emplace_back(customers.begin(), customers.end());
        return;
    }
    Point low = instance.point(customers.front());
    Point high = low;
    for (const int c : customers) {
        const Point p = instance.point(c);
        low = {std::min(low.x, p.x), std::min(low.y, p.y)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
    const bool wide = high.x - low.x >= high.y - low.y;
    const auto along = [&](int c) { return wide ? instance.point(c).x : instance.point(c).y; };
    const std::size_t middle = customers.size() * (parts / 2) / parts;
    std::nth_element(customers.begin(), customers.begin() + std::ptrdiff_t(middle), customers.end(),
                     [&](int a, int b) { return std::pair(along(a), a) < std::pair(along(b), b); });
    cut(instance, customers.first(middle), parts / 2, tiles);
    cut(instance, customers.subspan(middle), parts - parts / 2, tiles);
}

Instance tile_of(const Instance& instance, const std::vector<int>& customers) {
    InstanceData data;
    data.name = instance.name();
    data.rule = instance.rule();
    data.capacity = instance.capacity();
    data.tabulate = false;
    data.points.push_back(instance.point(0));
    data.demands.push_back(0);
    for (const int c : customers) {
        data.points.push_back(instance.point(c));
        data.demands.push_back(instance.demand(c));
    }
    return Instance(std::move(data));
}

// The result of one tile.
struct Tile {
    std::vector<Route> routes;  // in the numbers of the whole instance
    std::vector<double> costs;
    double log_z = 0;
    StageSeconds seconds;
    int k_attention = 0;
    int k_decode = 0;
};

PolicyResult merged(const Instance& instance, std::vector<Tile> tiles, int threads) {
    PolicyResult result;
    std::size_t rollouts = tiles.front().costs.size();
    for (const Tile& tile : tiles) rollouts = std::min(rollouts, tile.costs.size());
    result.costs.assign(rollouts, 0);
    result.k_attention = tiles.front().k_attention;
    result.k_decode = tiles.front().k_decode;
    std::vector<Route> routes;
    for (Tile& tile : tiles) {
        std::move(tile.routes.begin(), tile.routes.end(), std::back_inserter(routes));
        for (std::size_t g = 0; g < rollouts; ++g) result.costs[g] += tile.costs[g];
        result.log_z += tile.log_z;
        result.seconds.graph += tile.seconds.graph / threads;
        result.seconds.encode += tile.seconds.encode / threads;
        result.seconds.decode += tile.seconds.decode / threads;
        result.seconds.rollout += tile.seconds.rollout / threads;
    }
    result.mean_cost = std::accumulate(result.costs.begin(), result.costs.end(), 0.0) /
                       static_cast<double>(rollouts);
    result.best = canonical(instance, make_solution(instance, std::move(routes)));
    result.solutions = {result.best};
    result.within_fleet = static_cast<int>(result.best.routes.size()) <= instance.max_vehicles();
    return result;
}

}  // namespace

bool in_tiles(const Instance& instance, const TileParameters& parameters) {
    return instance.customers() > parameters.above && instance.has_points() && !instance.is_tsp();
}

std::vector<std::vector<int>> cut_tiles(const Instance& instance, int customers) {
    std::vector<int> all(static_cast<std::size_t>(instance.customers()));
    std::iota(all.begin(), all.end(), 1);
    const auto size = static_cast<std::size_t>(customers);
    std::vector<std::vector<int>> tiles;
    cut(instance, all, (all.size() + size - 1) / size, tiles);
    return tiles;
}

PolicyResult run_in_tiles(const Instance& instance, const Network& network,
                          const PolicySettings& settings, const RunOptions& options,
                          const StopRule& stop, const Workers& workers,
                          const TileParameters& parameters) {
    const auto customers = cut_tiles(instance, parameters.customers);
    std::vector<Tile> tiles(customers.size());
    workers.for_each(tiles.size(), [&](std::size_t t) {
        const Instance own = tile_of(instance, customers[t]);
        RunOptions one = options;
        one.seed = Random::stream(options.seed, t)();
        one.keep = 1;
        PolicyResult found = run(own, network, settings, one, stop, Workers(1));
        tiles[t] = {std::move(found.best.routes),
                    std::move(found.costs),
                    found.log_z,
                    found.seconds,
                    found.k_attention,
                    found.k_decode};
        for (Route& route : tiles[t].routes)
            for (int& c : route) c = customers[t][static_cast<std::size_t>(c) - 1];
    });
    return merged(instance, std::move(tiles), workers.threads());
}

}  // namespace odgear::policy
