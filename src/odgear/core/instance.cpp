#include "odgear/core/instance.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "odgear/core/errors.hpp"

namespace odgear {

namespace {

constexpr Load largest_total = no_capacity_limit;

std::string customer(int node) { return "customer " + std::to_string(node); }

}  // namespace

Instance::Instance(InstanceData data) : data_(std::move(data)) {
    const std::size_t nodes =
        data_.rule.metric == Metric::matrix
            ? static_cast<std::size_t>(std::llround(std::sqrt(double(data_.matrix.size()))))
            : data_.points.size();
    if (nodes > std::size_t(std::numeric_limits<int>::max() / 4))
        throw InputError("too many nodes");
    nodes_ = static_cast<int>(nodes);
    if (is_tsp()) {
        // A TSP becomes one vehicle without load, which the same search solves.
        data_.demands.assign(nodes, 0);
        data_.capacity = no_capacity_limit;
        data_.max_vehicles = 1;
    }
    check_shape();
    check_numbers();
    fill_matrix();
    for (int i = 1; i < nodes_; ++i) radius_ = std::max({radius_, distance(0, i), distance(i, 0)});
    check_feasible();
}

void Instance::check_shape() const {
    const auto nodes = static_cast<std::size_t>(nodes_);
    if (nodes < 2) throw InputError("an instance needs a depot and at least one customer");
    if (data_.rule.metric == Metric::matrix) {
        if (data_.matrix.size() != nodes * nodes) throw InputError("the matrix is not square");
        if (!data_.points.empty() && data_.points.size() != nodes)
            throw InputError("the number of coordinates differs from the size of the matrix");
    } else if (!data_.matrix.empty()) {
        throw InputError("a matrix was given, but distances are computed from coordinates");
    }
    if (data_.demands.size() != nodes)
        throw InputError("there must be one demand for each node, the depot included");
    if (!data_.labels.empty() && data_.labels.size() != nodes)
        throw InputError("there must be one label for each node, or none");
    if (!data_.ids.empty() && data_.ids.size() != nodes)
        throw InputError("there must be one id for each node, or none");
    if (!data_.names.empty() && data_.names.size() != nodes)
        throw InputError("there must be one name for each node, or none");
}

void Instance::check_numbers() const {
    const auto finite = [](Point p) { return std::isfinite(p.x) && std::isfinite(p.y); };
    for (std::size_t i = 0; i < data_.points.size(); ++i)
        if (!finite(data_.points[i]))
            throw InputError("the coordinates of node " + std::to_string(i) + " are not finite");
    for (const double d : data_.matrix)
        if (!std::isfinite(d) || d < 0)
            throw InputError("the matrix holds a negative or non-finite distance");
    if (!(data_.rule.scale > 0) || !std::isfinite(data_.rule.scale))
        throw InputError("the distance scale must be positive");
    if (data_.capacity <= 0) throw InputError("the capacity must be positive");
    if (data_.max_vehicles <= 0) throw InputError("the number of vehicles must be positive");
    if (!(data_.max_route_length > 0)) throw InputError("the route length limit must be positive");
    if (!(data_.service_time >= 0) || !std::isfinite(data_.service_time))
        throw InputError("the service time must not be negative");
    if (data_.demands[0] != 0) throw InputError("the depot must have no demand");
    Load total = 0;
    for (int i = 1; i < nodes_; ++i) {
        if (demand(i) < 0) throw InputError("the demand of " + customer(i) + " is negative");
        if (demand(i) > largest_total - total) throw InputError("the total demand is too large");
        total += demand(i);
    }
}

void Instance::fill_matrix() {
    const auto nodes = static_cast<std::size_t>(nodes_);
    if (data_.rule.metric == Metric::matrix) {
        matrix_ = std::move(data_.matrix);
        data_.matrix.clear();
        for (std::size_t i = 0; i < nodes && symmetric_; ++i)
            for (std::size_t j = 0; j < i && symmetric_; ++j)
                symmetric_ = matrix_[i * nodes + j] == matrix_[j * nodes + i];
    } else if (data_.tabulate && nodes <= matrix_threshold) {
        std::vector<double> filled(nodes * nodes, 0.0);
        for (std::size_t i = 0; i < nodes; ++i)
            for (std::size_t j = 0; j < i; ++j)
                filled[i * nodes + j] = filled[j * nodes + i] =
                    data_.rule(data_.points[i], data_.points[j]);
        matrix_ = std::move(filled);
    }
    for (const Load d : data_.demands) total_demand_ += d;
}

void Instance::check_feasible() const {
    for (int i = 1; i < nodes_; ++i) {
        if (demand(i) > capacity())
            throw InfeasibleError("the demand of " + customer(i) + " is " +
                                  std::to_string(demand(i)) + ", above the capacity of " +
                                  std::to_string(capacity()));
        const double out_and_back = distance(0, i) + service_time() + distance(i, 0);
        if (!is_tsp() && out_and_back > max_route_length())
            throw InfeasibleError(customer(i) +
                                  " cannot be reached within the route length limit: " +
                                  "out and back takes " + std::to_string(out_and_back));
    }
    if (has_vehicle_limit() && min_vehicles() > max_vehicles())
        throw InfeasibleError("the total demand of " + std::to_string(total_demand()) + " needs " +
                              std::to_string(min_vehicles()) + " vehicles of capacity " +
                              std::to_string(capacity()) + ", but the fleet has " +
                              std::to_string(max_vehicles()));
}

int Instance::min_vehicles() const {
    const Load needed = (total_demand_ + capacity() - 1) / capacity();
    return static_cast<int>(std::max<Load>(1, needed));
}

InstanceData Instance::data() const {
    InstanceData copy = data_;
    if (copy.rule.metric == Metric::matrix) copy.matrix = matrix_;
    return copy;
}

}  // namespace odgear
