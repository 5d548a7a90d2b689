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

// How often a region is drawn in a round: seldom, for new borders help more than further draws.
constexpr int draws_per_round = 2;
// The most routes of a region, in turn.
constexpr std::size_t region_sizes[] = {2, 3, 4};
// A saving below this share of the cost is rounding.
constexpr double least_saving = 1e-9;

struct Loop {
    std::vector<int> customers;
    double cost = 0;
    float x = 0;  // barycentre
    float y = 0;
};

class Rerolls {
public:
    Rerolls(const RolloutProblem& problem, const SortedRows& rows, const RerollOptions& options,
            const Workers& workers, const StopRule& stop)
        : problem_(problem),
          rows_(rows),
          options_(options),
          workers_(workers),
          stop_(stop),
          scratch_(static_cast<std::size_t>(workers.threads())) {}

    Trajectory run(const Trajectory& start) {
        loops_ = loops_of(start.nodes);
        int left = options_.trajectories;
        for (std::size_t round = 0; left > 0 && !stop_.out_of_time(); ++round) {
            run_round(round, std::min(left, draws_per_round));
            left -= draws_per_round;
        }
        Trajectory result;
        result.index = start.index;
        result.routes = static_cast<int>(loops_.size());
        result.nodes.reserve(start.nodes.size());
        for (const Loop& loop : loops_) {
            result.nodes.insert(result.nodes.end(), loop.customers.begin(), loop.customers.end());
            result.nodes.push_back(0);
            result.cost += loop.cost;
        }
        return result;
    }

private:
    using Region = std::span<const std::size_t>;  // indices of loops

    struct Scratch {
        std::optional<Walk> walk;
        std::vector<int> customers;
        std::vector<int> nodes;
        std::vector<int> best;
    };

    std::vector<Loop> loops_of(std::span<const int> nodes) const {
        std::vector<Loop> loops;
        for (auto begin = nodes.begin(); begin != nodes.end();) {
            const auto end = std::find(begin, nodes.end(), 0);
            loops.push_back(make_loop({begin, end}));
            begin = end + 1;
        }
        return loops;
    }

    Loop make_loop(std::span<const int> customers) const {
        const Graph& graph = problem_.graph();
        Loop loop{.customers = {customers.begin(), customers.end()}};
        int at = 0;
        for (const int customer : customers) {
            loop.cost += problem_.distance(at, customer);
            loop.x += graph.x[static_cast<std::size_t>(customer)];
            loop.y += graph.y[static_cast<std::size_t>(customer)];
            at = customer;
        }
        loop.cost += problem_.distance(at, 0);
        loop.x /= static_cast<float>(customers.size());
        loop.y /= static_cast<float>(customers.size());
        return loop;
    }

    void run_round(std::size_t round, int draws) {
        Random random = Random::stream(options_.seed, round);
        std::vector<std::size_t> order(loops_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::vector<Region> regions;
        divide(order, random.unit() * std::numbers::pi,
               region_sizes[round % std::size(region_sizes)], regions);
        const std::uint64_t seed = random();
        std::vector<std::vector<Loop>> better(regions.size());
        workers_.run(static_cast<int>(regions.size()), 1, [&](int index, int, int worker) {
            if (stop_.out_of_time()) return;
            const auto r = static_cast<std::size_t>(index);
            Random own = Random::stream(seed, r);
            better[r] = draw(regions[r], draws, own, scratch_[static_cast<std::size_t>(worker)]);
        });
        std::vector<Loop> next;
        next.reserve(loops_.size());
        for (std::size_t r = 0; r < regions.size(); ++r) {
            if (better[r].empty())
                for (const std::size_t loop : regions[r]) next.push_back(std::move(loops_[loop]));
            else
                std::move(better[r].begin(), better[r].end(), std::back_inserter(next));
        }
        loops_ = std::move(next);
    }

    // Halves, across a direction, then each across the direction at right angles to it.
    void divide(std::span<std::size_t> order, double angle, std::size_t most,
                std::vector<Region>& regions) const {
        if (order.size() <= most) {
            regions.push_back(order);
            return;
        }
        const auto dx = static_cast<float>(std::cos(angle));
        const auto dy = static_cast<float>(std::sin(angle));
        const auto along = [&](std::size_t loop) {
            return dx * loops_[loop].x + dy * loops_[loop].y;
        };
        const std::size_t half = order.size() / 2;
        std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(half),
                         order.end(),
                         [&](std::size_t a, std::size_t b) { return along(a) < along(b); });
        divide(order.first(half), angle + std::numbers::pi / 2, most, regions);
        divide(order.subspan(half), angle + std::numbers::pi / 2, most, regions);
    }

    // Better routes for the customers of a region; none if they were not found.
    std::vector<Loop> draw(Region region, int draws, Random& random, Scratch& scratch) const {
        auto& [walk, customers, nodes, best] = scratch;
        if (!walk) walk.emplace(problem_, rows_.beta(), &rows_);
        customers.clear();
        best.clear();
        double cost = 0;
        for (const std::size_t loop : region) {
            const std::vector<int>& more = loops_[loop].customers;
            customers.insert(customers.end(), more.begin(), more.end());
            cost += loops_[loop].cost;
        }
        cost -= least_saving * cost;
        const int now = static_cast<int>(loops_.size());
        const int most_routes = std::max(now, problem_.instance().max_vehicles());
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
        return loops_of(best);
    }

    const RolloutProblem& problem_;
    const SortedRows& rows_;
    const RerollOptions& options_;
    const Workers& workers_;
    const StopRule& stop_;
    std::vector<Loop> loops_;
    std::vector<Scratch> scratch_;  // by worker
};

}  // namespace

Trajectory reroll(const RolloutProblem& problem, const SortedRows& rows, const Trajectory& start,
                  const RerollOptions& options, const Workers& workers, const StopRule& stop) {
    return Rerolls(problem, rows, options, workers, stop).run(start);
}

}  // namespace odgear::policy
