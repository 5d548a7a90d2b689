#include "odgear/spatial/neighbors.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <nanoflann.hpp>
#include <span>
#include <utility>

#include "odgear/spatial/cloud.hpp"

namespace odgear {

namespace {

// Collects the points within a bound and keeps the k nearest by (distance, index). The tree's own
// result set leaves ties to chance. Points are added unsorted and cut to k from time to time, so
// that adding one costs O(1) for any k.
class NearestSet {
public:
    using DistanceType = double;
    using Item = std::pair<double, std::uint32_t>;

    explicit NearestSet(std::size_t capacity) : capacity_(capacity) {
        items_.reserve(2 * capacity + slack);
    }

    // The caller knows that no more than `bound` is needed.
    void restart(std::size_t self, double bound) {
        items_.clear();
        self_ = self;
        worst_ = above(bound);
    }
    bool full() const { return items_.size() >= capacity_; }
    double worstDist() const { return worst_; }
    bool addPoint(double distance, std::uint32_t index) {
        if (index == 0 || index == self_) return true;
        items_.emplace_back(distance, index);
        if (items_.size() == 2 * capacity_ + slack) cut();
        return true;
    }
    // The k nearest, nearest first. Distances, also squared ones, are spread so evenly that with
    // one bucket per item few items share a bucket: O(k), and O(k log k) at worst.
    std::span<const Item> sorted() {
        const std::size_t count = items_.size();
        double farthest = 0;
        for (const Item& item : items_) farthest = std::max(farthest, item.first);
        const double scale = farthest > 0 ? static_cast<double>(count) / farthest : 0;
        const auto bucket = [&](const Item& item) {
            return std::min(count - 1, static_cast<std::size_t>(item.first * scale));
        };
        ends_.assign(count + 1, 0);
        for (const Item& item : items_) ++ends_[bucket(item) + 1];
        for (std::size_t b = 1; b <= count; ++b) ends_[b] += ends_[b - 1];
        sorted_.resize(count);
        for (const Item& item : items_) sorted_[ends_[bucket(item)]++] = item;
        const std::size_t kept = std::min(count, capacity_);
        for (std::size_t b = 0, begin = 0; begin < kept; begin = ends_[b++])
            if (ends_[b] > begin + 1)
                std::sort(sorted_.begin() + std::ptrdiff_t(begin),
                          sorted_.begin() + std::ptrdiff_t(ends_[b]));
        return std::span(sorted_).first(kept);
    }

private:
    static constexpr std::size_t slack = 32;

    // Slightly above `distance`, so that the tree still offers points at the same distance.
    static double above(double distance) {
        return std::nextafter(distance, std::numeric_limits<double>::max());
    }
    void cut() {
        const auto last = items_.begin() + static_cast<std::ptrdiff_t>(capacity_ - 1);
        std::nth_element(items_.begin(), last, items_.end());
        items_.resize(capacity_);
        worst_ = above(items_.back().first);
    }

    std::size_t capacity_;
    std::size_t self_ = 0;
    double worst_ = 0;
    std::vector<Item> items_;
    std::vector<std::size_t> ends_;  // of buckets
    std::vector<Item> sorted_;
};

// How the tree's metric measures distance, and a bound on it from two such distances in a row.
struct SquaredEuclidean {
    static double chain(double first, double second) {
        const double sum = std::sqrt(first) + std::sqrt(second);
        return sum * sum;
    }
};
struct Manhattan {
    static double chain(double first, double second) { return first + second; }
};

void for_rows(int rows, const ParallelFor& parallel, const std::function<void(int, int)>& body) {
    if (parallel)
        parallel(rows, body);
    else
        body(0, rows);
}

// Rows are searched in the order of the tree's leaves. A customer and the one before it are near
// each other, so its neighbours are no farther than those of the one before plus the distance
// between the two.
template <class Norm, class Chain, int dimension>
void search_tree(const Cloud& cloud, NeighborLists& lists, const ParallelFor& parallel) {
    using Tree = nanoflann::KDTreeSingleIndexAdaptor<Norm, Cloud, dimension, std::uint32_t>;
    constexpr double everything = std::numeric_limits<double>::max();
    constexpr double rounding = 1 + 1e-9;
    const Tree tree(dimension, cloud, nanoflann::KDTreeSingleIndexAdaptorParams(16));
    const Norm norm(cloud);
    for_rows(static_cast<int>(tree.vAcc.size()), parallel, [&](int begin, int end) {
        NearestSet nearest(static_cast<std::size_t>(lists.width()));
        std::uint32_t before = 0;
        double reach = everything;  // distance of the k-th neighbour of the customer before
        for (int place = begin; place < end; ++place) {
            const std::uint32_t i = tree.vAcc[static_cast<std::size_t>(place)];
            const double way = norm.evalMetric(cloud.at(i), before, dimension);
            nearest.restart(i, reach < everything ? rounding * Chain::chain(reach, way) : reach);
            tree.findNeighbors(nearest, cloud.at(i), nanoflann::SearchParams());
            const auto items = nearest.sorted();
            const auto row = lists.row(static_cast<int>(i));
            for (std::size_t n = 0; n < items.size(); ++n)
                row[n] = static_cast<int>(items[n].second);
            if (i == 0) continue;  // the depot is in no list, so it does not count here
            before = i;
            reach = nearest.full() ? items.back().first : everything;
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

NeighborLists NeighborLists::first(int k) const {
    const int nodes = width_ == 0 ? 0 : static_cast<int>(flat_.size() / width_);
    NeighborLists result(nodes, k);
    for (int i = 0; i < nodes; ++i) {
        const int* from = flat_.data() + static_cast<std::size_t>(i) * width_;
        std::copy_n(from, k, result.row(i).begin());
    }
    return result;
}

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
    using L1 = nanoflann::L1_Adaptor<double, Cloud, double, std::uint32_t>;
    using L2 = nanoflann::L2_Simple_Adaptor<double, Cloud, double, std::uint32_t>;
    if (metric == Metric::manhattan || metric == Metric::maximum)
        search_tree<L1, Manhattan, 2>(cloud, lists, parallel);
    else if (cloud.dimension == 2)
        search_tree<L2, SquaredEuclidean, 2>(cloud, lists, parallel);
    else
        search_tree<L2, SquaredEuclidean, 3>(cloud, lists, parallel);
    return lists;
}

}  // namespace odgear
