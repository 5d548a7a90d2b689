#include "odgear/policy/rollout/edge_table.hpp"

#include <algorithm>

namespace odgear::policy {

EdgeTable::EdgeTable(const Graph& graph, int neighbors, int terms, Unfilled)
    : customers_(graph.customers),
      width_(1 + std::min(neighbors, graph.neighbors)),
      terms_(terms),
      stride_(kernels::padded(static_cast<std::size_t>(width_), 8)),
      depot_stride_(kernels::padded(static_cast<std::size_t>(customers_), depot_block)),
      planes_size_(static_cast<std::size_t>(1 + terms) * stride_),
      targets_(static_cast<std::size_t>(customers_) * stride_),
      planes_(static_cast<std::size_t>(customers_) * planes_size_),
      depot_(static_cast<std::size_t>(1 + terms) * depot_stride_) {}

EdgeTable::EdgeTable(const Graph& graph, int neighbors, int terms, const Workers& workers)
    : EdgeTable(graph, neighbors, terms, Unfilled()) {
    constexpr int rows_per_block = 16;
    workers.run(customers_, rows_per_block, [&](int begin, int end, int) {
        for (int i = begin + 1; i <= end; ++i) {
            begin_row(graph, i);
            std::fill_n(planes(i), planes_size_, 0.0F);
        }
    });
}

void EdgeTable::begin_row(const Graph& graph, int node) {
    const int* from = graph.target.data() + graph.row(node);
    int* to = targets_.data() + customer(node) * stride_;
    std::fill(std::copy_n(from, width_, to), to + stride_, nowhere());
    for (float* plane = planes(node); plane != planes(node) + planes_size_; plane += stride_)
        std::fill(plane + width_, plane + stride_, 0.0F);
}

int EdgeTable::slot(int node, int target) const {
    if (node == 0) return target - 1;
    const int* row = targets(node);
    const int* found = std::find(row, row + width_, target);
    return found == row + width_ ? -1 : static_cast<int>(found - row);
}

}  // namespace odgear::policy
