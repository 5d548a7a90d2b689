// An immutable problem: a CVRP, or a TSP as the special case of one vehicle without capacity. Node
// 0 is the depot (for a TSP, the first city); customers are 1..customers().
//
// Memory: O(N), plus a full matrix if one was given, or if the instance is so small
// (matrix_threshold nodes) that looking distances up is worth the memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "odgear/core/distance.hpp"

namespace odgear {

enum class Problem : std::uint8_t { cvrp, tsp };

// Demands, loads and capacities are whole numbers, so feasibility never depends on rounding.
using Load = std::int64_t;

constexpr double no_length_limit = std::numeric_limits<double>::infinity();
constexpr Load no_capacity_limit = std::numeric_limits<Load>::max() / 4;
constexpr int no_vehicle_limit = std::numeric_limits<int>::max();

// What a reader or generator fills in. The Instance checks it and takes ownership.
struct InstanceData {
    std::string name;
    std::string comment;
    Problem problem = Problem::cvrp;
    std::vector<Point> points;  // depot first; may be empty when a matrix is given
    DistanceRule rule;
    std::vector<double> matrix;  // row-major, size n * n; empty unless rule.metric is matrix
    std::vector<Load> demands;   // demands[0] is 0; empty for a TSP
    Load capacity = no_capacity_limit;
    int max_vehicles = no_vehicle_limit;
    double max_route_length = no_length_limit;  // travel plus service of one route
    double service_time = 0;                    // at each customer; counts only towards that limit
    // Whether a small instance stores its distances. This pays for a search, which looks each of
    // them up many times, and for metrics that are slow to compute.
    bool tabulate = true;
    // The number of each node in files and answers, where it is not the index here (VROOM job ids).
    std::vector<std::int64_t> labels;
    // The id and the name of each node in a table of stops. Each may be empty.
    std::vector<std::string> ids;
    std::vector<std::string> names;
};

class Instance {
public:
    static constexpr std::size_t matrix_threshold = 2048;

    // Throws InputError on contradictory data and InfeasibleError when no solution can exist
    // (a customer above the capacity, a fleet too small for the total demand).
    explicit Instance(InstanceData data);

    const std::string& name() const { return data_.name; }
    const std::string& comment() const { return data_.comment; }
    Problem problem() const { return data_.problem; }
    bool is_tsp() const { return data_.problem == Problem::tsp; }

    int nodes() const { return nodes_; }          // depot included
    int customers() const { return nodes_ - 1; }  // N of the paper

    bool has_points() const { return !data_.points.empty(); }
    const std::vector<Point>& points() const { return data_.points; }
    Point point(int node) const { return data_.points[static_cast<std::size_t>(node)]; }
    const DistanceRule& rule() const { return data_.rule; }
    bool symmetric() const { return symmetric_; }

    double distance(int from, int to) const {
        if (!matrix_.empty())
            return matrix_[static_cast<std::size_t>(from) * static_cast<std::size_t>(nodes_) +
                           static_cast<std::size_t>(to)];
        return data_.rule(point(from), point(to));
    }
    // Row-major nodes() x nodes(), or nullptr when distances are computed.
    const double* matrix() const { return matrix_.empty() ? nullptr : matrix_.data(); }
    // The largest distance between the depot and a customer, either way.
    double radius() const { return radius_; }

    Load demand(int node) const { return data_.demands[static_cast<std::size_t>(node)]; }
    const std::vector<Load>& demands() const { return data_.demands; }
    Load total_demand() const { return total_demand_; }
    Load capacity() const { return data_.capacity; }
    // A lower bound on the number of routes: the total demand does not fit into fewer.
    int min_vehicles() const;

    int max_vehicles() const { return data_.max_vehicles; }
    bool has_vehicle_limit() const { return data_.max_vehicles != no_vehicle_limit; }
    double max_route_length() const { return data_.max_route_length; }
    bool has_length_limit() const { return data_.max_route_length != no_length_limit; }
    double service_time() const { return data_.service_time; }

    std::int64_t label(int node) const {
        return data_.labels.empty() ? node : data_.labels[static_cast<std::size_t>(node)];
    }

    // For people: the id from the table, or else the label.
    std::string id(int node) const {
        return data_.ids.empty() ? std::to_string(label(node))
                                 : data_.ids[static_cast<std::size_t>(node)];
    }
    bool has_names() const { return !data_.names.empty(); }
    // Empty if the node has no name.
    std::string node_name(int node) const {
        return has_names() ? data_.names[static_cast<std::size_t>(node)] : std::string();
    }

    // The data this was made from, for making a changed copy (another rounding, a fleet limit). The
    // matrix is included only if it was given, not if it was computed.
    InstanceData data() const;

private:
    void check_shape() const;
    void check_numbers() const;
    void check_feasible() const;
    void fill_matrix();

    InstanceData data_;
    std::vector<double> matrix_;
    int nodes_ = 0;
    bool symmetric_ = true;
    double radius_ = 0;
    Load total_demand_ = 0;
};

}  // namespace odgear
