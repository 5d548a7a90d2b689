#include "odgear/generate/uchoa.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>
#include <vector>

#include "odgear/core/errors.hpp"
#include "odgear/generate/require.hpp"

namespace odgear {

namespace {

template <class Kind, std::size_t size>
using Names = std::array<std::pair<std::string_view, Kind>, size>;

constexpr Names<DepotPlace, 5> depot_names{{
    {"central", DepotPlace::central},
    {"eccentric", DepotPlace::eccentric},
    {"random", DepotPlace::random},
    {"town", DepotPlace::town},
    {"outside", DepotPlace::outside},
}};

constexpr Names<CustomerPlaces, 3> customer_names{{
    {"random", CustomerPlaces::random},
    {"clustered", CustomerPlaces::clustered},
    {"random-clustered", CustomerPlaces::random_clustered},
}};

constexpr Names<DemandKind, 7> demand_names{{
    {"unitary", DemandKind::unitary},
    {"small-wide", DemandKind::small_wide},
    {"small-narrow", DemandKind::small_narrow},
    {"large-wide", DemandKind::large_wide},
    {"large-narrow", DemandKind::large_narrow},
    {"by-quadrant", DemandKind::by_quadrant},
    {"many-small", DemandKind::many_small},
}};

template <class Kind, std::size_t size>
std::string_view find_name(const Names<Kind, size>& names, Kind kind) {
    for (const auto& [name, known] : names)
        if (known == kind) return name;
    return "";
}

template <class Kind, std::size_t size>
Kind find_kind(const Names<Kind, size>& names, std::string_view wanted, const char* what) {
    std::string list;
    for (const auto& [name, kind] : names) {
        if (name == wanted) return kind;
        list.append(list.empty() ? "" : ", ").append(name);
    }
    throw ConfigurationError("unknown " + std::string(what) + " '" + std::string(wanted) +
                             "' (known: " + list + ")");
}

// The integer grid, which remembers the points that are taken.
class Grid {
public:
    Grid(int side, Random& random)
        : side_(side),
          random_(random),
          taken_((static_cast<std::size_t>(side) + 1) * (static_cast<std::size_t>(side) + 1)) {}

    Point anywhere() {
        const double x = random_.between(0, side_);
        return {x, static_cast<double>(random_.between(0, side_))};
    }

    Point anywhere_free() {
        while (true)
            if (const Point place = anywhere(); take(place)) return place;
    }

    bool holds(Point place) const {
        return std::min(place.x, place.y) >= 0 && std::max(place.x, place.y) <= side_;
    }

    // False if the point is taken already.
    bool take(Point place) {
        const auto index =
            static_cast<std::size_t>(place.x) * (static_cast<std::size_t>(side_) + 1) +
            static_cast<std::size_t>(place.y);
        if (taken_[index]) return false;
        taken_[index] = true;
        return true;
    }

private:
    int side_;
    Random& random_;
    std::vector<bool> taken_;
};

Point depot_point(const UchoaShape& shape, Grid& grid) {
    switch (shape.depot) {
        case DepotPlace::central: {
            const int middle = shape.grid / 2;
            return {static_cast<double>(middle), static_cast<double>(middle)};
        }
        case DepotPlace::eccentric: return {0, 0};
        case DepotPlace::outside: return {-double(shape.grid), -double(shape.grid)};
        case DepotPlace::random:
        case DepotPlace::town: break;
    }
    return grid.anywhere();
}

// Clusters so small that rejection sampling would take too long. A point lies at a distance from
// its seed that has the density of exp(-d / decay) in the plane.
class Towns {
public:
    Towns(const UchoaShape& shape, std::vector<Point> seeds)
        : seeds_(std::move(seeds)), decay_(shape.decay) {
        if (shape.skew == 0) return;
        double sum = 0;
        for (std::size_t k = 0; k < seeds_.size(); ++k)
            up_to_.push_back(sum += std::pow(double(k + 1), -shape.skew));
        for (double& share : up_to_) share /= sum;
    }

    Point draw(Random& random) const {
        const std::size_t town = draw_town(random);
        const double radius =
            -decay_of(town) * (std::log(1 - random.unit()) + std::log(1 - random.unit()));
        const double angle = 2 * std::numbers::pi * random.unit();
        return {std::round(seeds_[town].x + radius * std::cos(angle)),
                std::round(seeds_[town].y + radius * std::sin(angle))};
    }

private:
    std::size_t draw_town(Random& random) const {
        if (up_to_.empty()) return random.below(static_cast<std::uint32_t>(seeds_.size()));
        const auto found = std::upper_bound(up_to_.begin(), up_to_.end() - 1, random.unit());
        return static_cast<std::size_t>(found - up_to_.begin());
    }

    // Towns of all sizes are equally dense.
    double decay_of(std::size_t town) const {
        if (up_to_.empty()) return decay_;
        const double share = up_to_[town] - (town > 0 ? up_to_[town - 1] : 0);
        return decay_ * std::sqrt(share * double(seeds_.size()));
    }

    std::vector<Point> seeds_;
    std::vector<double> up_to_;  // shares of the customers, summed up; empty: all towns alike
    double decay_;
};

bool is_small_cluster(const UchoaShape& shape) { return shape.decay < shape.grid / 50.0; }

void add_clustered(const UchoaShape& shape, int count, Grid& grid, Random& random,
                   std::vector<Point>& points) {
    std::vector<Point> seeds;
    const int most = std::min(shape.seeds, count);
    seeds.reserve(static_cast<std::size_t>(most));
    for (int i = 0; i < most; ++i) seeds.push_back(grid.anywhere_free());
    points.insert(points.end(), seeds.begin(), seeds.end());
    if (shape.depot == DepotPlace::town) seeds.front() = points.front();
    const Towns towns(shape, seeds);
    for (auto left = static_cast<std::size_t>(count) - seeds.size(); left > 0;) {
        if (is_small_cluster(shape)) {
            const Point place = towns.draw(random);
            if (!grid.holds(place) || !grid.take(place)) continue;
            points.push_back(place);
            --left;
            continue;
        }
        const Point place = grid.anywhere();
        double attraction = 0;
        for (const Point seed : seeds)
            attraction += std::exp(-std::hypot(place.x - seed.x, place.y - seed.y) / shape.decay);
        if (random.unit() >= attraction || !grid.take(place)) continue;
        points.push_back(place);
        --left;
    }
}

std::vector<Point> all_points(const UchoaShape& shape, Random& random) {
    Grid grid(shape.grid, random);
    std::vector<Point> points{depot_point(shape, grid)};
    if (shape.depot != DepotPlace::outside) grid.take(points.front());
    int clustered = 0;
    if (shape.places == CustomerPlaces::clustered) clustered = shape.customers;
    if (shape.places == CustomerPlaces::random_clustered) clustered = shape.customers / 2;
    for (int i = clustered; i < shape.customers; ++i) points.push_back(grid.anywhere_free());
    if (clustered > 0) add_clustered(shape, clustered, grid, random, points);
    return points;
}

// The number of customers with small demands, for DemandKind::many_small.
std::size_t small_count(std::size_t customers, Random& random) {
    const double share = 0.70 + 0.25 * random.unit();
    return static_cast<std::size_t>(std::llround(share * static_cast<double>(customers)));
}

std::vector<Load> all_demands(const UchoaShape& shape, const std::vector<Point>& points,
                              Random& random) {
    std::vector<Load> demands(points.size(), 0);
    const bool mixed = shape.demands == DemandKind::many_small;
    const std::size_t small = mixed ? small_count(points.size() - 1, random) : 0;
    const double middle = shape.grid / 2.0;
    for (std::size_t i = 1; i < points.size(); ++i) {
        const bool odd_quadrant = (points[i].x >= middle) == (points[i].y >= middle);
        switch (shape.demands) {
            case DemandKind::unitary: demands[i] = 1; break;
            case DemandKind::small_wide: demands[i] = random.between(1, 10); break;
            case DemandKind::small_narrow: demands[i] = random.between(5, 10); break;
            case DemandKind::large_wide: demands[i] = random.between(1, 100); break;
            case DemandKind::large_narrow: demands[i] = random.between(50, 100); break;
            case DemandKind::by_quadrant:
                demands[i] = odd_quadrant ? random.between(51, 100) : random.between(1, 50);
                break;
            case DemandKind::many_small:
                demands[i] = i <= small ? random.between(1, 10) : random.between(50, 100);
                break;
        }
    }
    // Positions are in the order of seeds and clusters, so large demands are spread at random.
    if (mixed) random.shuffle(std::span(demands).subspan(1));
    return demands;
}

Load capacity_for(const UchoaShape& shape, const std::vector<Load>& demands) {
    Load total = 0;
    for (const Load demand : demands) total += demand;
    const auto wanted = static_cast<Load>(
        std::ceil(shape.route_size * static_cast<double>(total) / shape.customers));
    return std::max(wanted, *std::max_element(demands.begin(), demands.end()));
}

// Lowers demands by 1 at random, until they fill at least this share of the capacity of the minimum
// number of routes, rounded down.
void fill_routes(double fill, Load capacity, std::vector<Load>& demands, Random& random) {
    const Load total = std::accumulate(demands.begin(), demands.end(), Load{0});
    const Load routes = total / capacity;
    Load surplus = total - static_cast<Load>(fill * static_cast<double>(routes * capacity));
    std::vector<std::size_t> order(demands.size() - 1);
    std::iota(order.begin(), order.end(), std::size_t{1});
    while (surplus > 0) {
        random.shuffle(std::span(order));
        const Load before = surplus;
        for (const std::size_t i : order) {
            if (surplus == 0) break;
            if (demands[i] <= 1) continue;
            --demands[i];
            --surplus;
        }
        require(routes > 0 && surplus < before, "such demands cannot be made to fill their routes");
    }
}

void check_shape(const UchoaShape& shape) {
    require(shape.customers >= 1, "the number of customers must be positive");
    require(shape.grid >= 1 && shape.grid <= 30'000, "the grid must be between 1 and 30000");
    // Rejection sampling needs enough free points.
    const double places = (shape.grid + 1.0) * (shape.grid + 1.0);
    require(shape.customers <= places / 2,
            "too many customers for the grid: at most half its places");
    require(shape.seeds >= 1, "the number of seeds must be positive");
    require(shape.route_size >= 1 && std::isfinite(shape.route_size),
            "the route size must be at least 1");
    require(shape.fill >= 0 && shape.fill <= 1, "the routes can be filled to a share only");
    require(shape.decay > 0 && std::isfinite(shape.decay), "the decay must be positive");
    // Small clusters need enough points within their decay: four times as many as customers.
    const double clustered_places = 3 * shape.decay * shape.decay * shape.seeds;
    require(!is_small_cluster(shape) || clustered_places >= 4.0 * shape.customers,
            "too many customers for such small clusters");
    require(shape.skew >= 0 && std::isfinite(shape.skew), "the skew must be 0 or more");
    require(shape.skew == 0 || is_small_cluster(shape),
            "clusters of different sizes must be small: less than a fiftieth of the grid");
}

}  // namespace

std::string_view name_of(DepotPlace place) { return find_name(depot_names, place); }
std::string_view name_of(CustomerPlaces places) { return find_name(customer_names, places); }
std::string_view name_of(DemandKind kind) { return find_name(demand_names, kind); }

DepotPlace depot_place(std::string_view name) {
    return find_kind(depot_names, name, "place of the depot");
}
CustomerPlaces customer_places(std::string_view name) {
    return find_kind(customer_names, name, "place of the customers");
}
DemandKind demand_kind(std::string_view name) {
    return find_kind(demand_names, name, "kind of demands");
}

Instance uchoa_instance(const UchoaShape& shape, Random& random) {
    check_shape(shape);
    InstanceData data;
    data.points = all_points(shape, random);
    data.demands = all_demands(shape, data.points, random);
    data.capacity = capacity_for(shape, data.demands);
    if (shape.fill > 0) fill_routes(shape.fill, data.capacity, data.demands, random);
    data.rule.rounding = Rounding::nearest;
    Load total = 0;
    for (const Load demand : data.demands) total += demand;
    const Load vehicles = (total + data.capacity - 1) / data.capacity;
    data.name = shape.name.empty()
                    ? "U-n" + std::to_string(data.points.size()) + "-k" + std::to_string(vehicles)
                    : shape.name;
    data.comment = "generator of Uchoa et al. (2017): depot " + std::string(name_of(shape.depot)) +
                   ", customers " + std::string(name_of(shape.places)) + ", demands " +
                   std::string(name_of(shape.demands));
    return Instance(std::move(data));
}

UchoaShape random_uchoa_shape(int customers, Random& random) {
    UchoaShape shape;
    shape.customers = customers;
    shape.depot = depot_names[random.below(3)].second;
    shape.places = customer_names[random.below(3)].second;
    shape.seeds = random.between(3, 8);
    shape.demands = demand_names[random.below(7)].second;
    // The inverse of the triangular distribution on [low, high] with this mode.
    constexpr double low = 3, mode = 6, high = 25;
    const double u = random.unit();
    const double turn = (mode - low) / (high - low);
    shape.route_size = u < turn ? low + std::sqrt(u * (high - low) * (mode - low))
                                : high - std::sqrt((1 - u) * (high - low) * (high - mode));
    return shape;
}

}  // namespace odgear
