#include "odgear/policy/edge_table.hpp"

#include <algorithm>

namespace odgear::policy {

namespace {

constexpr int rows_per_block = 64;

}  // namespace

EdgeTable::EdgeTable(const Graph& graph, int neighbors, int terms, const Workers& workers)
    : customers_(graph.customers),
      width_(1 + std::min(neighbors, graph.neighbors)),
      terms_(terms),
      stride_(kernels::padded(static_cast<std::size_t>(width_), 8)),
      depot_stride_(kernels::padded(static_cast<std::size_t>(customers_), depot_block)),
      planes_size_(static_cast<std::size_t>(1 + terms) * stride_),
      targets_(static_cast<std::size_t>(customers_) * stride_),
      planes_(static_cast<std::size_t>(customers_) * planes_size_),
      depot_(static_cast<std::size_t>(1 + terms) * depot_stride_) {
    workers.run(customers_, rows_per_block, [&](int begin, int end, int) {
        for (int i = begin + 1; i <= end; ++i) {
            std::fill_n(planes(i), planes_size_, 0.0F);
            const int* from = graph.target.data() + graph.row(i);
            int* to = targets_.data() + customer(i) * stride_;
            std::fill(std::copy_n(from, width_, to), to + stride_, nowhere());
        }
    });
}

int EdgeTable::slot(int node, int target) const {
    if (node == 0) return target - 1;
    const int* row = targets(node);
    const int* found = std::find(row, row + width_, target);
    return found == row + width_ ? -1 : static_cast<int>(found - row);
}

}  // namespace odgear::policy
