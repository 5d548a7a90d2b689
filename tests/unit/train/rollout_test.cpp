// Rollouts and their gradient: probabilities against a plain double-precision walk, the gradient
// against finite differences.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "finite_differences.hpp"
#include "odgear/core/check.hpp"
#include "odgear/train/kernels/edge_decoder.hpp"
#include "odgear/train/kernels/rollout.hpp"
#include "support/random_instances.hpp"

namespace odgear::train {
namespace {

struct Setting {
    TrainingGraph graph;
    std::vector<float> planes;
    LogitView logits;
};

Setting make(std::uint64_t seed, int customers, int neighbors, std::size_t terms) {
    Random random(seed);
    TrainingGraph graph(std::make_shared<const Instance>(odgear::testing::random_instance(
                            random, {.customers = customers, .capacity = 30})),
                        policy::FeatureSet::rich, {neighbors, neighbors});
    const std::size_t stride = padded(graph.view().edges());
    std::vector<float> planes((1 + terms) * stride, 0.0f);
    for (float& value : planes) value = static_cast<float>(4 * random.unit() - 2);
    Setting setting{std::move(graph), std::move(planes), {}};
    setting.logits = {setting.planes.data(), stride, terms};
    return setting;
}

// docs/network.md word by word, in double precision, over all nodes.
double plain_log_prob(const Setting& s, const Trajectory& trajectory) {
    const int n = s.graph.customers();
    const policy::Graph& g = s.graph.graph();
    std::vector<bool> visited(std::size_t(n) + 1, false);
    int at = 0;
    Load remaining = s.graph.rules().capacity();
    double total = 0;
    const auto weight = [&](int j) {
        const std::ptrdiff_t edge = s.graph.edge(at, j);
        if (edge < 0) return 1e-10;
        const auto plane = [&](std::size_t t) {
            return double(s.planes[t * s.logits.stride + std::size_t(edge)]);
        };
        double isolation = 0;
        if (j > 0)
            for (int k = 0; k < g.iso_width; ++k)
                isolation += visited[std::size_t(g.iso_neighbors[std::size_t(j * g.iso_width + k)])]
                                 ? 1.0 / g.iso_width
                                 : 0.0;
        double logit = plane(0);
        if (s.logits.state_terms > 0) {
            const double rho = double(remaining) / s.graph.rules().capacity();
            logit += isolation * plane(2);
            if (at != 0)
                logit += (rho - 0.5) * plane(1) + std::max(0.0, 0.3 - rho) / 0.3 * plane(3);
        }
        return std::exp(logit);
    };
    for (const int node : trajectory.visits) {
        double sum = at == 0 ? 0.0 : weight(0);
        for (int j = 1; j <= n; ++j)
            if (!visited[std::size_t(j)] && s.graph.instance().demand(j) <= remaining)
                sum += weight(j);
        total += std::log(weight(node) / sum);
        if (node == 0) {
            remaining = s.graph.rules().capacity();
        } else {
            remaining -= s.graph.instance().demand(node);
            visited[std::size_t(node)] = true;
        }
        at = node;
    }
    return total;
}

class Rollouts : public ::testing::TestWithParam<std::size_t> {};

TEST_P(Rollouts, AreFeasibleAndHaveTheirStatedProbability) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const Setting s = make(seed, 33, 7, GetParam());
        WalkScratch scratch;
        Trajectory trajectory;
        Random random(seed);
        SamplingOptions options;
        options.states = true;
        sample(s.graph, s.logits, options, random, scratch, trajectory);
        EXPECT_TRUE(check(s.graph.instance(), routes_of(s.graph, trajectory)).feasible());
        EXPECT_NEAR(trajectory.cost, trajectory_of(s.graph, routes_of(s.graph, trajectory)).cost,
                    1e-4);
        EXPECT_NEAR(trajectory.log_prob, plain_log_prob(s, trajectory), 1e-3);
        EXPECT_EQ(trajectory.states.size(), trajectory.steps());
        Trajectory again = trajectory;
        evaluate(s.graph, s.logits, scratch, again);
        EXPECT_NEAR(again.log_prob, trajectory.log_prob, 1e-4);
    }
}

TEST_P(Rollouts, ExpertRoutesOutsideOfTheGraphHaveAProbabilityToo) {
    const Setting s = make(3, 25, 3, GetParam());
    Random random(9);
    const auto routes = odgear::testing::random_feasible_routes(random, s.graph.instance());
    Trajectory trajectory = trajectory_of(s.graph, routes);
    WalkScratch scratch;
    evaluate(s.graph, s.logits, scratch, trajectory);
    EXPECT_LT(trajectory.log_prob, -23);  // some edge is outside of the rows of three
    EXPECT_NEAR(trajectory.log_prob, plain_log_prob(s, trajectory),
                1e-4 * std::abs(trajectory.log_prob));
}

TEST_P(Rollouts, GradientMatchesFiniteDifferences) {
    Setting s = make(11, 14, 5, GetParam());
    Random random(2);
    testing::expect_gradient(s.graph, s.logits, s.planes, random);
}

INSTANTIATE_TEST_SUITE_P(StateTerms, Rollouts, ::testing::Values(0u, 3u));

TEST(Rollout, SamplesByProbability) {
    // From the depot, customer 1 has weight e², each of the four others e⁰.
    Setting s = make(5, 5, 4, 0);
    std::fill(s.planes.begin(), s.planes.end(), 0.0f);
    s.planes[std::size_t(s.graph.edge(0, 1))] = 2;
    WalkScratch scratch;
    Trajectory trajectory;
    int hits = 0;
    constexpr int tries = 4000;
    for (int i = 0; i < tries; ++i) {
        Random random = Random::stream(77, std::uint64_t(i));
        sample(s.graph, s.logits, {}, random, scratch, trajectory);
        hits += trajectory.visits[0] == 1;
    }
    const double expected = std::exp(2.0) / (std::exp(2.0) + 4);
    EXPECT_NEAR(hits / double(tries), expected, 4 * std::sqrt(expected / tries));
}

}  // namespace
}  // namespace odgear::train
