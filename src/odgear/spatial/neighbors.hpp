// The k nearest customers of every node, exact, ties broken by the smaller index.
// From coordinates with a k-d tree: O(N log N + N k log k). From a matrix: O(N^2), one pass.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "odgear/core/instance.hpp"

namespace odgear {

// Row i lists the customers nearest to node i, nearest first; the depot and i itself are left out.
class NeighborLists {
public:
    NeighborLists(int nodes, int width)
        : width_(static_cast<std::size_t>(width)),
          flat_(static_cast<std::size_t>(nodes) * width_, -1) {}

    int width() const { return static_cast<int>(width_); }
    std::span<const int> of(int node) const {
        return {flat_.data() + static_cast<std::size_t>(node) * width_, size_of(node)};
    }
    std::span<int> row(int node) {
        return {flat_.data() + static_cast<std::size_t>(node) * width_, width_};
    }

    // The first k of every row; k is at most width().
    NeighborLists first(int k) const;

private:
    // Customers have one candidate fewer than the depot (not themselves), so a row may be one
    // shorter.
    std::size_t size_of(int node) const {
        const int* row = flat_.data() + static_cast<std::size_t>(node) * width_;
        return width_ > 0 && row[width_ - 1] < 0 ? width_ - 1 : width_;
    }

    std::size_t width_;
    std::vector<int> flat_;
};

// k is cut to the number of customers. Where coordinates exist, distances are compared before
// rounding, so that a rounded metric does not hide which neighbour is nearer. For a matrix they are
// distance(i, j), plus distance(j, i) when asymmetric. Rows are independent. `parallel(count,
// body)` may call body(begin, end) for parts of 0..count at the same time; without it the rows are
// searched one after another.
using ParallelFor = std::function<void(int count, const std::function<void(int, int)>& body)>;
NeighborLists nearest_neighbors(const Instance& instance, int k, const ParallelFor& parallel = {});

}  // namespace odgear
