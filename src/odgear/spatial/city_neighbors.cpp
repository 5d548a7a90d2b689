#include "odgear/spatial/city_neighbors.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <nanoflann.hpp>
#include <utility>

#include "odgear/spatial/cloud.hpp"

namespace odgear {

void CityNeighbors::set(int city, std::span<const int> cities) {
    const auto row = static_cast<std::size_t>(city);
    const std::size_t kept = std::min(cities.size(), width_);
    std::copy_n(cities.begin(), kept, flat_.begin() + static_cast<std::ptrdiff_t>(row * width_));
    size_[row] = static_cast<int>(kept);
}

namespace {

using Item = std::pair<double, int>;  // squared distance, city

// Keeps the few nearest of the offered cities, by (distance, index). O(k) per offer.
class Nearest {
public:
    void restart(std::size_t capacity) {
        capacity_ = capacity;
        items_.clear();
    }
    double worst() const {
        return items_.size() < capacity_ ? std::numeric_limits<double>::infinity()
                                         : items_.back().first;
    }
    void offer(double distance, int city) {
        const Item item{distance, city};
        if (items_.size() == capacity_) {
            if (capacity_ == 0 || items_.back() <= item) return;
            items_.pop_back();
        }
        items_.insert(std::upper_bound(items_.begin(), items_.end(), item), item);
    }
    const std::vector<Item>& items() const { return items_; }

private:
    std::size_t capacity_ = 0;
    std::vector<Item> items_;
};

// Half-open quadrants, counted anticlockwise. Every point except the centre lies in exactly one.
bool in_quadrant(int quadrant, double dx, double dy) {
    switch (quadrant) {
        case 0: return dx > 0 && dy >= 0;
        case 1: return dx <= 0 && dy > 0;
        case 2: return dx < 0 && dy <= 0;
        default: return dx >= 0 && dy < 0;
    }
}

// Walks a k-d tree with a bound on the distance and, if wanted, within one quadrant only, so that
// an empty quadrant at the border of the map costs no more than the depth of the tree.
template <int dimension>
class TreeSearch {
public:
    explicit TreeSearch(const Cloud& cloud)
        : cloud_(cloud), tree_(dimension, cloud, nanoflann::KDTreeSingleIndexAdaptorParams(8)) {}

    const std::vector<std::uint32_t>& order() const { return tree_.vAcc; }

    // Quadrant -1 means all directions.
    void run(int city, int quadrant, Nearest& found) const {
        Query query{city, quadrant, cloud_.at(static_cast<std::size_t>(city)), {}, found};
        visit(tree_.root_node, 0, query);
    }

private:
    using Norm = nanoflann::L2_Simple_Adaptor<double, Cloud, double, std::uint32_t>;
    using Tree = nanoflann::KDTreeSingleIndexAdaptor<Norm, Cloud, dimension, std::uint32_t>;
    using Node = typename Tree::Node;

    struct Query {
        int city;
        int quadrant;
        const double* point;
        std::array<double, dimension> gap;  // squared distance to the node's box along each axis
        Nearest& found;
    };

    void leaf(const Node* node, Query& query) const {
        for (auto i = node->node_type.lr.left; i < node->node_type.lr.right; ++i) {
            const int other = static_cast<int>(tree_.vAcc[i]);
            if (other == query.city) continue;
            const double* to = cloud_.at(tree_.vAcc[i]);
            if (query.quadrant >= 0 &&
                !in_quadrant(query.quadrant, to[0] - query.point[0], to[1] - query.point[1]))
                continue;
            double distance = 0;
            for (int d = 0; d < dimension; ++d)
                distance += (to[d] - query.point[d]) * (to[d] - query.point[d]);
            query.found.offer(distance, other);
        }
    }

    // Whether the quadrant reaches below (or above) its centre along an axis.
    static bool reaches(int quadrant, int axis, bool below) {
        if (quadrant < 0) return true;
        const bool positive = axis == 0 ? quadrant == 0 || quadrant == 3 : quadrant < 2;
        return positive != below;
    }

    void visit(const Node* node, double distance, Query& query) const {
        if (node->child1 == nullptr) return leaf(node, query);
        const int axis = node->node_type.sub.divfeat;
        const double at = query.point[axis];
        const double low = at - node->node_type.sub.divlow;    // > 0: child 1 lies below
        const double high = node->node_type.sub.divhigh - at;  // > 0: child 2 lies above
        const bool first_is_low = low < high;
        for (const bool lower : {first_is_low, !first_is_low}) {
            const double beyond = std::max(0.0, lower ? low : high);
            if (beyond > 0 && !reaches(query.quadrant, axis, lower)) continue;
            double& gap = query.gap[static_cast<std::size_t>(axis)];
            const double before = gap;
            gap = std::max(gap, beyond * beyond);
            const double reach = distance - before + gap;
            if (reach <= query.found.worst())
                visit(lower ? node->child1 : node->child2, reach, query);
            gap = before;
        }
    }

    const Cloud& cloud_;
    Tree tree_;
};

// Sorts a row by cost. Rounded costs are often equal; then the true distance decides.
class RowWriter {
public:
    RowWriter(const Instance& instance, CityNeighbors& lists)
        : instance_(instance), lists_(lists) {}

    void add(const std::vector<Item>& items) {
        items_.insert(items_.end(), items.begin(), items.end());
    }
    void write(int city) {
        std::sort(items_.begin(), items_.end());
        items_.erase(std::unique(items_.begin(), items_.end()), items_.end());
        std::stable_sort(items_.begin(), items_.end(), [&](const Item& a, const Item& b) {
            return instance_.distance(city, a.second) < instance_.distance(city, b.second);
        });
        row_.clear();
        for (const Item& item : items_) row_.push_back(item.second);
        lists_.set(city, row_);
        items_.clear();
    }

private:
    const Instance& instance_;
    CityNeighbors& lists_;
    std::vector<Item> items_;
    std::vector<int> row_;
};

template <int dimension>
void search_points(const Instance& instance, const Cloud& cloud,
                   const CityNeighborParameters& parameters, const ParallelFor& parallel,
                   CityNeighbors& lists) {
    const TreeSearch<dimension> tree(cloud);
    const auto rows = [&](int begin, int end) {
        Nearest found;
        RowWriter writer(instance, lists);
        for (int i = begin; i < end; ++i) {
            const int city = static_cast<int>(tree.order()[static_cast<std::size_t>(i)]);
            found.restart(static_cast<std::size_t>(parameters.nearest));
            tree.run(city, -1, found);
            writer.add(found.items());
            for (int quadrant = 0; quadrant < 4 && dimension == 2; ++quadrant) {
                found.restart(static_cast<std::size_t>(parameters.per_quadrant));
                tree.run(city, quadrant, found);
                writer.add(found.items());
            }
            writer.write(city);
        }
    };
    if (parallel)
        parallel(instance.nodes(), rows);
    else
        rows(0, instance.nodes());
}

void search_matrix(const Instance& instance, int k, CityNeighbors& lists) {
    Nearest found;
    RowWriter writer(instance, lists);
    for (int i = 0; i < instance.nodes(); ++i) {
        found.restart(static_cast<std::size_t>(k));
        for (int j = 0; j < instance.nodes(); ++j)
            if (j != i) found.offer(instance.distance(i, j), j);
        writer.add(found.items());
        writer.write(i);
    }
}

// A cloud of some of the points.
Cloud part_of(const Cloud& cloud, std::span<const int> cities) {
    Cloud part{cloud.dimension, {}};
    part.flat.reserve(cities.size() * static_cast<std::size_t>(cloud.dimension));
    for (const int city : cities) {
        const double* point = cloud.at(static_cast<std::size_t>(city));
        part.flat.insert(part.flat.end(), point, point + cloud.dimension);
    }
    return part;
}

void write_row(int row, const Nearest& found, CityNeighbors& lists) {
    std::vector<int> cities;
    for (const Item& item : found.items()) cities.push_back(item.second);
    lists.set(row, cities);
}

template <int dimension>
void search_part(const Cloud& part, int k, CityNeighbors& lists) {
    const TreeSearch<dimension> tree(part);
    Nearest found;
    for (const std::uint32_t place : tree.order()) {
        found.restart(static_cast<std::size_t>(k));
        tree.run(static_cast<int>(place), -1, found);
        write_row(static_cast<int>(place), found, lists);
    }
}

}  // namespace

CityNeighbors nearest_among(const Instance& instance, std::span<const int> cities, int k) {
    const int count = static_cast<int>(cities.size());
    CityNeighbors lists(count, std::clamp(k, 0, std::max(0, count - 1)));
    if (lists.width() == 0) return lists;
    if (instance.rule().metric != Metric::matrix) {
        const Cloud part = part_of(make_cloud(instance), cities);
        if (part.dimension == 2)
            search_part<2>(part, lists.width(), lists);
        else
            search_part<3>(part, lists.width(), lists);
        return lists;
    }
    Nearest found;
    for (int i = 0; i < count; ++i) {
        found.restart(static_cast<std::size_t>(lists.width()));
        for (int j = 0; j < count; ++j)
            if (j != i)
                found.offer(instance.distance(cities[std::size_t(i)], cities[std::size_t(j)]), j);
        write_row(i, found, lists);
    }
    return lists;
}

CityNeighbors city_neighbors(const Instance& instance, const CityNeighborParameters& parameters,
                             const ParallelFor& parallel) {
    const int width = parameters.nearest + 4 * parameters.per_quadrant;
    CityNeighbors lists(instance.nodes(), std::min(width, instance.customers()));
    if (instance.customers() == 0) return lists;
    if (instance.rule().metric == Metric::matrix) {
        search_matrix(instance, lists.width(), lists);
        return lists;
    }
    const Cloud cloud = make_cloud(instance);
    if (cloud.dimension == 2)
        search_points<2>(instance, cloud, parameters, parallel, lists);
    else
        search_points<3>(instance, cloud, {width, 0}, parallel, lists);
    return lists;
}

}  // namespace odgear
