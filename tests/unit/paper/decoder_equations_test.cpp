// Equations 6 to 8 of the paper: decoder, mask, selection probability.
#include <gtest/gtest.h>

#include "odgear/policy/rollout/rollout.hpp"
#include "tiny_network.hpp"

namespace odgear::paper {
namespace {

// u_ij = MLP([h_i ‖ h_j ‖ e_ij]): one hidden layer σ(A h_i + B h_j + C e_ij + b), then a linear
// one.
TEST(PaperEquation6, TheDecoderReadsBothEmbeddingsAndTheEdge) {
    policy::Model model = tiny_model();
    set(model, "node.weight", {0, 0, 1, 1, 0, 0});  // h = (σ(q), σ(x))
    set(model, "edge.weight", {2, 0});              // e = (σ(2 d), 0)
    set(model, "decoder.source.weight", {1, 0, 0, 0});
    set(model, "decoder.target.weight", {0, 2, 0, 0});
    set(model, "decoder.edge.weight", {-1, 0, 1, 0});
    set(model, "decoder.bias", {0.3F, 0});
    set(model, "decoder.out.weight", {2, -1});
    set(model, "decoder.out.bias", {0.5F});
    const Computed c = compute(model);
    const auto expected = [](double q_from, double x_to, double d) {
        const double first = silu(q_from) + 2 * silu(x_to) - silu(2 * d) + 0.3;
        return 2 * silu(first) - silu(silu(2 * d)) + 0.5;
    };
    EXPECT_NEAR(c.u(1, 2), expected(0.25, 1, 1), 1e-5);
    EXPECT_NEAR(c.u(3, 1), expected(0.75, 1, std::sqrt(2.0)), 1e-5);
    EXPECT_NEAR(c.u(2, 0), expected(0.5, 0, std::sqrt(2.0)), 1e-5);
}

// The square with a table of logits u_ij = 0.1·i + 0.2·j; demands 1, 2, 3, capacity 4.
class SelectionProbability : public ::testing::Test {
protected:
    SelectionProbability()
        : instance_(square()),
          graph_(policy::build_graph(instance_, {.neighbors = 2})),
          table_(graph_, 2, 0) {
        for (int i = 0; i < 4; ++i)
            for (int k = 0; k < table_.row_size(i); ++k)
                table_.planes(i)[k] =
                    static_cast<float>(logit(i, i == 0 ? k + 1 : table_.targets(i)[k]));
    }

    static double logit(int i, int j) { return 0.1 * i + 0.2 * j; }

    // log p of choosing `to` among `open`.
    static double log_share(int from, int to, std::initializer_list<int> open) {
        double sum = 0;
        for (const int j : open) sum += std::exp(logit(from, j));
        return logit(from, to) - std::log(sum);
    }

    std::vector<policy::Trajectory> sampled() const {
        const policy::RolloutProblem problem(instance_, graph_, table_);
        policy::RolloutOptions options;
        options.trajectories = 200;
        options.rho = 1;
        options.first_greedy = false;
        options.log_probabilities = true;
        return policy::rollout(problem, options);
    }

    Instance instance_;
    policy::Graph graph_;
    policy::EdgeTable table_;
};

// M_ij = −∞ for visited customers, for those that do not fit, and for the depot from the depot.
using PaperEquation7 = SelectionProbability;
TEST_F(PaperEquation7, TheMaskLeavesUnvisitedCustomersThatFit) {
    for (const policy::Trajectory& trajectory : sampled()) {
        std::array<bool, 4> visited{};
        int at = 0, load = 0;
        for (const int node : trajectory.nodes) {
            if (node == 0) {
                EXPECT_NE(at, 0);
                load = 0;
            } else {
                EXPECT_FALSE(visited[std::size_t(node)]);
                visited[std::size_t(node)] = true;
                load += node;  // the demand of customer i is i
                EXPECT_LE(load, 4);
            }
            at = node;
        }
        EXPECT_TRUE(visited[1] && visited[2] && visited[3]);
        EXPECT_EQ(at, 0);
    }
}

// p(a_t = v_j) = exp(u_ij + M_ij) / Σ_k exp(u_ik + M_ik), step by step along two trajectories.
using PaperEquation8 = SelectionProbability;
TEST_F(PaperEquation8, TheProbabilityIsTheMaskedSoftmax) {
    // 0→1 among all three; 1→3 among home, 2, 3 (3 left); 3→0: full; 0→2: alone; 2→0: the end.
    const double first = log_share(0, 1, {1, 2, 3}) + log_share(1, 3, {0, 2, 3});
    // 0→3; 3→0 where 1 still fits; 0→2 among 1 and 2; 2→1 against home; 1→0.
    const double second = log_share(0, 3, {1, 2, 3}) + log_share(3, 0, {0, 1}) +
                          log_share(0, 2, {1, 2}) + log_share(2, 1, {0, 1});
    int seen_first = 0, seen_second = 0;
    for (const policy::Trajectory& trajectory : sampled()) {
        if (trajectory.nodes == std::vector<int>{1, 3, 0, 2, 0}) {
            EXPECT_NEAR(trajectory.log_probability, first, 1e-5);
            ++seen_first;
        }
        if (trajectory.nodes == std::vector<int>{3, 0, 2, 1, 0}) {
            EXPECT_NEAR(trajectory.log_probability, second, 1e-5);
            ++seen_second;
        }
    }
    EXPECT_GT(seen_first, 0);
    EXPECT_GT(seen_second, 0);
}

}  // namespace
}  // namespace odgear::paper
