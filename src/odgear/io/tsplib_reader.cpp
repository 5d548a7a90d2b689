#include "odgear/io/tsplib_reader.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <utility>

#include "odgear/core/errors.hpp"
#include "odgear/io/checked_instance.hpp"
#include "odgear/io/text.hpp"
#include "odgear/io/tsplib_matrix.hpp"
#include "odgear/io/tsplib_sections.hpp"

namespace odgear {

namespace {

using namespace tsplib;

struct MetricName {
    std::string_view name;
    DistanceRule rule;
    bool rounded_by_default;  // the rounding is TSPLIB's default, not part of the metric's name

    constexpr bool plane() const {
        return rule.metric == Metric::euclidean || rule.metric == Metric::manhattan ||
               rule.metric == Metric::maximum;
    }
};

constexpr std::array metrics{
    MetricName{"EUC_2D", {Metric::euclidean, Rounding::nearest, 1}, true},
    MetricName{"CEIL_2D", {Metric::euclidean, Rounding::up, 1}, false},
    MetricName{"FLOOR_2D", {Metric::euclidean, Rounding::down, 1}, false},
    MetricName{"EXACT_2D", {Metric::euclidean, Rounding::nearest, 1000}, false},
    MetricName{"MAN_2D", {Metric::manhattan, Rounding::nearest, 1}, true},
    MetricName{"MAX_2D", {Metric::maximum, Rounding::nearest, 1}, true},
    MetricName{"GEO", {Metric::geographical, Rounding::none, 1}, false},
    MetricName{"ATT", {Metric::pseudo_euclidean, Rounding::none, 1}, false},
    MetricName{"EXPLICIT", {Metric::matrix, Rounding::none, 1}, false},
};

bool fits_unit_square(const std::vector<Point>& points) {
    const auto by_x = [](Point a, Point b) { return a.x < b.x; };
    const auto by_y = [](Point a, Point b) { return a.y < b.y; };
    const auto [left, right] = std::minmax_element(points.begin(), points.end(), by_x);
    const auto [low, high] = std::minmax_element(points.begin(), points.end(), by_y);
    return right->x - left->x <= 1 && high->y - low->y <= 1;
}

// Whether the coordinates look like degrees: within their range, close together, and with decimals.
// Three decimals or more are a sign by themselves. Fewer are one only if distances of a few units
// are rounded to whole numbers and the map is far from the origin for its size: both are unusual
// for a plane.
bool looks_like_degrees(const std::vector<Point>& points, const DistanceRule& rule) {
    constexpr double widest = 10;  // degrees; no plan of vehicles spans more
    double left = 180, right = -180, low = 90, high = -90;
    std::size_t any_decimals = 0, three_decimals = 0;
    for (const Point p : points) {
        left = std::min(left, p.x);
        right = std::max(right, p.x);
        low = std::min(low, p.y);
        high = std::max(high, p.y);
        const auto finer_than = [](double value, double unit) {
            return std::abs(value / unit - std::round(value / unit)) > 1e-7;
        };
        if (finer_than(p.x, 1) || finer_than(p.y, 1)) ++any_decimals;
        if (finer_than(p.x, 0.01) && finer_than(p.y, 0.01)) ++three_decimals;
    }
    const double width = std::max(right - left, high - low);
    const bool unit_square = left >= 0 && right <= 1 && low >= 0 && high <= 1;
    if (unit_square || left < -180 || right > 180 || low < -90 || high > 90 || width >= widest)
        return false;
    const auto most = [&](std::size_t count) { return 10 * count >= 8 * points.size(); };
    const bool whole_distances = rule.rounding != Rounding::none && rule.scale == 1;
    const bool far_away = std::hypot(left + right, low + high) / 2 > width;
    return most(three_decimals) || (whole_distances && far_away && most(any_decimals));
}

// Whether most distances are 0 although the places differ, of those between neighbours in the file
// and to the depot.
bool mostly_zero(const Instance& instance) {
    int zero = 0;
    int different = 0;
    const auto count = [&](int a, int b) {
        if (instance.point(a) == instance.point(b)) return;
        ++different;
        if (instance.distance(a, b) == 0) ++zero;
    };
    for (int i = 1; i < instance.nodes(); ++i) {
        count(0, i);
        count(i - 1, i);
    }
    return 2 * zero > different;
}

class Assembler {
public:
    Assembler(Content content, const ReadOptions& options)
        : content_(std::move(content)), options_(options) {}

    ReadResult run() {
        data_.name = content_.name.given() ? content_.name.value
                                           : std::filesystem::path(content_.file).stem().string();
        data_.comment = content_.comment.value;
        data_.problem = problem();
        nodes_ = nodes();
        depot_ = depot();
        const MetricName metric = find_metric();
        data_.rule = metric.rule;
        if (metric.rule.metric == Metric::matrix)
            set_matrix();
        else
            set_points(content_.points, "NODE_COORD_SECTION");
        choose_rounding(metric);
        if (data_.problem == Problem::cvrp) set_loads();
        move_depot_to_front();
        check_demands_fit();
        Instance instance = make_instance();
        if (metric.plane()) doubt_coordinates(instance);
        const Rounding rounding = instance.rule().rounding;
        return {std::move(instance), std::move(content_.warnings), rounding};
    }

private:
    Problem problem() {
        const std::string& type = content_.type.value;
        if (type == "CVRP" || type == "ACVRP" || type == "DCVRP") return Problem::cvrp;
        if (type == "TSP" || type == "ATSP") return Problem::tsp;
        if (type == "TOUR") fail(content_.type.line, "TYPE", "this is a tour, not an instance");
        if (content_.type.given())
            fail(content_.type.line, "TYPE",
                 "unknown type " + text::quoted(type) + " (known: CVRP, ACVRP, DCVRP, TSP, ATSP)");
        const bool loads = content_.capacity.given() || content_.demands.given();
        warn(0, "TYPE", std::string("missing; read as ") + (loads ? "CVRP" : "TSP"));
        return loads ? Problem::cvrp : Problem::tsp;
    }

    std::size_t nodes() {
        if (!content_.dimension.given()) fail(content_.lines, "DIMENSION", "missing");
        if (content_.dimension.value < 2)
            fail(content_.dimension.line, "DIMENSION", "must be at least 2");
        return static_cast<std::size_t>(content_.dimension.value);
    }

    // 0-based index in the file.
    std::size_t depot() {
        const auto& depots = content_.depots;
        if (data_.problem == Problem::tsp) {
            const auto left_out = [&](std::size_t line, const char* key) {
                if (line > 0) warn(line, key, "left out: it has no meaning for a TSP");
            };
            left_out(depots.first, "DEPOT_SECTION");
            left_out(content_.demands.first, "DEMAND_SECTION");
            left_out(content_.capacity.line, "CAPACITY");
            left_out(content_.vehicles.line, "VEHICLES");
            left_out(content_.distance.line, "DISTANCE");
            return 0;
        }
        if (!depots.given()) {
            warn(0, "DEPOT_SECTION", "missing; node 1 is the depot");
            return 0;
        }
        if (depots.entries.empty()) fail(depots.last, "DEPOT_SECTION", "names no depot");
        if (depots.entries.size() > 1)
            fail(depots.last, "DEPOT_SECTION", "more than one depot is not supported");
        return index(depots.entries.front(), depots.last, "DEPOT_SECTION");
    }

    MetricName find_metric() const {
        const Located<std::string>& wanted = content_.metric;
        if (!wanted.given()) fail(content_.lines, "EDGE_WEIGHT_TYPE", "missing");
        std::string known;
        for (const MetricName& metric : metrics) {
            if (metric.name == wanted.value) return metric;
            known.append(known.empty() ? "" : ", ").append(metric.name);
        }
        fail(wanted.line, "EDGE_WEIGHT_TYPE",
             "unknown metric " + text::quoted(wanted.value) + " (known: " + known + ")");
    }

    // Converts the file's node number to a 0-based index.
    std::size_t index(std::int64_t node, std::size_t line, const char* section) const {
        if (node < 1 || node > content_.dimension.value)
            fail(line, section,
                 "node " + std::to_string(node) + " is outside 1.." + std::to_string(nodes_));
        return static_cast<std::size_t>(node - 1);
    }

    // Calls take(index, entry) for each entry and ensures that each node occurs exactly once.
    template <class Entry, class Take>
    void each_node(const Section<Entry>& section, const char* name, Take take) const {
        if (!section.given()) fail(content_.lines, name, "missing");
        std::vector<bool> seen(nodes_);
        for (const Entry& entry : section.entries) {
            const std::size_t i = index(entry.node, entry.line, name);
            if (seen[i])
                fail(entry.line, name, "node " + std::to_string(entry.node) + " is given twice");
            seen[i] = true;
            take(i, entry);
        }
        if (section.entries.size() == nodes_) return;
        const auto absent = std::find(seen.begin(), seen.end(), false) - seen.begin() + 1;
        fail(section.last, name,
             "ends after " + std::to_string(section.entries.size()) + " of " +
                 std::to_string(nodes_) + " nodes; node " + std::to_string(absent) + " is missing");
    }

    void set_points(const Section<NodePoint>& section, const char* name) {
        data_.points.resize(nodes_);
        each_node(section, name,
                  [&](std::size_t i, const NodePoint& entry) { data_.points[i] = entry.point; });
    }

    void set_matrix() {
        const Located<std::string>& wanted = content_.format;
        if (!wanted.given())
            fail(content_.metric.line, "EDGE_WEIGHT_FORMAT", "missing, but needed for EXPLICIT");
        const auto format = matrix_format(wanted.value);
        if (!format)
            fail(wanted.line, "EDGE_WEIGHT_FORMAT", "unknown format " + text::quoted(wanted.value));
        const auto& weights = content_.weights;
        if (!weights.given()) fail(content_.lines, "EDGE_WEIGHT_SECTION", "missing");
        const std::size_t expected = value_count(*format, nodes_);
        if (weights.entries.size() != expected)
            fail(weights.last, "EDGE_WEIGHT_SECTION",
                 std::to_string(weights.entries.size()) + " values, but " + wanted.value + " of " +
                     std::to_string(nodes_) + " nodes has " + std::to_string(expected));
        data_.matrix = unpack(*format, weights.entries, nodes_);
        // Some files forbid staying at a node by a large number. Routes never stay at a node, and 0
        // does not mislead a search.
        for (std::size_t i = 0; i < nodes_; ++i) data_.matrix[i * nodes_ + i] = 0;
        content_.weights = {};
        if (content_.display.given())
            set_points(content_.display, "DISPLAY_DATA_SECTION");
        else if (content_.points.given())
            set_points(content_.points, "NODE_COORD_SECTION");
    }

    void choose_rounding(const MetricName& metric) {
        if (!metric.plane()) {
            if (options_.rounding)
                warn(content_.metric.line, "EDGE_WEIGHT_TYPE",
                     "the rounding '" + std::string(name_of(*options_.rounding)) +
                         "' has no meaning for " + content_.metric.value + ", left out");
            return;
        }
        data_.rule.rounding =
            options_.rounding.value_or(default_rounding(metric.name, data_.points));
        if (!options_.rounding && data_.rule.rounding != metric.rule.rounding)
            warn(content_.metric.line, "EDGE_WEIGHT_TYPE",
                 "the coordinates lie in a unit square, so distances are not rounded");
    }

    // Meaningless distances are not an error, but hardly what the user wants.
    void doubt_coordinates(const Instance& instance) {
        if (looks_like_degrees(instance.points(), instance.rule()))
            warn(content_.points.first, "NODE_COORD_SECTION",
                 "the coordinates look like degrees, but " + content_.metric.value +
                     " takes them for a plane: convert them to metres, or give a table (CSV) or a "
                     "VROOM request (JSON), whose locations are degrees" +
                     (instance.rule().rounding == Rounding::none
                          ? ""
                          : "; if they do lie in a plane, use --round none"));
        else if (mostly_zero(instance))
            warn(content_.points.first, "NODE_COORD_SECTION",
                 "most distances round to 0: use --round none, or scale the coordinates");
    }

    void set_loads() {
        if (!content_.capacity.given()) fail(content_.lines, "CAPACITY", "missing");
        data_.capacity = std::min(content_.capacity.value, no_capacity_limit);
        if (content_.vehicles.given())
            data_.max_vehicles =
                static_cast<int>(std::min<std::int64_t>(content_.vehicles.value, no_vehicle_limit));
        if (content_.distance.given()) data_.max_route_length = content_.distance.value;
        data_.service_time = content_.service_time.value;
        data_.demands.resize(nodes_);
        each_node(content_.demands, "DEMAND_SECTION", [&](std::size_t i, const NodeDemand& entry) {
            if (i == depot_ && entry.demand != 0)
                fail(entry.line, "DEMAND_SECTION", "the depot must have no demand");
            data_.demands[i] = entry.demand;
        });
    }

    void move_depot_to_front() {
        if (depot_ == 0) return;
        // The file's own numbers, from 1: output names nodes as in the file.
        data_.labels.resize(nodes_);
        std::iota(data_.labels.begin(), data_.labels.end(), 1);
        const auto d = static_cast<std::ptrdiff_t>(depot_);
        const auto to_front = [d](auto& items) {
            if (!items.empty())
                std::rotate(items.begin(), items.begin() + d, items.begin() + d + 1);
        };
        to_front(data_.points);
        to_front(data_.demands);
        to_front(data_.labels);
        if (!data_.matrix.empty()) {
            std::vector<std::size_t> order(nodes_);
            for (std::size_t i = 0; i < nodes_; ++i) order[i] = i;
            to_front(order);
            std::vector<double> moved(nodes_ * nodes_);
            for (std::size_t i = 0; i < nodes_; ++i)
                for (std::size_t j = 0; j < nodes_; ++j)
                    moved[i * nodes_ + j] = data_.matrix[order[i] * nodes_ + order[j]];
            data_.matrix = std::move(moved);
        }
        warn(content_.depots.last, "DEPOT_SECTION",
             "the depot is node " + std::to_string(depot_ + 1) + "; customers 1.." +
                 std::to_string(nodes_ - 1) + " are the other nodes in the order of the file");
    }

    // The Instance index of a node of the file.
    std::size_t customer(std::int64_t node) const {
        const auto i = static_cast<std::size_t>(node - 1);
        return i < depot_ ? i + 1 : i;
    }

    // Instance checks this too, but does not know the line.
    void check_demands_fit() const {
        if (data_.problem == Problem::tsp) return;
        const Load most = data_.capacity;
        Load total = 0;
        for (const NodeDemand& entry : content_.demands.entries) {
            if (entry.demand > most)
                infeasible(entry.line, "DEMAND_SECTION",
                           "the demand of customer " + std::to_string(customer(entry.node)) +
                               " is " + std::to_string(entry.demand) + ", above the capacity of " +
                               std::to_string(most));
            if (entry.demand > no_capacity_limit - total)
                fail(entry.line, "DEMAND_SECTION", "the total demand is too large");
            total += entry.demand;
        }
        const Load needed = total / most + (total % most > 0 ? 1 : 0);
        if (needed > data_.max_vehicles)
            infeasible(content_.vehicles.line, "VEHICLES",
                       "the total demand of " + std::to_string(total) + " needs " +
                           std::to_string(needed) + " vehicles of capacity " +
                           std::to_string(most) + ", but the fleet has " +
                           std::to_string(data_.max_vehicles));
    }

    Instance make_instance() {
        // After check_demands_fit, the only remaining reason is a customer that is too far away.
        return checked_instance(std::move(data_), content_.file,
                                Place{content_.file, content_.distance.line, "DISTANCE"});
    }

    [[noreturn]] void fail(std::size_t line, const char* field, const std::string& message) const {
        throw InputError(Place{content_.file, line, field}, message);
    }

    [[noreturn]] void infeasible(std::size_t line, const char* field,
                                 const std::string& message) const {
        throw InfeasibleError(describe(Place{content_.file, line, field}, message));
    }

    void warn(std::size_t line, const char* field, const std::string& message) {
        content_.warnings.push_back(describe(Place{content_.file, line, field}, message));
    }

    Content content_;
    const ReadOptions& options_;
    InstanceData data_;
    std::size_t nodes_ = 0;
    std::size_t depot_ = 0;
};

}  // namespace

Rounding default_rounding(std::string_view metric, const std::vector<Point>& points) {
    for (const MetricName& known : metrics)
        if (known.name == metric)
            return known.rounded_by_default && fits_unit_square(points) ? Rounding::none
                                                                        : known.rule.rounding;
    return Rounding::none;
}

ReadResult read_tsplib(std::string_view text, const std::string& file, const ReadOptions& options) {
    return Assembler(tsplib::parse_sections(text, file), options).run();
}

}  // namespace odgear
