// Prices of cities that turn the minimum spanning tree of a sparse graph into nearly a tour (Held
// and Karp, 1970). The price of a city is added to each of its edges. This changes all tours by the
// same amount, but not the tree. Prices rise at cities where the tree branches and fall at its
// leaves, until nearly all cities have two edges of the tree. An edge is then judged by its
// nearness to the tree (alpha-nearness; Helsgaun, 2000): by how much the tree grows if it must
// contain the edge. This is 0 for the edges of the tree.
//
// Time O(R M log M) for R rounds and M edges, O(log N) for a nearness; memory O(N + M). A graph
// that is not connected gives a forest.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace odgear {

struct PricedTreeParameters {
    int rounds = 60;
    // The price of one edge too many in the first and the last round, in mean lengths of the tree's
    // edges.
    double first_step = 0.3;
    double last_step = 0.01;
};

struct SparseEdge {
    int from = 0;
    int to = 0;
    double length = 0;
};

class PricedTree {
public:
    // Each edge is given once, in either direction. O(R M log M).
    PricedTree(int cities, std::span<const SparseEdge> edges,
               const PricedTreeParameters& parameters = {});

    double price(int city) const { return price_[static_cast<std::size_t>(city)]; }
    // By how much the tree grows if it must contain this edge. Infinite between parts of a forest.
    double nearness(int from, int to, double length) const;
    // A lower bound on the length of every tour over these edges.
    double bound() const { return bound_; }

private:
    void build(std::span<const SparseEdge> edges);
    int root(int city) const;

    std::vector<double> price_;
    std::vector<int> degree_;
    // The tree in the order of joining: each city hangs below another one by an edge of this cost.
    std::vector<int> parent_;
    std::vector<int> size_;
    std::vector<double> cost_;
    std::vector<std::uint64_t> order_;
    int edges_ = 0;  // number of edges in the tree
    double total_ = 0;
    double bound_ = 0;
};

}  // namespace odgear
