#include "odgear/policy/graph/graph.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include "odgear/core/errors.hpp"
#include "odgear/policy/graph/plane.hpp"
#include "odgear/spatial/neighbors.hpp"
#include "odgear/spatial/priced_tree.hpp"

namespace odgear::policy {

namespace {

// The spanning tree is that of the graph with this many nearest neighbours per customer.
constexpr int tree_neighbors = 8;
constexpr PricedTreeParameters tree_parameters{.rounds = 50, .first_step = 0.5, .last_step = 0.01};
// Nearness is 1/2 if the edge would make the tree longer by this share of the spacing.
constexpr double half_nearness = 0.1;

class Builder {
    static constexpr int rows_per_block = 16;

public:
    Builder(const Instance& instance, const GraphOptions& options, const Workers& workers)
        : instance_(instance), options_(options), workers_(workers), plane_(instance) {
        graph_.customers = instance.customers();
        graph_.neighbors = std::clamp(options.neighbors, 0, graph_.customers - 1);
        graph_.iso_width = std::min(5, graph_.customers - 1);
        graph_.features = options.features;
        graph_.planar = plane_.has_points();
    }

    Graph run() {
        number_nodes();
        fill_nodes();
        fill_edges();
        if (has_tree(graph_.features)) fill_tree();
        fill_node_features();
        return std::move(graph_);
    }

private:
    void number_nodes() {
        if (options_.reorder) {
            graph_.label = plane_.curve();
        } else {
            graph_.label.resize(static_cast<std::size_t>(graph_.nodes()));
            std::iota(graph_.label.begin(), graph_.label.end(), 0);
        }
        position_.resize(graph_.label.size());
        for (std::size_t i = 0; i < graph_.label.size(); ++i)
            position_[static_cast<std::size_t>(graph_.label[i])] = static_cast<int>(i);
    }

    void fill_nodes() {
        const auto nodes = static_cast<std::size_t>(graph_.nodes());
        for (auto* column : {&graph_.x, &graph_.y, &graph_.demand, &graph_.radius, &graph_.inward,
                             &graph_.unit_x, &graph_.unit_y, &graph_.spacing})
            column->assign(nodes, 0);
        const Point depot = plane_.point(0);
        const double capacity = static_cast<double>(instance_.capacity());
        for (std::size_t i = 0; i < nodes; ++i) {
            const int node = graph_.label[i];
            const Point p = plane_.point(node);
            graph_.x[i] = static_cast<float>(p.x);
            graph_.y[i] = static_cast<float>(p.y);
            graph_.demand[i] =
                static_cast<float>(static_cast<double>(instance_.demand(node)) / capacity);
            if (i == 0) continue;
            graph_.radius[i] = static_cast<float>(plane_.distance(0, node));
            graph_.inward[i] = static_cast<float>(plane_.distance(node, 0));
            const Point offset{p.x - depot.x, p.y - depot.y};
            const double length = std::hypot(offset.x, offset.y);
            if (length == 0) continue;
            graph_.unit_x[i] = static_cast<float>(offset.x / length);
            graph_.unit_y[i] = static_cast<float>(offset.y / length);
        }
    }

    void fill_edges() {
        const auto customers = static_cast<std::size_t>(graph_.customers);
        graph_.target.resize(customers * static_cast<std::size_t>(graph_.width()) + customers);
        graph_.distance.resize(graph_.target.size());
        graph_.iso_neighbors.resize((customers + 1) * static_cast<std::size_t>(graph_.iso_width));
        const int searched = std::max(graph_.neighbors, graph_.iso_width);
        const NeighborLists lists = nearest_neighbors(instance_, searched, parallel());
        workers_.run(graph_.nodes(), rows_per_block, [&](int begin, int end, int) {
            for (int i = begin; i < end; ++i) fill_row(i, lists.of(graph_.label[std::size_t(i)]));
        });
    }

    ParallelFor parallel() const {
        if (workers_.threads() == 1) return {};
        return [this](int count, const std::function<void(int, int)>& body) {
            workers_.run(count, rows_per_block, [&](int begin, int end, int) { body(begin, end); });
        };
    }

    void fill_row(int i, std::span<const int> nearest) {
        const auto index = static_cast<std::size_t>(i);
        const int from = graph_.label[index];
        int* target = graph_.target.data() + graph_.row(i);
        float* distance = graph_.distance.data() + graph_.row(i);
        if (i == 0) {
            for (int j = 1; j <= graph_.customers; ++j) {
                target[j - 1] = j;
                distance[j - 1] = graph_.radius[static_cast<std::size_t>(j)];
            }
        } else {
            target[0] = 0;
            distance[0] = graph_.inward[index];
            for (int s = 1; s <= graph_.neighbors; ++s) {
                const int to = nearest[static_cast<std::size_t>(s - 1)];
                target[s] = position_[static_cast<std::size_t>(to)];
                distance[s] = static_cast<float>(plane_.distance(from, to));
            }
        }
        double sum = 0;
        int* iso = graph_.iso_neighbors.data() + index * static_cast<std::size_t>(graph_.iso_width);
        for (int s = 0; s < graph_.iso_width; ++s) {
            const int to = nearest[static_cast<std::size_t>(s)];
            iso[s] = position_[static_cast<std::size_t>(to)];
            sum += plane_.distance(from, to);
        }
        const double mean = graph_.iso_width > 0 ? sum / graph_.iso_width : 0;
        graph_.spacing[index] = static_cast<float>(std::max(mean, 1e-6));
    }

    // Each pair of nodes once, with the shorter of its two directions.
    std::vector<SparseEdge> tree_edges() const {
        std::vector<SparseEdge> edges;
        for (int i = 1; i <= graph_.customers; ++i)
            for (int s = 1; s <= std::min(tree_neighbors, graph_.neighbors); ++s) {
                const std::size_t at = graph_.row(i) + static_cast<std::size_t>(s);
                const int j = graph_.target[at];
                edges.push_back({std::min(i, j) - 1, std::max(i, j) - 1, graph_.distance[at]});
            }
        const auto key = [](const SparseEdge& e) { return std::tuple(e.from, e.to, e.length); };
        std::sort(edges.begin(), edges.end(),
                  [&](const SparseEdge& a, const SparseEdge& b) { return key(a) < key(b); });
        const auto same = [](const SparseEdge& a, const SparseEdge& b) {
            return a.from == b.from && a.to == b.to;
        };
        edges.erase(std::unique(edges.begin(), edges.end(), same), edges.end());
        return edges;
    }

    void fill_tree() {
        const bool prices = has_prices(graph_.features);
        if (prices && !instance_.is_tsp())
            throw ConfigurationError("the features \"tour\" are for a TSP");
        const PricedTree tree(graph_.customers, tree_edges(), tree_parameters);
        graph_.nearness.assign(graph_.target.size(), 0);
        for (int i = 1; i <= graph_.customers; ++i) {
            const auto spacing = double(graph_.spacing[static_cast<std::size_t>(i)]);
            if (prices)
                graph_.demand[static_cast<std::size_t>(i)] =
                    static_cast<float>(tree.price(i - 1) / spacing);
            for (int s = 1; s <= graph_.neighbors; ++s) {
                const std::size_t at = graph_.row(i) + static_cast<std::size_t>(s);
                const double growth =
                    tree.nearness(i - 1, graph_.target[at] - 1, double(graph_.distance[at]));
                graph_.nearness[at] =
                    static_cast<float>(1 / (1 + growth / (half_nearness * spacing)));
            }
            isolate_by_nearness(i);
        }
    }

    // Whether a customer becomes isolated is judged by its likely neighbours on a route: those
    // nearest to the tree.
    void isolate_by_nearness(int i) {
        std::vector<std::pair<float, int>> row;
        for (int s = 1; s <= graph_.neighbors; ++s) {
            const std::size_t at = graph_.row(i) + static_cast<std::size_t>(s);
            row.emplace_back(-graph_.nearness[at], s);
        }
        const auto width = static_cast<std::size_t>(graph_.iso_width);
        if (row.size() < width) return;
        std::partial_sort(row.begin(), row.begin() + graph_.iso_width, row.end());
        for (std::size_t k = 0; k < width; ++k)
            graph_.iso_neighbors[static_cast<std::size_t>(i) * width + k] =
                graph_.target[graph_.row(i) + static_cast<std::size_t>(row[k].second)];
    }

    void fill_node_features() {
        const auto f = static_cast<std::size_t>(node_feature_count(graph_.features));
        graph_.node_features.resize(static_cast<std::size_t>(graph_.nodes()) * f);
        const float root = std::sqrt(static_cast<float>(graph_.customers));
        for (std::size_t i = 0; i < static_cast<std::size_t>(graph_.nodes()); ++i) {
            float* row = graph_.node_features.data() + i * f;
            row[0] = graph_.x[i];
            row[1] = graph_.y[i];
            row[2] = graph_.demand[i];
            if (!has_rich_nodes(graph_.features)) continue;
            row[3] = i == 0 ? 1 : 0;
            row[4] = graph_.x[i] - graph_.x[0];
            row[5] = graph_.y[i] - graph_.y[0];
            row[6] = graph_.radius[i];
            row[7] = graph_.unit_x[i];
            row[8] = graph_.unit_y[i];
            row[9] = graph_.spacing[i] * root;
        }
    }

    const Instance& instance_;
    const GraphOptions& options_;
    const Workers& workers_;
    Plane plane_;
    Graph graph_;
    std::vector<int> position_;  // by node of the instance: its number in the graph
};

}  // namespace

void Graph::edge_features(int i, int begin, int end, std::span<float> out) const {
    const std::size_t first = row(i);
    const auto a = static_cast<std::size_t>(edge_feature_count(features));
    const auto from = static_cast<std::size_t>(i);
    for (int s = begin; s < end; ++s) {
        const auto to = static_cast<std::size_t>(target[first + std::size_t(s)]);
        const float d = distance[first + std::size_t(s)];
        float* f = out.data() + static_cast<std::size_t>(s - begin) * a;
        f[0] = d;
        if (!has_rich_edges(features)) continue;
        f[1] = i == 0 ? 1 : 0;
        f[2] = to == 0 ? 1 : 0;
        f[3] = inward[from] + radius[to] - d;
        f[4] = demand[from];
        f[5] = demand[to];
        f[6] = i == 0 ? 0 : static_cast<float>(s) / 20;
        f[7] = std::min(d / spacing[from], 20.0F) / 10;
        const bool at_depot =
            (unit_x[from] == 0 && unit_y[from] == 0) || (unit_x[to] == 0 && unit_y[to] == 0);
        const float dot = unit_x[from] * unit_x[to] + unit_y[from] * unit_y[to];
        const float cross = unit_x[from] * unit_y[to] - unit_y[from] * unit_x[to];
        f[8] = !planar ? 0 : at_depot ? 1 : dot;
        if (has_tree(features)) f[8] = nearness[first + std::size_t(s)];
        f[9] = !planar || at_depot ? 0 : std::abs(cross);
        f[10] = radius[from];
        f[11] = radius[to];
    }
}

std::vector<float> Graph::edge_features() const {
    const auto a = static_cast<std::size_t>(edge_feature_count(features));
    std::vector<float> all(edges() * a);
    for (int i = 0; i < nodes(); ++i) {
        const auto size = static_cast<std::size_t>(row_size(i));
        edge_features(i, 0, row_size(i), std::span(all).subspan(row(i) * a, size * a));
    }
    return all;
}

Graph build_graph(const Instance& instance, const GraphOptions& options, const Workers& workers) {
    return Builder(instance, options, workers).run();
}

}  // namespace odgear::policy
