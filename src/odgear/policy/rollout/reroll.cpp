#include "odgear/policy/rollout/reroll.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <numeric>
#include <optional>
#include <span>

#include "odgear/policy/rollout/walk.hpp"

namespace odgear::policy {

namespace {

// How often a region is drawn in a round. Few times, because new borders gain more than more draws.
constexpr int draws_per_round = 2;
// The largest number of routes in a region; the rounds take turns.
constexpr std::size_t region_sizes[] = {2, 3, 4};

struct DrawnRoute {
    std::vector<int> customers;
    double cost = 0;
    float x = 0;  // barycentre
    float y = 0;
};

// The arguments of the draws: the problem, the workers, the stop rule.
struct Work {
    const RolloutProblem& problem;
    const SortedRows& rows;
    const Workers& workers;
    const StopRule& stop;
};

class Rerolls {
public:
    Rerolls(const Work& work, const RerollOptions& options)
        : work_(work),
          options_(options),
          scratch_(static_cast<std::size_t>(work.workers.threads())) {}

    Trajectory run(const Trajectory& start) {
        routes_ = split_routes(start.nodes);
        int left = options_.trajectories;
        for (std::size_t round = 0; left > 0 && !work_.stop.out_of_time(); ++round) {
            run_round(round, std::min(left, draws_per_round));
            left -= draws_per_round;
        }
        Trajectory result;
        result.index = start.index;
        result.routes = static_cast<int>(routes_.size());
        result.nodes.reserve(start.nodes.size());
        for (const DrawnRoute& route : routes_) {
            result.nodes.insert(result.nodes.end(), route.customers.begin(), route.customers.end());
            result.nodes.push_back(0);
            result.cost += route.cost;
        }
        return result;
    }

private:
    using Region = std::span<const std::size_t>;  // indices of routes

    struct Scratch {
        std::optional<Walk> walk;
        std::vector<int> customers;
        std::vector<int> nodes;
        std::vector<int> best;
    };

    std::vector<DrawnRoute> split_routes(std::span<const int> nodes) const {
        std::vector<DrawnRoute> routes;
        for (auto begin = nodes.begin(); begin != nodes.end();) {
            const auto end = std::find(begin, nodes.end(), 0);
            routes.push_back(make_route({begin, end}));
            begin = end + 1;
        }
        return routes;
    }

    DrawnRoute make_route(std::span<const int> customers) const {
        const Graph& graph = work_.problem.graph();
        DrawnRoute route{.customers = {customers.begin(), customers.end()}};
        int at = 0;
        for (const int customer : customers) {
            route.cost += work_.problem.distance(at, customer);
            route.x += graph.x[static_cast<std::size_t>(customer)];
            route.y += graph.y[static_cast<std::size_t>(customer)];
            at = customer;
        }
        route.cost += work_.problem.distance(at, 0);
        route.x /= static_cast<float>(customers.size());
        route.y /= static_cast<float>(customers.size());
        return route;
    }

    void run_round(std::size_t round, int draws) {
        Random random = Random::stream(options_.seed, round);
        std::vector<std::size_t> order(routes_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::vector<Region> regions;
        divide(order, random.unit() * std::numbers::pi,
               region_sizes[round % std::size(region_sizes)], regions);
        const std::uint64_t seed = random();
        std::vector<std::vector<DrawnRoute>> better(regions.size());
        work_.workers.run(static_cast<int>(regions.size()), 1, [&](int index, int, int worker) {
            if (work_.stop.out_of_time()) return;
            const auto r = static_cast<std::size_t>(index);
            Random own = Random::stream(seed, r);
            better[r] = draw(regions[r], draws, own, scratch_[static_cast<std::size_t>(worker)]);
        });
        std::vector<DrawnRoute> next;
        next.reserve(routes_.size());
        for (std::size_t r = 0; r < regions.size(); ++r) {
            if (better[r].empty())
                for (const std::size_t route : regions[r])
                    next.push_back(std::move(routes_[route]));
            else
                std::move(better[r].begin(), better[r].end(), std::back_inserter(next));
        }
        routes_ = std::move(next);
    }

    // Halves the routes by position along a direction, then each half along the perpendicular
    // direction.
    void divide(std::span<std::size_t> order, double angle, std::size_t most,
                std::vector<Region>& regions) const {
        if (order.size() <= most) {
            regions.push_back(order);
            return;
        }
        const auto dx = static_cast<float>(std::cos(angle));
        const auto dy = static_cast<float>(std::sin(angle));
        const auto along = [&](std::size_t route) {
            return dx * routes_[route].x + dy * routes_[route].y;
        };
        const std::size_t half = order.size() / 2;
        std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(half),
                         order.end(),
                         [&](std::size_t a, std::size_t b) { return along(a) < along(b); });
        divide(order.first(half), angle + std::numbers::pi / 2, most, regions);
        divide(order.subspan(half), angle + std::numbers::pi / 2, most, regions);
    }

    // Better routes for the customers of a region; empty if none were found.
    std::vector<DrawnRoute> draw(Region region, int draws, Random& random, Scratch& scratch) const {
        auto& [walk, customers, nodes, best] = scratch;
        if (!walk) walk.emplace(work_.problem, work_.rows.beta(), &work_.rows);
        customers.clear();
        best.clear();
        double cost = 0;
        for (const std::size_t route : region) {
            const std::vector<int>& more = routes_[route].customers;
            customers.insert(customers.end(), more.begin(), more.end());
            cost += routes_[route].cost;
        }
        cost -= least_saving * cost;
        const int now = static_cast<int>(routes_.size());
        const int most_routes = std::max(now, work_.problem.instance().max_vehicles());
        for (int k = 0; k < draws; ++k) {
            walk->restart(customers, now - static_cast<int>(region.size()));
            nodes.clear();
            while (!walk->finished() && walk->cost() < cost) {
                nodes.push_back(walk->sample(random));
                walk->move(nodes.back());
            }
            if (!walk->finished() || !(walk->cost() < cost) || walk->routes() > most_routes)
                continue;
            cost = walk->cost();
            std::swap(best, nodes);
        }
        return split_routes(best);
    }

    const Work work_;
    const RerollOptions& options_;
    std::vector<DrawnRoute> routes_;
    std::vector<Scratch> scratch_;  // by worker
};

}  // namespace

Trajectory reroll(const RolloutProblem& problem, const SortedRows& rows, const Trajectory& start,
                  const RerollOptions& options, const Workers& workers, const StopRule& stop) {
    return Rerolls({problem, rows, workers, stop}, options).run(start);
}

}  // namespace odgear::policy
