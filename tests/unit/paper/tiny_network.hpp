// A network small enough to compute by hand: two units, one head, one layer, the paper's features,
// an unbounded decoder with one hidden layer. All weights are zero until a test sets them.
#pragma once

#include <array>
#include <cmath>
#include <initializer_list>
#include <string>

#include "odgear/policy/network/network.hpp"

namespace odgear::paper {

inline double silu(double x) { return x / (1 + std::exp(-x)); }

// Depot in the corner, customers at the other corners of the unit square; demands 1, 2, 3 of 4.
inline Instance square() {
    InstanceData data;
    data.points = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    data.demands = {0, 1, 2, 3};
    data.capacity = 4;
    return Instance(std::move(data));
}

inline policy::Model tiny_model() {
    policy::Model model;
    policy::Architecture& a = model.architecture;
    a.features = policy::FeatureSet::paper;
    a.layers = 1;
    a.units = 2;
    a.heads = 1;
    a.edge_messages = false;
    a.decoder_hidden = 1;
    a.state_terms = 0;
    a.bound = 0;
    model.attention = model.decode = {2};
    for (const policy::TensorSpec& spec : policy::tensors(a))
        model.tensors[spec.name] = {
            spec.shape, std::vector<float>(static_cast<std::size_t>(spec.size()), 0.0F)};
    return model;
}

inline void set(policy::Model& model, const std::string& tensor,
                std::initializer_list<float> values) {
    model.tensors.at(tensor).data.assign(values);
}

// What the engine computes for the square, all neighbours included.
struct Computed {
    policy::Graph graph;
    policy::Encoding encoding;
    policy::EdgeTable table;

    double h(int node, int unit) const {
        return double(encoding.h[static_cast<std::size_t>(node) * encoding.stride +
                                 static_cast<std::size_t>(unit)]);
    }
    double u(int from, int to) const {
        return double(table.planes(from)[static_cast<std::size_t>(table.slot(from, to))]);
    }
};

inline Computed compute(const policy::Model& model) {
    policy::GraphOptions options;
    options.neighbors = 2;
    options.features = model.architecture.features;
    policy::Graph graph = policy::build_graph(square(), options);
    const policy::Network network(model);
    policy::Encoding encoding = network.encode(graph, 2);
    policy::EdgeTable table = network.decode(graph, encoding, 2);
    return {std::move(graph), std::move(encoding), std::move(table)};
}

}  // namespace odgear::paper
