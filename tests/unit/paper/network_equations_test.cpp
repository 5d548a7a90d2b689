// Equations 1 to 5 of the paper, each on the square of tiny_network.hpp.
#include <gtest/gtest.h>

#include "tiny_network.hpp"

namespace odgear::paper {
namespace {

constexpr double close = 1e-5;
constexpr std::array<double, 4> xs{0, 1, 1, 0}, ys{0, 0, 1, 1}, demands{0, 0.25, 0.5, 0.75};

// h^(0) = σ(W_node x + b_node). The layer adds nothing, because its normalisation has weight and
// bias 0.
TEST(PaperEquation1, NodesAreProjectedAndActivated) {
    policy::Model model = tiny_model();
    set(model, "node.weight", {2, -1, 4, 0.5F, 1, 0});  // rows: units; columns: x, y, demand
    set(model, "node.bias", {0.1F, -0.2F});
    const Computed c = compute(model);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_NEAR(c.h(int(i), 0), silu(2 * xs[i] - ys[i] + 4 * demands[i] + 0.1), close);
        EXPECT_NEAR(c.h(int(i), 1), silu(0.5 * xs[i] + ys[i] - 0.2), close);
    }
}

// e_ij = σ(W_edge a_ij + b_edge), seen through a decoder that returns σ(e_ij) of the first unit.
TEST(PaperEquation2, EdgesAreProjectedAndActivated) {
    policy::Model model = tiny_model();
    set(model, "edge.weight", {3, -1});
    set(model, "edge.bias", {-0.5F, 0.25F});
    set(model, "decoder.edge.weight", {1, 0, 0, 1});
    set(model, "decoder.out.weight", {1, 0});
    const Computed c = compute(model);
    const double diagonal = std::sqrt(2.0);
    EXPECT_NEAR(c.u(1, 2), silu(silu(3 * 1 - 0.5)), close);
    EXPECT_NEAR(c.u(1, 3), silu(silu(3 * diagonal - 0.5)), close);
    EXPECT_NEAR(c.u(0, 2), silu(silu(3 * diagonal - 0.5)), close);
    set(model, "decoder.out.weight", {0, 1});
    EXPECT_NEAR(compute(model).u(2, 3), silu(silu(-1 + 0.25)), close);
}

// A layer that shows the message: h + BN(σ(message)) with weight 1, bias 0. Returns BN(σ(m_i)) of
// the first unit for given messages of the four nodes.
std::array<double, 4> normalized(const std::array<double, 4>& messages) {
    std::array<double, 4> values{};
    double mean = 0, variance = 0;
    for (std::size_t i = 0; i < 4; ++i) mean += (values[i] = silu(messages[i])) / 4;
    for (const double v : values) variance += (v - mean) * (v - mean) / 4;
    for (double& v : values) v = (v - mean) / std::sqrt(variance + 1e-5);
    return values;
}

// Nodes embed their demand in unit 0: h = σ(q), and z = h.
policy::Model demand_model() {
    policy::Model model = tiny_model();
    set(model, "node.weight", {0, 0, 1, 0, 0, 0});
    set(model, "layers.0.project.weight", {1, 0, 0, 1});
    set(model, "layers.0.norm.weight", {1, 1});
    return model;
}

// Rows of the square: each customer sees the depot and the two others, the depot all three.
constexpr std::array<std::array<int, 3>, 4> rows{{{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}}};

double distance(int i, int j) {
    return std::hypot(xs[std::size_t(i)] - xs[std::size_t(j)],
                      ys[std::size_t(i)] - ys[std::size_t(j)]);
}

// Attention by hand: shares exp(s_ij) / Σ exp(s_ik) over the row of i, message Σ a_ij σ(q_j).
template <class Score>
std::array<double, 4> messages(Score score) {
    std::array<double, 4> result{};
    for (std::size_t i = 0; i < 4; ++i) {
        double sum = 0;
        for (const int j : rows[i]) sum += std::exp(score(int(i), j));
        for (const int j : rows[i])
            result[i] += std::exp(score(int(i), j)) / sum * silu(demands[std::size_t(j)]);
    }
    return result;
}

template <class Score>
void expect_layer(const policy::Model& model, Score score) {
    const Computed c = compute(model);
    const std::array<double, 4> added = normalized(messages(score));
    for (std::size_t i = 0; i < 4; ++i)
        EXPECT_NEAR(c.h(int(i), 0), silu(demands[i]) + added[i], 1e-4) << "node " << i;
}

// s_ij = LeakyReLU(source·z_i + target·z_j + edge·e_ij), slope 0.2 below 0.
TEST(PaperEquation3, ScoresReadBothNodesAndTheEdge) {
    policy::Model model = demand_model();
    set(model, "edge.weight", {1, 0});
    set(model, "layers.0.source", {2, 0});
    set(model, "layers.0.target", {-3, 0});
    set(model, "layers.0.edge", {0.7F, 0});
    expect_layer(model, [](int i, int j) {
        const double sum = 2 * silu(demands[std::size_t(i)]) - 3 * silu(demands[std::size_t(j)]) +
                           0.7 * silu(distance(i, j));
        return sum > 0 ? sum : 0.2 * sum;
    });
}

// α_ij = softmax_j(s_ij): with equal scores every neighbour has a third, whatever the level.
TEST(PaperEquation4, SharesAreASoftmaxOverTheRow) {
    const policy::Model model = demand_model();
    expect_layer(model, [](int, int) { return 0.0; });
    const std::array<double, 4> equal = messages([](int, int) { return 5.0; });
    EXPECT_NEAR(equal[0], (silu(0.25) + silu(0.5) + silu(0.75)) / 3, 1e-12);
}

// h^(k+1) = h^(k) + BN(σ(h_aggr)), BN over the nodes with its own weight and bias.
TEST(PaperEquation5, TheLayerAddsTheNormalizedMessage) {
    policy::Model model = demand_model();
    set(model, "layers.0.norm.weight", {3, 1});
    set(model, "layers.0.norm.bias", {-0.5F, 0});
    const Computed c = compute(model);
    const std::array<double, 4> added = normalized(messages([](int, int) { return 0.0; }));
    for (std::size_t i = 0; i < 4; ++i)
        EXPECT_NEAR(c.h(int(i), 0), silu(demands[i]) + 3 * added[i] - 0.5, 3e-4);
}

// Appendix B: two heads are averaged in the last layer.
TEST(PaperEquation5, HeadsOfTheLastLayerAreAveraged) {
    policy::Model model = demand_model();
    model.architecture.heads = 2;
    for (const policy::TensorSpec& spec : policy::tensors(model.architecture))
        if (spec.name.starts_with("layers.0.") && spec.name.find("norm") == std::string::npos)
            model.tensors[spec.name] = {
                spec.shape, std::vector<float>(static_cast<std::size_t>(spec.size()), 0.0F)};
    // The first head carries the demand's embedding twice, the second nothing.
    set(model, "layers.0.project.weight", {2, 0, 0, 0, 0, 0, 0, 0});
    const Computed c = compute(model);
    const std::array<double, 4> added = normalized(messages([](int, int) { return 0.0; }));
    for (std::size_t i = 0; i < 4; ++i)
        EXPECT_NEAR(c.h(int(i), 0), silu(demands[i]) + added[i], 1e-4);
}

}  // namespace
}  // namespace odgear::paper
