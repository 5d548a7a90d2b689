// The fused kernels against the plain torch expression: logits, log Z, and all gradients.
#include <gtest/gtest.h>

#include <cmath>

#include "odgear/train/fused_network.hpp"
#include "odgear/train/torch_network.hpp"
#include "support/random_instances.hpp"

namespace odgear::train {
namespace {

struct Case {
    const char* name;
    policy::Architecture architecture;
    int customers;
    NeighborCounts neighbors;
};

policy::Architecture architecture(int units, int heads, int layers) {
    policy::Architecture a;
    a.units = units;
    a.heads = heads;
    a.layers = layers;
    return a;
}

std::vector<Case> cases() {
    policy::Architecture paper = architecture(16, 2, 2);
    paper.features = policy::FeatureSet::paper;
    paper.edge_messages = false;
    paper.state_terms = 0;
    paper.decoder_hidden = 1;
    paper.bound = 0;
    policy::Architecture edges = paper;
    edges.features = policy::FeatureSet::rich_edges;
    edges.decoder_hidden = 2;
    edges.bound = 10;
    policy::Architecture transformer = architecture(32, 4, 3);
    transformer.backbone = policy::Backbone::transformer;
    transformer.edge_messages = false;
    policy::Architecture ablation = edges;
    ablation.backbone = policy::Backbone::transformer;
    return {{"transformer", transformer, 37, {7, 9}},
            {"transformer_of_the_paper", ablation, 5, {4, 4}},
            {"ours", architecture(64, 4, 4), 57, {9, 17}},
            {"paper", paper, 23, {6, 6}},
            {"paper_with_rich_edges", edges, 29, {7, 7}},
            {"narrow", architecture(24, 3, 3), 31, {5, 11}},
            {"one_layer", architecture(8, 1, 1), 7, {20, 40}},
            {"tiny", architecture(16, 2, 2), 2, {1, 1}}};
}

TEST(Parameters, ForgetOnlyWhatAFeatureNoLongerMeans) {
    Random random(3);
    for (const auto set : {policy::FeatureSet::rich, policy::FeatureSet::rich_tree}) {
        policy::Architecture shape = architecture(16, 2, 2);
        shape.features = set;
        const ParameterLayout layout(shape);
        const std::vector<float> before = initial_parameters(layout, random);
        std::vector<float> same = before;
        forget_features(layout, set, same);
        EXPECT_EQ(same, before);
        std::vector<float> after = before;
        forget_features(layout, policy::FeatureSet::tour, after);
        const bool no_tree = set == policy::FeatureSet::rich;
        const std::size_t edge = layout.entry("edge.weight").offset;
        const std::size_t node = layout.entry("node.weight").offset;
        for (std::size_t i = 0; i < before.size(); ++i) {
            const bool of_edges = i >= edge && i < edge + layout.entry("edge.weight").size;
            const bool of_nodes = i >= node && i < node + layout.entry("node.weight").size;
            const std::size_t column = of_edges ? (i - edge) % 12 : of_nodes ? (i - node) % 10 : 99;
            const bool forgotten = of_edges ? column == 4 || column == 5 || (no_tree && column == 8)
                                            : of_nodes && column == 2;
            EXPECT_EQ(after[i], forgotten ? 0 : before[i]);
        }
    }
}

class FusedAgainstTorch : public ::testing::TestWithParam<Case> {};

TEST_P(FusedAgainstTorch, LogitsAndGradientsAgree) {
    const Case& c = GetParam();
    Random random(17);
    const ParameterLayout layout(c.architecture);
    const std::vector<float> parameters = initial_parameters(layout, random);
    const auto instance = std::make_shared<const Instance>(
        odgear::testing::random_instance(random, {.customers = c.customers}));
    const TrainingGraph graph(instance, c.architecture.features, c.neighbors);

    FusedNetwork fused(layout);
    TorchNetwork plain(layout, "cpu");
    fused.forward(graph, parameters);
    plain.forward(graph, parameters);
    const LogitView a = fused.logits();
    const LogitView b = plain.logits();
    ASSERT_EQ(a.stride, b.stride);
    const std::size_t planes = std::size_t(c.architecture.outputs());
    for (std::size_t t = 0; t < planes; ++t)
        for (std::size_t e = 0; e < graph.view().edges(); ++e)
            ASSERT_NEAR(a.planes[t * a.stride + e], b.planes[t * b.stride + e], 1e-4);
    EXPECT_NEAR(fused.log_z(), plain.log_z(), 1e-4);

    std::vector<float> d(planes * a.stride, 0.0f);
    for (std::size_t t = 0; t < planes; ++t)
        for (std::size_t e = 0; e < graph.view().edges(); ++e)
            d[t * a.stride + e] = static_cast<float>(random.unit() - 0.5);
    std::vector<float> from_fused(layout.size(), 0.0f), from_plain(layout.size(), 0.0f);
    fused.backward(d, 0.7, from_fused);
    plain.backward(d, 0.7, from_plain);
    for (const ParameterLayout::Entry& entry : layout.entries()) {
        float largest = 1e-3f;
        for (std::size_t i = 0; i < entry.size; ++i)
            largest = std::max(largest, std::abs(from_plain[entry.offset + i]));
        for (std::size_t i = 0; i < entry.size; ++i)
            ASSERT_NEAR(from_fused[entry.offset + i], from_plain[entry.offset + i], 2e-3f * largest)
                << entry.spec.name << " " << i;
    }
}

// The discriminator decodes only the edges of the trajectories.
TEST_P(FusedAgainstTorch, ChosenEdgesHaveTheLogitsAndGradientsOfAll) {
    const Case& c = GetParam();
    Random random(18);
    const ParameterLayout layout(c.architecture);
    const std::vector<float> parameters = initial_parameters(layout, random);
    const auto instance = std::make_shared<const Instance>(
        odgear::testing::random_instance(random, {.customers = c.customers}));
    const TrainingGraph graph(instance, c.architecture.features, c.neighbors);
    const std::size_t edges = graph.view().edges();
    std::vector<std::int32_t> chosen;
    for (std::size_t e = edges; e-- > 0;)
        if (random.unit() < 0.4 || e == 0) chosen.push_back(static_cast<std::int32_t>(e));

    FusedNetwork all(layout), some(layout);
    all.forward(graph, parameters);
    some.forward(graph, parameters, chosen);
    const std::size_t stride = all.logits().stride;
    ASSERT_EQ(some.logits().stride, stride);
    const auto planes = std::size_t(c.architecture.outputs());
    std::vector<float> d(planes * stride, 0.0f), d_noise(planes * stride, 3.0f);
    for (std::size_t t = 0; t < planes; ++t)
        for (const std::int32_t edge : chosen) {
            const std::size_t at = t * stride + static_cast<std::size_t>(edge);
            ASSERT_NEAR(some.logits().planes[at], all.logits().planes[at], 1e-5);
            d[at] = d_noise[at] = static_cast<float>(random.unit() - 0.5);
        }
    std::vector<float> from_all(layout.size(), 0.0f), from_some(layout.size(), 0.0f);
    all.backward(d, 0, from_all);
    some.backward(d_noise, 0, from_some);  // gradients of other edges do not count
    for (std::size_t i = 0; i < layout.size(); ++i)
        ASSERT_NEAR(from_some[i], from_all[i], 1e-4 * (1 + std::abs(from_all[i]))) << i;
}

INSTANTIATE_TEST_SUITE_P(Shapes, FusedAgainstTorch, ::testing::ValuesIn(cases()),
                         [](const auto& shape) { return shape.param.name; });

}  // namespace
}  // namespace odgear::train
