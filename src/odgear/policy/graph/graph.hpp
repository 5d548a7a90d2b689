// The sparse graph of an instance and its features (docs/network.md, "Graph"). The network reads
// it, both in the solver and in the trainer.
//
// Node 0 is the depot. Rows of edges are stored customers first, each `width` wide: slot 0 goes to
// the depot, the following slots to the nearest customers, nearest first. The depot's row of N
// edges is last. Customers may be numbered along a space-filling curve instead of as in the
// instance, so that neighbours are near in memory too; `label` maps them back.
//
// Time O(N log N + N K log K) from coordinates, O(N^2) from a matrix; memory O(N K). The tree of
// the sets `rich-tree` and `tour` (spatial/priced_tree.hpp) takes about 400 N log N steps. Edge
// features are not stored but computed where needed; edge_features() makes the [E, A] matrix for
// the trainer.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/parallel/workers.hpp"
#include "odgear/policy/network/architecture.hpp"

namespace odgear::policy {

struct GraphOptions {
    int neighbors = 40;  // K; at most N - 1
    FeatureSet features = FeatureSet::rich;
    bool reorder = false;  // number customers along a curve; off: as in the instance
};

struct Graph {
    int customers = 0;  // N
    int neighbors = 0;  // K after this limit
    FeatureSet features = FeatureSet::rich;
    bool planar = true;      // false: matrix only, no coordinates to read
    std::vector<int> label;  // [n] node of the instance

    std::vector<int> target;      // [E] j of i -> j
    std::vector<float> distance;  // [E] d_ij
    std::vector<float> nearness;  // [E] to the spanning tree, 1 on it; empty without tree

    // Scaled values of each node, from which features are computed. [n] each.
    std::vector<float> x, y;    // coordinates
    std::vector<float> demand;  // q; for the set `tour` the prices p
    std::vector<float> radius;  // r_i = d_0i
    std::vector<float> inward;  // d_i0, equal to r_i where distances are symmetric
    // direction seen from the depot; (0, 0) for a node at the depot
    std::vector<float> unit_x, unit_y;
    std::vector<float> spacing;  // s_i

    std::vector<float> node_features;  // [n, F]

    int iso_width = 0;               // min(5, N - 1)
    std::vector<int> iso_neighbors;  // [n, iso_width]; the depot's row holds its nearest customers

    int nodes() const { return customers + 1; }
    int width() const { return 1 + neighbors; }
    std::size_t edges() const { return target.size(); }
    // Where the row of node i begins in `target` and `distance`.
    std::size_t row(int i) const {
        return static_cast<std::size_t>(i == 0 ? customers : i - 1) *
               static_cast<std::size_t>(width());
    }
    int row_size(int i) const { return i == 0 ? customers : width(); }

    // Features of slots [begin, end) of the row of i, [end - begin, A].
    void edge_features(int i, int begin, int end, std::span<float> out) const;
    // The features of all edges, [E, A].
    std::vector<float> edge_features() const;
};

Graph build_graph(const Instance& instance, const GraphOptions& options,
                  const Workers& workers = Workers());

}  // namespace odgear::policy
