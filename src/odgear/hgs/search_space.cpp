#include "odgear/hgs/search_space.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "odgear/spatial/hilbert.hpp"

namespace odgear::hgs {

namespace {

// Lengths are sums of rounded numbers, so an excess below this share of the limit does not count.
// It is smaller than the checker's tolerance, so that float distances stay within it.
constexpr double length_slack = 4e-7;

void keys_along_curve(const std::vector<Point>& points,
                      std::vector<std::pair<std::uint64_t, int>>& keys) {
    Point low = points.front();
    Point high = points.front();
    for (const Point p : points) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
    const double side = std::max({high.x - low.x, high.y - low.y, 1e-300});
    const auto cell = [&](double offset) {
        return static_cast<std::uint32_t>(offset / side * (hilbert_side - 1));
    };
    for (std::size_t i = 1; i < points.size(); ++i)
        keys.emplace_back(hilbert_position(cell(points[i].x - low.x), cell(points[i].y - low.y)),
                          static_cast<int>(i));
}

// Without coordinates, a nearest-neighbour chain from the depot replaces the curve.
void keys_along_chain(const Instance& instance, std::vector<std::pair<std::uint64_t, int>>& keys) {
    std::vector<int> open(static_cast<std::size_t>(instance.customers()));
    for (std::size_t i = 0; i < open.size(); ++i) open[i] = static_cast<int>(i) + 1;
    int here = 0;
    while (!open.empty()) {
        std::size_t nearest = 0;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t k = 0; k < open.size(); ++k) {
            const double d = instance.distance(here, open[k]) + instance.distance(open[k], here);
            if (d < least) {
                least = d;
                nearest = k;
            }
        }
        here = open[nearest];
        open[nearest] = open.back();
        open.pop_back();
        keys.emplace_back(keys.size(), here);
    }
}

std::uint16_t direction(Point from, Point to) {
    const double turn = std::atan2(to.y - from.y, to.x - from.x) / (2 * std::numbers::pi);
    return static_cast<std::uint16_t>(static_cast<std::int32_t>(std::floor(turn * 65536)) & 0xFFFF);
}

}  // namespace

void SearchSpace::build(const Instance& instance, const NeighborLists& neighbors, int routes) {
    instance_ = &instance;
    nodes_ = instance.nodes();
    symmetric_ = instance.symmetric();
    rule_ = instance.rule();
    capacity_ = instance.capacity();
    max_length_ = instance.max_route_length() * (1 + length_slack);
    service_time_ = instance.service_time();
    radius_ = instance.radius();
    tolerance_ = std::max(2.5e-7 * radius_, 1e-300);
    renumber();
    copy_nodes();
    copy_matrix();
    link_neighbors(neighbors);
    least_routes_ =
        static_cast<int>(std::ceil(double(instance.total_demand()) / double(capacity_)));
    if (instance.has_vehicle_limit()) {
        fleet_ = std::min(instance.max_vehicles(), instance.customers());
    } else {
        const double loaded = 1.3 * double(instance.total_demand()) / double(capacity_);
        fleet_ = std::max(
            {static_cast<int>(std::ceil(loaded)) + 3, routes_of_next_fit() + 3, routes + 1});
        fleet_ = std::min(fleet_, instance.customers());
    }
}

void SearchSpace::renumber() {
    keys_.clear();
    if (instance_->has_points())
        keys_along_curve(instance_->points(), keys_);
    else
        keys_along_chain(*instance_, keys_);
    std::sort(keys_.begin(), keys_.end());
    original_.assign(static_cast<std::size_t>(nodes_), 0);
    renumbered_.assign(static_cast<std::size_t>(nodes_), 0);
    for (std::size_t k = 0; k < keys_.size(); ++k) {
        original_[k + 1] = keys_[k].second;
        renumbered_[keys_[k].second] = static_cast<int>(k) + 1;
    }
}

void SearchSpace::copy_nodes() {
    const auto nodes = static_cast<std::size_t>(nodes_);
    demands_.resize(nodes);
    angles_.assign(nodes, 0);
    points_.resize(instance_->has_points() ? nodes : 0);
    for (int i = 0; i < nodes_; ++i) {
        demands_[i] = instance_->demand(original_[i]);
        if (points_.empty()) continue;
        points_[i] = instance_->point(original_[i]);
        angles_[i] = direction(points_[0], points_[i]);
    }
}

void SearchSpace::copy_matrix() {
    matrix_.clear();
    transposed_.clear();
    const double* given = instance_->matrix();
    if (given == nullptr) return;
    const auto nodes = static_cast<std::size_t>(nodes_);
    matrix_.resize(nodes * nodes);
    for (std::size_t i = 0; i < nodes; ++i) {
        const double* row = given + static_cast<std::size_t>(original_[i]) * nodes;
        float* copied = matrix_.data() + i * nodes;
        for (std::size_t j = 0; j < nodes; ++j) copied[j] = static_cast<float>(row[original_[j]]);
    }
    if (symmetric_) return;
    transposed_.resize(nodes * nodes);
    for (std::size_t i = 0; i < nodes; ++i)
        for (std::size_t j = 0; j < nodes; ++j) transposed_[j * nodes + i] = matrix_[i * nodes + j];
}

// Customer j is tried around i when either is among the nearest of the other. The nearest of i come
// first, then those that have i among their nearest.
void SearchSpace::link_neighbors(const NeighborLists& lists) {
    const auto nodes = static_cast<std::size_t>(nodes_);
    const auto lists_back = [&](int i, int j) {  // is i among the nearest of j?
        const auto row = lists.of(j);
        return std::find(row.begin(), row.end(), i) != row.end();
    };
    neighbor_begin_.assign(nodes + 1, 0);
    for (int i = 1; i < nodes_; ++i)
        for (const int j : lists.of(i)) {
            ++neighbor_begin_[renumbered_[i] + 1];
            if (!lists_back(i, j)) ++neighbor_begin_[renumbered_[j] + 1];
        }
    for (std::size_t i = 1; i <= nodes; ++i) neighbor_begin_[i] += neighbor_begin_[i - 1];
    neighbors_.resize(static_cast<std::size_t>(neighbor_begin_[nodes]));
    std::vector<int> filled(neighbor_begin_.begin(), neighbor_begin_.end() - 1);
    for (int i = 1; i < nodes_; ++i)
        for (const int j : lists.of(i)) neighbors_[filled[renumbered_[i]]++] = renumbered_[j];
    for (int i = 1; i < nodes_; ++i)
        for (const int j : lists.of(i))
            if (!lists_back(i, j)) neighbors_[filled[renumbered_[j]]++] = renumbered_[i];
}

// The number of routes if the curve is cut wherever the next customer does not fit. This is an
// upper bound on what a feasible solution needs, even where demands pack badly or length is the
// limit.
int SearchSpace::routes_of_next_fit() const {
    int routes = 1;
    Load load = 0;
    double length = 0;
    for (int i = 1; i < nodes_; ++i) {
        const double reached = length + distance(i - 1, i) + service_time_;
        if (i > 1 && (load + demands_[i] > capacity_ || reached + distance(i, 0) > max_length_)) {
            ++routes;
            load = 0;
            length = double(distance(0, i)) + service_time_;
        } else {
            length = reached;
        }
        load += demands_[i];
    }
    return routes;
}

}  // namespace odgear::hgs
