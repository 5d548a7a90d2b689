#include "odgear/decompose/partition.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "odgear/core/errors.hpp"
#include "odgear/decompose/embedding.hpp"
#include "odgear/decompose/kmeans.hpp"

namespace odgear {

namespace {

using Parts = std::vector<std::vector<int>>;

class Partitioner {
public:
    Partitioner(std::span<const Point> points, const std::vector<Route>& routes, RoutePlace place,
                Random& random)
        : routes_(routes),
          depot_(points[0]),
          centres_(place == RoutePlace::customer ? drawn_customers(points, routes, random)
                                                 : barycentres(points, routes)),
          random_(random) {}

    Parts by_barycentre(int parts) {
        const std::vector<int> label = kmeans(centres_, parts, random_);
        Parts result(std::size_t(std::min<std::size_t>(std::size_t(parts), routes_.size())));
        for (std::size_t r = 0; r < label.size(); ++r)
            result[std::size_t(label[r])].push_back(int(r));
        return result;
    }

    Parts by_angle(int parts) {
        const double turn = random_.unit() * 2 * std::numbers::pi;
        std::vector<double> key(routes_.size());
        for (std::size_t r = 0; r < key.size(); ++r) {
            const Point c = centres_[r];
            const double angle = std::atan2(c.y - depot_.y, c.x - depot_.x) + turn;
            key[r] = std::fmod(angle + 2 * std::numbers::pi, 2 * std::numbers::pi);
        }
        std::vector<int> order = sorted_by(key);
        Parts result;
        for (int p = parts; p > 0; --p) {
            const auto cut = cut_after(order, 1, p);
            result.emplace_back(order.begin(), cut);
            order.erase(order.begin(), cut);
        }
        return result;
    }

    Parts by_bisection(int parts) {
        std::vector<int> all(routes_.size());
        std::iota(all.begin(), all.end(), 0);
        Parts result;
        bisect(std::move(all), parts, result);
        return result;
    }

private:
    std::vector<int> sorted_by(const std::vector<double>& key) const {
        std::vector<int> order(routes_.size());
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(),
                         [&](int a, int b) { return key[std::size_t(a)] < key[std::size_t(b)]; });
        return order;
    }

    std::size_t customers(int route) const { return routes_[std::size_t(route)].size(); }

    // The end of the first part of `order` that holds share / of of its customers. At least one
    // route for each part stays on both sides.
    std::vector<int>::iterator cut_after(std::vector<int>& order, int share, int of) const {
        std::size_t total = 0;
        for (const int r : order) total += customers(r);
        const double wanted = double(total) * share / of;
        const auto first = order.begin() + share;
        const auto last = order.end() - (of - share);
        auto cut = order.begin();
        double before = 0;
        while (cut != last && (cut < first || before + double(customers(*cut)) / 2 < wanted))
            before += double(customers(*cut++));
        return cut;
    }

    void bisect(std::vector<int> group, int parts, Parts& result) {
        if (parts == 1) {
            result.push_back(std::move(group));
            return;
        }
        const double angle = random_.unit() * std::numbers::pi;
        const Point axis{std::cos(angle), std::sin(angle)};
        std::stable_sort(group.begin(), group.end(), [&](int a, int b) {
            const Point p = centres_[std::size_t(a)];
            const Point q = centres_[std::size_t(b)];
            return p.x * axis.x + p.y * axis.y < q.x * axis.x + q.y * axis.y;
        });
        const auto cut = cut_after(group, parts / 2, parts);
        bisect({group.begin(), cut}, parts / 2, result);
        bisect({cut, group.end()}, parts - parts / 2, result);
    }

    const std::vector<Route>& routes_;
    Point depot_;
    std::vector<Point> centres_;
    Random& random_;
};

}  // namespace

std::vector<std::vector<int>> partition_routes(std::span<const Point> points,
                                               const std::vector<Route>& routes,
                                               Clustering clustering, int part_size, Random& random,
                                               RoutePlace place) {
    if (part_size < 1) throw ConfigurationError("a sub-problem needs at least one customer");
    if (routes.empty()) return {};
    std::size_t customers = 0;
    for (const Route& route : routes) customers += route.size();
    const std::size_t wanted = (customers + std::size_t(part_size) - 1) / std::size_t(part_size);
    const int parts = int(std::clamp<std::size_t>(wanted, 1, routes.size()));
    Partitioner partitioner(points, routes, place, random);
    switch (clustering) {
        case Clustering::barycentre: return partitioner.by_barycentre(parts);
        case Clustering::polar: return partitioner.by_angle(parts);
        case Clustering::bisection: return partitioner.by_bisection(parts);
    }
    throw InternalError("unknown clustering");
}

}  // namespace odgear
