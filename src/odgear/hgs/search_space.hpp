// The instance as the search sees it: customers renumbered along a space-filling curve, so that
// near customers are near in memory; a float matrix for small instances; granular neighbour lists
// made symmetric; polar sectors for SWAP*; the number of routes to work with. Everything below the
// public interface of this layer uses these numbers.
//
// Building takes O(N K), plus O(N^2) where the instance has a matrix. Memory likewise.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/hgs/distances.hpp"
#include "odgear/spatial/neighbors.hpp"

namespace odgear::hgs {

class SearchSpace {
public:
    SearchSpace() = default;
    SearchSpace(const Instance& instance, const NeighborLists& neighbors, int routes = 0) {
        build(instance, neighbors, routes);
    }

    // Keeps its memory from one instance to the next. There are at least `routes` routes, unless
    // the fleet is smaller. The instance must outlive the space.
    void build(const Instance& instance, const NeighborLists& neighbors, int routes = 0);

    const Instance& instance() const { return *instance_; }
    int nodes() const { return nodes_; }
    int customers() const { return nodes_ - 1; }
    bool symmetric() const { return symmetric_; }
    bool has_points() const { return !points_.empty(); }
    Point point(int node) const { return points_[node]; }

    Load demand(int node) const { return demands_[node]; }
    Load capacity() const { return capacity_; }
    double max_length() const { return max_length_; }  // with a slack for rounding
    bool has_length_limit() const { return max_length_ != no_length_limit; }
    double service_time() const { return service_time_; }
    // Routes that a solution may use: the fleet limit, or a number that never restricts.
    int fleet() const { return fleet_; }
    // The least number of routes that the demand fills; more where it packs badly.
    int least_routes() const { return least_routes_; }

    std::span<const int> neighbors(int node) const {
        return {neighbors_.data() + neighbor_begin_[node],
                neighbors_.data() + neighbor_begin_[node + 1]};
    }
    // Direction from the depot, in units of 1/65536 of the full circle; 0 without coordinates.
    std::uint16_t angle(int node) const { return angles_[node]; }
    // Smaller changes of cost do not count.
    double tolerance() const { return tolerance_; }
    double largest_depot_distance() const { return radius_; }

    float distance(int from, int to) const {
        if (!matrix_.empty())
            return matrix_[static_cast<std::size_t>(from) * static_cast<std::size_t>(nodes_) +
                           static_cast<std::size_t>(to)];
        return static_cast<float>(rule_(points_[from], points_[to]));
    }

    int original(int node) const { return original_[node]; }  // its number in the instance
    int renumbered(int original_node) const { return renumbered_[original_node]; }

    // Calls `work` with the distance type that fits.
    template <class Work>
    decltype(auto) with_distances(Work&& work) const {
        const auto nodes = static_cast<std::size_t>(nodes_);
        if (!matrix_.empty())
            return symmetric_
                       ? work(MatrixDistances(matrix_.data(), nodes))
                       : work(AsymmetricDistances(matrix_.data(), transposed_.data(), nodes));
        if (rule_.metric == Metric::euclidean)
            return work(EuclideanDistances(points_.data(), rule_));
        return work(RuleDistances(points_.data(), rule_));
    }

private:
    void renumber();
    void copy_nodes();
    void copy_matrix();
    void link_neighbors(const NeighborLists& lists);
    int routes_of_next_fit() const;

    const Instance* instance_ = nullptr;
    int nodes_ = 0;
    bool symmetric_ = true;
    DistanceRule rule_;
    Load capacity_ = 0;
    double max_length_ = no_length_limit;
    double service_time_ = 0;
    int fleet_ = 0;
    int least_routes_ = 0;
    double tolerance_ = 0;
    double radius_ = 0;
    std::vector<int> original_;
    std::vector<int> renumbered_;
    std::vector<Point> points_;
    std::vector<Load> demands_;
    std::vector<std::uint16_t> angles_;
    std::vector<float> matrix_;
    std::vector<float> transposed_;
    std::vector<int> neighbor_begin_;
    std::vector<int> neighbors_;
    std::vector<std::pair<std::uint64_t, int>> keys_;
};

}  // namespace odgear::hgs
