#include "odgear/construct/fleet_repair.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>

#include "odgear/core/index.hpp"

namespace odgear {

namespace {

struct Insertion {
    int route = -1;
    int position = 0;
    double delta = std::numeric_limits<double>::infinity();
};

// Routes that each respect capacity and length, and the pool of customers that are in no route.
class EjectionPool {
public:
    EjectionPool(const Instance& instance, const NeighborLists& neighbors, Random& random)
        : instance_(instance),
          neighbors_(neighbors),
          random_(random),
          route_of_(at(instance.nodes()), -1),
          penalty_(at(instance.nodes()), 1) {}

    void start(std::vector<Route> kept, std::vector<int> pool) {
        routes_ = std::move(kept);
        pool_ = std::move(pool);
        load_.assign(routes_.size(), 0);
        duration_.assign(routes_.size(), 0);
        seen_.assign(routes_.size(), 0);
        std::fill(route_of_.begin(), route_of_.end(), -1);
        std::fill(penalty_.begin(), penalty_.end(), 1);
        for (std::size_t r = 0; r < routes_.size(); ++r) measure(static_cast<int>(r));
        // Large customers leave the pool first, while there is room.
        std::stable_sort(pool_.begin(), pool_.end(),
                         [&](int a, int b) { return instance_.demand(a) < instance_.demand(b); });
    }

    bool run(std::int64_t steps, const StopRule& stop) {
        for (std::int64_t step = 0; !pool_.empty(); ++step) {
            if (step >= steps || stop.out_of_time()) return false;
            const int customer = pool_.back();
            pool_.pop_back();
            if (insert_where_it_fits(customer)) continue;
            ++penalty_[at(customer)];
            if (!insert_by_ejection(customer)) return false;
            for (int i = 0; i < exchanges_per_ejection; ++i) exchange_at_random();
        }
        return true;
    }

    std::vector<Route> take() { return std::move(routes_); }

private:
    static constexpr int exchanges_per_ejection = 30;
    static constexpr int routes_tried = 48;

    void measure(int r) {
        Load load = 0;
        for (const int c : routes_[at(r)]) {
            load += instance_.demand(c);
            route_of_[at(c)] = r;
        }
        load_[at(r)] = load;
        duration_[at(r)] = duration(routes_[at(r)]);
    }

    double duration(const Route& route) const {
        return route_cost(instance_, route) + double(route.size()) * instance_.service_time();
    }

    // The cheapest position in a route of duration `before`, whatever the load.
    Insertion cheapest_place(int customer, const Route& route, double before) const {
        Insertion best;
        for (std::size_t p = 0; p <= route.size(); ++p) {
            const int previous = p == 0 ? 0 : route[p - 1];
            const int next = p == route.size() ? 0 : route[p];
            const double delta = instance_.distance(previous, customer) +
                                 instance_.distance(customer, next) -
                                 (route.empty() ? 0 : instance_.distance(previous, next));
            if (delta < best.delta &&
                before + delta + instance_.service_time() <= instance_.max_route_length())
                best = {-1, static_cast<int>(p), delta};
        }
        return best;
    }

    void try_route(int customer, int r, Insertion& best) {
        if (load_[at(r)] + instance_.demand(customer) > instance_.capacity()) return;
        Insertion found = cheapest_place(customer, routes_[at(r)], duration_[at(r)]);
        found.route = r;
        if (found.delta < best.delta) best = found;
    }

    bool insert_where_it_fits(int customer) {
        Insertion best;
        ++stamp_;
        for (const int n : neighbors_.of(customer)) {
            const int r = route_of_[at(n)];
            if (r >= 0 && mark(r)) try_route(customer, r, best);
        }
        if (best.route < 0)
            for (int r = 0; r < int(routes_.size()); ++r)
                if (mark(r)) try_route(customer, r, best);
        if (best.route < 0) return false;
        Route& route = routes_[at(best.route)];
        route.insert(route.begin() + best.position, customer);
        measure(best.route);
        return true;
    }

    // True the first time a route is seen since the stamp was last increased.
    bool mark(int r) {
        if (seen_[at(r)] == stamp_) return false;
        seen_[at(r)] = stamp_;
        return true;
    }

    bool insert_by_ejection(int customer) {
        best_score_ = std::numeric_limits<std::int64_t>::max();
        best_route_ = -1;
        ++stamp_;
        int tried = 0;
        for (const int n : neighbors_.of(customer)) {
            const int r = route_of_[at(n)];
            if (r < 0 || tried == routes_tried / 2 || !mark(r)) continue;
            search_ejections(customer, r);
            ++tried;
        }
        for (; tried < routes_tried; ++tried) {
            const int r = static_cast<int>(random_.below(std::uint32_t(routes_.size())));
            if (mark(r)) search_ejections(customer, r);
        }
        if (best_route_ < 0) return false;
        apply_ejection(customer);
        return true;
    }

    // Finds the customers of the route that make room at the least penalty: one, two, or more
    // chosen greedily.
    void search_ejections(int customer, int r) {
        const Route& route = routes_[at(r)];
        const Load excess = load_[at(r)] + instance_.demand(customer) - instance_.capacity();
        for (const int a : route)
            if (instance_.demand(a) >= excess) offer(customer, r, {a});
        for (std::size_t i = 0; i < route.size(); ++i) {
            if (penalty_[at(route[i])] >= best_score_) continue;
            for (std::size_t j = 0; j < i; ++j)
                if (instance_.demand(route[i]) + instance_.demand(route[j]) >= excess)
                    offer(customer, r, {route[i], route[j]});
        }
        offer_many(customer, r, excess);
    }

    void offer_many(int customer, int r, Load excess) {
        order_ = routes_[at(r)];
        random_.shuffle(std::span(order_));
        std::stable_sort(order_.begin(), order_.end(), [&](int a, int b) {
            return penalty_[at(a)] * instance_.demand(b) < penalty_[at(b)] * instance_.demand(a);
        });
        many_.clear();
        Load freed = 0;
        for (const int c : order_) {
            many_.push_back(c);
            freed += instance_.demand(c);
            if (freed >= excess && offer(customer, r, many_)) return;
        }
    }

    bool offer(int customer, int r, std::initializer_list<int> ejected) {
        return offer(customer, r, std::span(ejected.begin(), ejected.size()));
    }

    // Keeps the set if it is the best so far. Returns false only when the route would be too long
    // with it.
    bool offer(int customer, int r, std::span<const int> ejected) {
        std::int64_t score = 0;
        Load freed = 0;
        for (const int c : ejected) {
            score += penalty_[at(c)];
            freed += instance_.demand(c);
        }
        const bool better = score < best_score_ || (score == best_score_ && freed < best_freed_);
        if (!better) return true;
        if (instance_.has_length_limit()) {
            const Route rest = without(r, ejected);
            if (cheapest_place(customer, rest, duration(rest)).delta ==
                std::numeric_limits<double>::infinity())
                return false;
        }
        best_score_ = score;
        best_freed_ = freed;
        best_route_ = r;
        best_ejected_.assign(ejected.begin(), ejected.end());
        return true;
    }

    Route without(int r, std::span<const int> ejected) const {
        Route rest;
        for (const int c : routes_[at(r)])
            if (std::find(ejected.begin(), ejected.end(), c) == ejected.end()) rest.push_back(c);
        return rest;
    }

    void apply_ejection(int customer) {
        Route& route = routes_[at(best_route_)];
        route = without(best_route_, best_ejected_);
        const Insertion place = cheapest_place(customer, route, duration(route));
        route.insert(route.begin() + place.position, customer);
        measure(best_route_);
        for (const int c : best_ejected_) {
            route_of_[at(c)] = -1;
            pool_.push_back(c);
        }
    }

    // Swaps two customers of different routes where both routes stay feasible. This moves free
    // capacity between routes until one has enough for the waiting customer.
    void exchange_at_random() {
        const auto pick = [&] {
            const int r = static_cast<int>(random_.below(std::uint32_t(routes_.size())));
            const auto size = std::uint32_t(routes_[at(r)].size());
            return std::pair{r, size == 0 ? -1 : static_cast<int>(random_.below(size))};
        };
        const auto [r, i] = pick();
        const auto [s, j] = pick();
        if (r == s || i < 0 || j < 0) return;
        int& a = routes_[at(r)][at(i)];
        int& b = routes_[at(s)][at(j)];
        const Load shift = instance_.demand(b) - instance_.demand(a);
        if (load_[at(r)] + shift > instance_.capacity() ||
            load_[at(s)] - shift > instance_.capacity())
            return;
        std::swap(a, b);
        if (instance_.has_length_limit() &&
            std::max(duration(routes_[at(r)]), duration(routes_[at(s)])) >
                instance_.max_route_length()) {
            std::swap(a, b);
            return;
        }
        measure(r);
        measure(s);
    }

    const Instance& instance_;
    const NeighborLists& neighbors_;
    Random& random_;
    std::vector<Route> routes_;
    std::vector<Load> load_;
    std::vector<double> duration_;
    std::vector<int> pool_;
    std::vector<int> route_of_;          // -1 in the pool
    std::vector<std::int64_t> penalty_;  // how often a customer could not be placed
    std::vector<std::int64_t> seen_;
    std::int64_t stamp_ = 0;
    std::vector<int> order_;
    std::vector<int> many_;
    std::int64_t best_score_ = 0;
    Load best_freed_ = 0;
    int best_route_ = -1;
    std::vector<int> best_ejected_;
};

// Keeps the heaviest routes; the customers of the others go to the pool.
std::pair<std::vector<Route>, std::vector<int>> dissolve_lightest(const Instance& instance,
                                                                  std::vector<Route> routes) {
    const auto load = [&](const Route& route) {
        Load sum = 0;
        for (const int c : route) sum += instance.demand(c);
        return sum;
    };
    std::stable_sort(routes.begin(), routes.end(),
                     [&](const Route& a, const Route& b) { return load(a) > load(b); });
    std::vector<int> pool;
    for (std::size_t r = at(instance.max_vehicles()); r < routes.size(); ++r)
        pool.insert(pool.end(), routes[r].begin(), routes[r].end());
    routes.resize(std::min(routes.size(), at(instance.max_vehicles())));
    return {std::move(routes), std::move(pool)};
}

// Best-fit decreasing into the fleet's vehicles; what does not fit goes to the pool.
std::pair<std::vector<Route>, std::vector<int>> pack(const Instance& instance) {
    std::vector<int> order(at(instance.customers()));
    std::iota(order.begin(), order.end(), 1);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return instance.demand(a) > instance.demand(b); });
    std::vector<Route> bins(at(instance.max_vehicles()));
    std::vector<Load> room(bins.size(), instance.capacity());
    std::vector<int> pool;
    for (const int c : order) {
        std::size_t best = bins.size();
        for (std::size_t b = 0; b < bins.size(); ++b)
            if (room[b] >= instance.demand(c) && (best == bins.size() || room[b] < room[best]))
                best = b;
        if (best == bins.size()) {
            pool.push_back(c);
            continue;
        }
        room[best] -= instance.demand(c);
        bins[best].push_back(c);
    }
    return {std::move(bins), std::move(pool)};
}

}  // namespace

bool repair_fleet(const Instance& instance, const NeighborLists& neighbors,
                  const FleetRepairParameters& parameters, const StopRule& stop, Random& random,
                  std::vector<Route>& routes) {
    if (routes.size() <= at(instance.max_vehicles())) return true;
    const std::int64_t steps = std::min<std::int64_t>(
        parameters.most_steps, std::int64_t(parameters.effort) * instance.customers());
    EjectionPool search(instance, neighbors, random);
    auto [kept, pool] = dissolve_lightest(instance, routes);
    search.start(std::move(kept), std::move(pool));
    bool found = search.run(steps, stop);
    if (!found && !instance.has_length_limit()) {
        auto [bins, rest] = pack(instance);
        search.start(std::move(bins), std::move(rest));
        found = search.run(steps, stop);
    }
    if (!found) return false;
    routes = search.take();
    std::erase_if(routes, [](const Route& route) { return route.empty(); });
    return true;
}

}  // namespace odgear
