#include "odgear/spatial/neighbors.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <nanoflann.hpp>
#include <numbers>
#include <tuple>

namespace odgear {

namespace {

// Points as the tree sees them. Spherical metrics are lifted to 3-D: the chord grows with the arc,
// so Euclidean neighbours there are the neighbours on the sphere.
struct Cloud {
    int dimension;
    std::vector<double> flat;

    std::size_t kdtree_get_point_count() const {
        return flat.size() / static_cast<std::size_t>(dimension);
    }
    double kdtree_get_pt(std::size_t i, std::size_t d) const {
        return flat[i * static_cast<std::size_t>(dimension) + d];
    }
    template <class Box>
    bool kdtree_get_bbox(Box&) const {
        return false;
    }
    const double* at(std::size_t i) const {
        return flat.data() + i * static_cast<std::size_t>(dimension);
    }
};

Cloud make_cloud(const Instance& instance) {
    const Metric metric = instance.rule().metric;
    const bool spherical = metric == Metric::geographical || metric == Metric::haversine;
    Cloud cloud{spherical ? 3 : 2, {}};
    cloud.flat.reserve(instance.points().size() * static_cast<std::size_t>(cloud.dimension));
    for (const Point p : instance.points()) {
        if (!spherical) {
            // max(|dx|, |dy|) is the Manhattan metric of the plane turned by 45 degrees.
            const bool turn = metric == Metric::maximum;
            cloud.flat.push_back(turn ? p.x + p.y : p.x);
            cloud.flat.push_back(turn ? p.x - p.y : p.y);
            continue;
        }
        const auto radians = [metric](double v) {
            if (metric == Metric::haversine) return v * std::numbers::pi / 180;
            const double degrees = std::trunc(v);
            return (degrees + 5 * (v - degrees) / 3) * std::numbers::pi / 180;
        };
        const double latitude = radians(metric == Metric::haversine ? p.y : p.x);
        const double longitude = radians(metric == Metric::haversine ? p.x : p.y);
        cloud.flat.push_back(std::cos(latitude) * std::cos(longitude));
        cloud.flat.push_back(std::cos(latitude) * std::sin(longitude));
        cloud.flat.push_back(std::sin(latitude));
    }
    return cloud;
}

// Keeps the k nearest by (distance, index): the tree's own result set leaves ties to chance.
class NearestSet {
public:
    using DistanceType = double;

    NearestSet(std::size_t capacity, std::size_t self) : capacity_(capacity), self_(self) {
        items_.reserve(capacity + 1);
    }

    std::size_t size() const { return items_.size(); }
    bool full() const { return items_.size() == capacity_; }
    // Just above the worst kept distance, so that the tree still offers equally distant points.
    double worstDist() const {
        if (!full() || capacity_ == 0) return std::numeric_limits<double>::max();
        return std::nextafter(items_.back().first, std::numeric_limits<double>::max());
    }
    bool addPoint(double distance, std::uint32_t index) {
        if (index == 0 || index == self_) return true;
        const std::pair item{distance, index};
        if (full() && !(item < items_.back())) return true;
        items_.insert(std::upper_bound(items_.begin(), items_.end(), item), item);
        if (items_.size() > capacity_) items_.pop_back();
        return true;
    }
    const std::vector<std::pair<double, std::uint32_t>>& items() const { return items_; }
    void restart(std::size_t self) {
        items_.clear();
        self_ = self;
    }

private:
    std::size_t capacity_;
    std::size_t self_;
    std::vector<std::pair<double, std::uint32_t>> items_;
};

void for_rows(int rows, const ParallelFor& parallel, const std::function<void(int, int)>& body) {
    if (parallel)
        parallel(rows, body);
    else
        body(0, rows);
}

template <class Norm>
void search_tree(const Cloud& cloud, NeighborLists& lists, const ParallelFor& parallel) {
    using Tree = nanoflann::KDTreeSingleIndexAdaptor<Norm, Cloud, -1, std::uint32_t>;
    const Tree tree(cloud.dimension, cloud, nanoflann::KDTreeSingleIndexAdaptorParams(16));
    const int rows = static_cast<int>(cloud.kdtree_get_point_count());
    for_rows(rows, parallel, [&](int begin, int end) {
        NearestSet nearest(static_cast<std::size_t>(lists.width()), 0);
        for (int i = begin; i < end; ++i) {
            nearest.restart(static_cast<std::size_t>(i));
            tree.findNeighbors(nearest, cloud.at(static_cast<std::size_t>(i)),
                               nanoflann::SearchParams());
            const auto row = lists.row(i);
            for (std::size_t n = 0; n < nearest.items().size(); ++n)
                row[n] = static_cast<int>(nearest.items()[n].second);
        }
    });
}

void search_matrix_rows(const Instance& instance, NeighborLists& lists, int begin, int end) {
    std::vector<std::pair<double, int>> others;
    for (int i = begin; i < end; ++i) {
        others.clear();
        for (int j = 1; j < instance.nodes(); ++j) {
            if (j == i) continue;
            const double back = instance.symmetric() ? 0 : instance.distance(j, i);
            others.emplace_back(instance.distance(i, j) + back, j);
        }
        const auto kept = std::min<std::size_t>(others.size(), std::size_t(lists.width()));
        std::partial_sort(others.begin(), others.begin() + std::ptrdiff_t(kept), others.end());
        const auto row = lists.row(i);
        for (std::size_t n = 0; n < kept; ++n) row[n] = others[n].second;
    }
}

}  // namespace

NeighborLists nearest_neighbors(const Instance& instance, int k, const ParallelFor& parallel) {
    NeighborLists lists(instance.nodes(), std::clamp(k, 0, instance.customers()));
    if (lists.width() == 0) return lists;
    const Metric metric = instance.rule().metric;
    if (metric == Metric::matrix) {
        for_rows(instance.nodes(), parallel,
                 [&](int begin, int end) { search_matrix_rows(instance, lists, begin, end); });
        return lists;
    }
    const Cloud cloud = make_cloud(instance);
    if (metric == Metric::manhattan || metric == Metric::maximum)
        search_tree<nanoflann::L1_Adaptor<double, Cloud, double, std::uint32_t>>(cloud, lists,
                                                                                 parallel);
    else
        search_tree<nanoflann::L2_Simple_Adaptor<double, Cloud, double, std::uint32_t>>(
            cloud, lists, parallel);
    return lists;
}

}  // namespace odgear
