#include "odgear/spatial/priced_tree.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace odgear {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// A key whose order is the order of the values, including negative ones.
std::uint32_t sort_key(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return (bits & 0x80000000U) != 0 ? ~bits : bits | 0x80000000U;
}

}  // namespace

PricedTree::PricedTree(int cities, std::span<const SparseEdge> edges,
                       const PricedTreeParameters& parameters)
    : price_(static_cast<std::size_t>(cities)),
      degree_(price_.size()),
      parent_(price_.size()),
      size_(price_.size()),
      cost_(price_.size()),
      order_(edges.size()) {
    build(edges);
    bound_ = total_;
    const double mean = total_ / std::max(1, cities - 1);
    const double decay = std::pow(parameters.last_step / parameters.first_step,
                                  1.0 / std::max(1, parameters.rounds - 1));
    double step = parameters.first_step * mean;
    // The mean number of tree edges per city, nearly 2. Steps relative to it keep the sum of prices
    // 0.
    const double fair = 2.0 * edges_ / cities;
    std::vector<int> before(degree_);
    std::vector<double> best = price_;
    for (int round = 0; round < parameters.rounds; ++round, step *= decay) {
        // Part of the last direction is kept, which damps cities that would change sides in each
        // round.
        for (std::size_t i = 0; i < price_.size(); ++i)
            price_[i] += step * (0.7 * degree_[i] + 0.3 * before[i] - fair);
        before = degree_;
        build(edges);
        if (total_ > bound_) {
            bound_ = total_;
            best = price_;
        }
    }
    price_ = std::move(best);
    build(edges);
}

int PricedTree::root(int city) const {
    while (parent_[static_cast<std::size_t>(city)] != city)
        city = parent_[static_cast<std::size_t>(city)];
    return city;
}

// Kruskal's tree. The smaller part is hung below the larger one, so no path to the root is longer
// than log N, and costs grow along it.
void PricedTree::build(std::span<const SparseEdge> edges) {
    for (std::size_t e = 0; e < edges.size(); ++e) {
        const double cost = edges[e].length + price(edges[e].from) + price(edges[e].to);
        order_[e] = std::uint64_t{sort_key(static_cast<float>(cost))} << 32 | e;
    }
    std::sort(order_.begin(), order_.end());
    std::fill(degree_.begin(), degree_.end(), 0);
    std::fill(size_.begin(), size_.end(), 1);
    std::fill(cost_.begin(), cost_.end(), infinity);
    for (std::size_t i = 0; i < parent_.size(); ++i) parent_[i] = static_cast<int>(i);
    total_ = 0;
    edges_ = 0;
    const int wanted = static_cast<int>(price_.size()) - 1;
    for (const std::uint64_t item : order_) {
        if (edges_ == wanted) break;
        const SparseEdge& edge = edges[item & 0xffffffffU];
        int a = root(edge.from);
        int b = root(edge.to);
        if (a == b) continue;
        if (size_[static_cast<std::size_t>(a)] < size_[static_cast<std::size_t>(b)])
            std::swap(a, b);
        parent_[static_cast<std::size_t>(b)] = a;
        size_[static_cast<std::size_t>(a)] += size_[static_cast<std::size_t>(b)];
        const double cost = edge.length + price(edge.from) + price(edge.to);
        cost_[static_cast<std::size_t>(b)] = cost;
        total_ += cost;
        ++degree_[static_cast<std::size_t>(edge.from)];
        ++degree_[static_cast<std::size_t>(edge.to)];
        ++edges_;
    }
}

double PricedTree::nearness(int from, int to, double length) const {
    double largest = -infinity;  // on the path in the tree between the two
    int a = from;
    int b = to;
    while (a != b) {
        if (cost_[static_cast<std::size_t>(a)] > cost_[static_cast<std::size_t>(b)])
            std::swap(a, b);
        largest = cost_[static_cast<std::size_t>(a)];
        if (largest == infinity) return infinity;
        a = parent_[static_cast<std::size_t>(a)];
    }
    return std::max(0.0, length + price(from) + price(to) - largest);
}

}  // namespace odgear
