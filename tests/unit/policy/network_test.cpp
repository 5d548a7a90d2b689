#include "odgear/policy/network/network.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "models.hpp"
#include "odgear/generate/uniform.hpp"
#include "odgear/policy/graph/tour_frame.hpp"
#include "support/policy/reference.hpp"
#include "support/random_instances.hpp"

namespace odgear::policy {
namespace {

using odgear::testing::random_instance;

struct Case {
    const char* name;
    Architecture architecture;
    int customers;
    int k_attention;
    int k_decode;
};

class NetworkAgainstReference : public ::testing::TestWithParam<Case> {};

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
    EXPECT_EQ(a.size(), b.size());
    double largest = 0;
    for (std::size_t k = 0; k < a.size(); ++k) largest = std::max(largest, std::abs(a[k] - b[k]));
    return largest;
}

// The output of the engine in the layout of the reference.
ReferenceOutput engine_output(const Model& model, const Graph& graph, int k_attention) {
    const Network network(model);
    const Encoding encoding = network.encode(graph, k_attention);
    const EdgeTable table = network.decode(graph, encoding, graph.neighbors);
    ReferenceOutput output;
    output.log_z = encoding.log_z;
    for (std::size_t i = 0; i < std::size_t(graph.nodes()); ++i)
        for (std::size_t c = 0; c < std::size_t(model.architecture.units); ++c)
            output.embedding.push_back(double(encoding.h[i * encoding.stride + c]));
    const auto outputs = std::size_t(model.architecture.outputs());
    output.logits.resize(graph.edges() * outputs);
    for (int i = 0; i < graph.nodes(); ++i)
        for (std::size_t s = 0; s < std::size_t(table.row_size(i)); ++s)
            for (std::size_t t = 0; t < outputs; ++t)
                output.logits[(graph.row(i) + s) * outputs + t] =
                    double(table.planes(i)[t * table.stride(i) + s]);
    return output;
}

// Random weights on instances with hardly any variation are the worst case for batch normalisation.
// So the bound is a multiple of the error of plain single precision.
TEST_P(NetworkAgainstReference, OnlyRoundingApart) {
    const Case& c = GetParam();
    Random random(17);
    const Model model = testing::random_model(c.architecture, 5, 1.5);
    for (const bool matrix : {false, true}) {
        const Instance instance = random_instance(
            random, {.customers = c.customers, .capacity = 40, .asymmetric = matrix});
        const Graph graph =
            build_graph(instance, {.neighbors = c.k_decode, .features = c.architecture.features});
        const ReferenceOutput exact = reference_network(model, graph, c.k_attention);
        const ReferenceOutput single =
            reference_network(model, graph, c.k_attention, ReferencePrecision::single_precision);
        const ReferenceOutput engine = engine_output(model, graph, c.k_attention);
        constexpr double slack = 4;
        EXPECT_LT(largest_difference(engine.embedding, exact.embedding),
                  slack * largest_difference(single.embedding, exact.embedding) + 1e-5);
        EXPECT_LT(largest_difference(engine.logits, exact.logits),
                  slack * largest_difference(single.logits, exact.logits) + 1e-5);
        EXPECT_NEAR(engine.log_z, exact.log_z, slack * std::abs(single.log_z - exact.log_z) + 1e-4);
        EXPECT_GT(largest_difference(exact.logits, std::vector<double>(exact.logits.size())), 0.1)
            << "nothing to compare";
    }
}

INSTANTIATE_TEST_SUITE_P(
    Architectures, NetworkAgainstReference,
    ::testing::Values(
        Case{"ours", {}, 120, 20, 40},
        Case{"paper", {Backbone::gat, FeatureSet::paper, 4, 64, 4, false, 1, 0, 0}, 100, 20, 20},
        Case{"paper_odd", {Backbone::gat, FeatureSet::paper, 3, 20, 5, false, 2, 0, 10}, 57, 7, 13},
        Case{"paper_messages", {.features = FeatureSet::paper, .layers = 2}, 40, 9, 19},
        Case{"no_edge_messages", {.edge_messages = false}, 60, 10, 31},
        Case{"odd_widths", {.layers = 3, .units = 20, .heads = 5}, 57, 7, 13},
        Case{"wide_heads", {.layers = 2, .units = 72, .heads = 3}, 30, 29, 29},
        Case{"one_layer", {.layers = 1, .units = 8, .heads = 1}, 20, 5, 9},
        Case{"three_neighbours", {}, 4, 20, 40}, Case{"two_customers", {}, 2, 20, 40},
        Case{"one_customer", {}, 1, 20, 40}, Case{"depot_in_parts", {.layers = 2}, 1100, 3, 4},
        Case{"transformer",
             {Backbone::transformer, FeatureSet::rich, 3, 64, 4, false, 2, 3, 10},
             75,
             20,
             20},
        Case{"transformer_odd",
             {Backbone::transformer, FeatureSet::paper, 2, 12, 3, false, 1, 0, 0},
             33,
             8,
             8}),
    [](const auto& tested) { return std::string(tested.param.name); });

// docs/network.md requires 1e-4 between implementations.
TEST(Network, LogitsAgreeOnAnOrdinaryInstance) {
    Random random(19);
    const Model model = testing::random_model({}, 7);
    const Instance instance = random_instance(random, {.customers = 200});
    const Graph graph = build_graph(instance, {.neighbors = 40});
    const ReferenceOutput exact = reference_network(model, graph, 20);
    const ReferenceOutput engine = engine_output(model, graph, 20);
    EXPECT_LT(largest_difference(engine.embedding, exact.embedding), 5e-5);
    EXPECT_LT(largest_difference(engine.logits, exact.logits), 2e-5);
    EXPECT_NEAR(engine.log_z, exact.log_z, 2e-5);
}

TEST(Network, ReadsPricesAndNearnessOfATour) {
    Random random(29);
    const Model model = testing::random_model({.features = FeatureSet::tour}, 7);
    const Instance frame = tour_frame(uniform_tsp(90, random));
    const Graph graph = build_graph(frame, {.neighbors = 19, .features = FeatureSet::tour});
    const ReferenceOutput exact = reference_network(model, graph, 11);
    const ReferenceOutput engine = engine_output(model, graph, 11);
    EXPECT_LT(largest_difference(engine.embedding, exact.embedding), 5e-5);
    EXPECT_LT(largest_difference(engine.logits, exact.logits), 2e-5);
}

TEST(Network, ReadsDemandsAndNearness) {
    Random random(31);
    const Model model = testing::random_model({.features = FeatureSet::rich_tree}, 7);
    const Instance instance = random_instance(random, {.customers = 90});
    const Graph graph = build_graph(instance, {.neighbors = 19, .features = FeatureSet::rich_tree});
    const ReferenceOutput exact = reference_network(model, graph, 11);
    const ReferenceOutput engine = engine_output(model, graph, 11);
    EXPECT_LT(largest_difference(engine.embedding, exact.embedding), 5e-5);
    EXPECT_LT(largest_difference(engine.logits, exact.logits), 2e-5);
}

TEST(Network, ThreadsDoNotChangeABit) {
    Random random(23);
    const Instance instance = random_instance(random, {.customers = 1300});
    const Model model = testing::random_model({});
    const Network network(model);
    const Graph graph = build_graph(instance, {.neighbors = 15});
    const Encoding one = network.encode(graph, 10);
    const EdgeTable table = network.decode(graph, one, 15);
    for (const int threads : {2, 4}) {
        const Workers workers(threads);
        const Encoding several = network.encode(graph, 10, workers);
        EXPECT_EQ(several.h, one.h);
        EXPECT_EQ(several.log_z, one.log_z);
        const EdgeTable again = network.decode(graph, several, 15, workers);
        for (int i = 0; i < graph.nodes(); ++i)
            for (std::size_t k = 0; k < 4 * table.stride(i); ++k)
                ASSERT_EQ(again.planes(i)[k], table.planes(i)[k]);
    }
}

TEST(Network, HandMadeWeightsGiveMinusTheDistance) {
    Random random(29);
    const Instance instance = random_instance(random, {.customers = 50});
    const Model model = testing::nearest_neighbor_model(30);
    const Graph graph = build_graph(instance, {.neighbors = 12});
    const Network network(model);
    const EdgeTable table = network.decode(graph, network.encode(graph, 12), 12);
    for (int i = 0; i < graph.nodes(); ++i)
        for (std::size_t s = 0; s < std::size_t(table.row_size(i)); ++s)
            EXPECT_NEAR(table.planes(i)[s], -30 * graph.distance[graph.row(i) + s], 2e-3);
}

}  // namespace
}  // namespace odgear::policy
