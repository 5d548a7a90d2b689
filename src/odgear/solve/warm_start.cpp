#include "odgear/solve/warm_start.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "odgear/core/check.hpp"

namespace odgear {

namespace {

struct OpenRoute {
    Route stops;
    Load load = 0;
    double duration = 0;  // travel and service
};

// The position for one more customer, and its cost.
struct Insertion {
    double cost = std::numeric_limits<double>::infinity();
    std::size_t route = 0;
    std::size_t position = 0;
};

class Repair {
public:
    explicit Repair(const Instance& instance) : instance_(instance) {}

    std::optional<Solution> run(const std::vector<Route>& routes) {
        adopt(routes);
        for (OpenRoute& route : routes_) shed_excess(route);
        std::erase_if(routes_, [](const OpenRoute& route) { return route.stops.empty(); });
        close_surplus_routes();
        collect_missing();
        for (const int customer : missing_)
            if (!insert(customer)) return std::nullopt;
        std::vector<Route> result;
        for (OpenRoute& route : routes_) result.push_back(std::move(route.stops));
        Solution solution = make_solution(instance_, std::move(result));
        if (!check(instance_, solution).feasible()) return std::nullopt;
        return solution;
    }

private:
    void adopt(const std::vector<Route>& routes) {
        placed_.assign(static_cast<std::size_t>(instance_.nodes()), false);
        for (const Route& given : routes) {
            OpenRoute route;
            for (const int customer : given) {
                if (customer < 1 || customer >= instance_.nodes() || placed(customer)) continue;
                placed_[static_cast<std::size_t>(customer)] = true;
                route.stops.push_back(customer);
            }
            measure(route);
            routes_.push_back(std::move(route));
        }
    }

    void measure(OpenRoute& route) const {
        route.load = 0;
        for (const int customer : route.stops) route.load += instance_.demand(customer);
        route.duration = route_cost(instance_, route.stops) +
                         instance_.service_time() * static_cast<double>(route.stops.size());
    }

    bool fits(const OpenRoute& route) const {
        return route.load <= instance_.capacity() && route.duration <= instance_.max_route_length();
    }

    // Removes the customer whose removal saves most, until the route is feasible.
    void shed_excess(OpenRoute& route) {
        while (!route.stops.empty() && !fits(route)) {
            std::size_t worst = 0;
            double most = -std::numeric_limits<double>::infinity();
            for (std::size_t i = 0; i < route.stops.size(); ++i) {
                const int before = i == 0 ? 0 : route.stops[i - 1];
                const int after = i + 1 == route.stops.size() ? 0 : route.stops[i + 1];
                const int here = route.stops[i];
                const double saved = instance_.distance(before, here) +
                                     instance_.distance(here, after) -
                                     instance_.distance(before, after);
                if (saved <= most) continue;
                most = saved;
                worst = i;
            }
            placed_[static_cast<std::size_t>(route.stops[worst])] = false;
            route.stops.erase(route.stops.begin() + static_cast<std::ptrdiff_t>(worst));
            measure(route);
        }
    }

    // If there are more routes than vehicles, dissolves the lightest routes.
    void close_surplus_routes() {
        const auto fleet = static_cast<std::size_t>(instance_.max_vehicles());
        if (routes_.size() <= fleet) return;
        std::stable_sort(routes_.begin(), routes_.end(),
                         [](const OpenRoute& a, const OpenRoute& b) { return a.load > b.load; });
        for (std::size_t r = fleet; r < routes_.size(); ++r)
            for (const int customer : routes_[r].stops)
                placed_[static_cast<std::size_t>(customer)] = false;
        routes_.resize(fleet);
    }

    void collect_missing() {
        for (int c = 1; c < instance_.nodes(); ++c)
            if (!placed(c)) missing_.push_back(c);
        // Under a fleet limit, large demands are hard to place; otherwise distant customers are.
        const bool packed = instance_.has_vehicle_limit();
        std::stable_sort(missing_.begin(), missing_.end(), [&](int a, int b) {
            if (packed && instance_.demand(a) != instance_.demand(b))
                return instance_.demand(a) > instance_.demand(b);
            return instance_.distance(0, a) > instance_.distance(0, b);
        });
    }

    bool insert(int customer) {
        Insertion best = cheapest(customer);
        const bool may_open = std::cmp_less(routes_.size(), instance_.max_vehicles());
        const double alone = instance_.distance(0, customer) + instance_.distance(customer, 0);
        if (may_open && alone < best.cost) {
            routes_.emplace_back();
            best = {alone, routes_.size() - 1, 0};
        }
        if (best.cost == std::numeric_limits<double>::infinity()) return false;
        OpenRoute& route = routes_[best.route];
        route.stops.insert(route.stops.begin() + static_cast<std::ptrdiff_t>(best.position),
                           customer);
        measure(route);
        return true;
    }

    Insertion cheapest(int customer) const {
        Insertion best;
        for (std::size_t r = 0; r < routes_.size(); ++r) {
            const OpenRoute& route = routes_[r];
            if (route.load + instance_.demand(customer) > instance_.capacity()) continue;
            for (std::size_t i = 0; i <= route.stops.size(); ++i) {
                const int before = i == 0 ? 0 : route.stops[i - 1];
                const int after = i == route.stops.size() ? 0 : route.stops[i];
                const double added = instance_.distance(before, customer) +
                                     instance_.distance(customer, after) -
                                     instance_.distance(before, after);
                const double duration = route.duration + added + instance_.service_time();
                if (added < best.cost && duration <= instance_.max_route_length())
                    best = {added, r, i};
            }
        }
        return best;
    }

    bool placed(int customer) const { return placed_[static_cast<std::size_t>(customer)]; }

    const Instance& instance_;
    std::vector<OpenRoute> routes_;
    std::vector<bool> placed_;
    std::vector<int> missing_;
};

}  // namespace

std::optional<Solution> repair(const Instance& instance, const std::vector<Route>& routes) {
    return Repair(instance).run(routes);
}

}  // namespace odgear
