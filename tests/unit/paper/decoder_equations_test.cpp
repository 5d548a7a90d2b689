// Equations 6 to 8 of the paper: decoder, mask, selection probability.
#include <gtest/gtest.h>

#include "odgear/policy/graph/tour_frame.hpp"
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

// Four cities, each with its edges to the other three; exp(u_ij) are the whole numbers below.
class TourProbability : public ::testing::Test {
protected:
    static Instance cities() {
        InstanceData data;
        data.problem = Problem::tsp;
        data.points = {{0, 0}, {3, 0}, {3, 2}, {0, 1}};
        return Instance(std::move(data));
    }

    TourProbability()
        : frame_(policy::tour_frame(cities())),
          graph_(policy::build_graph(frame_, {.neighbors = 3})),
          table_(graph_, 3, 3) {
        set(0, 2, 1, std::log(1.0));
        set(0, 2, 3, std::log(2.0));
        set(0, 2, 4, std::log(3.0));
        set(0, 4, 1, std::log(3.0));
        set(0, 4, 2, std::log(9.0));
        set(0, 4, 3, std::log(1.0));
        // Node 0 is not a city: however large its logit, it is entered only at the end.
        for (int city = 1; city <= 4; ++city) set(0, city, 0, 20);
    }

    // Plane 0 is u, planes 1 to 3 are v_0, v_1, v_2.
    void set(int plane, int from, int to, double value) {
        const auto slot = static_cast<std::size_t>(table_.slot(from, to));
        table_.planes(from)[static_cast<std::size_t>(plane) * table_.stride(from) + slot] =
            static_cast<float>(value);
    }

    // log P_F of the tour 2, 4, 1, 3, each time that it is drawn.
    std::vector<double> drawn() const {
        const policy::RolloutProblem problem(frame_, graph_, table_);
        policy::RolloutOptions options;
        options.trajectories = 400;
        options.rho = 1;
        options.first_greedy = false;
        options.log_probabilities = true;
        std::vector<double> found;
        for (const policy::Trajectory& trajectory : policy::rollout(problem, options))
            if (trajectory.nodes == std::vector<int>{2, 4, 1, 3, 0})
                found.push_back(trajectory.log_probability);
        return found;
    }

    Instance frame_;
    policy::Graph graph_;
    policy::EdgeTable table_;
};

// Start 2: one of 4. 2→4: 3 of 1 + 2 + 3. 4→1: 3 of 3 + 1, since 2 is visited. 3 is the only city
// left, and the tour closes: 1/4 · 1/2 · 3/4.
using PaperEquation8Tour = TourProbability;
TEST_F(PaperEquation8Tour, TheProbabilityOfATourIsTheProductOfItsSteps) {
    const std::vector<double> log_probabilities = drawn();
    ASSERT_FALSE(log_probabilities.empty());
    for (const double log_probability : log_probabilities)
        EXPECT_NEAR(log_probability, std::log(3.0 / 32), 1e-5);
}

// With state terms (docs/network.md): on 2→4 three of four cities are left, so v_0 counts
// 3/4 − 1/2 and turns the weight 3 into 6. On 4→3 one of the three neighbours of 3 is visited, city
// 4, since the start 2 does not count: v_1 counts 1/3 and turns 1 into 6. 1/4 · 6/9 · 3/9.
TEST_F(PaperEquation8Tour, StateTermsSeeTheCitiesLeftAndTheVisitedNeighbours) {
    set(1, 2, 4, 4 * std::log(2.0));
    set(2, 4, 3, 3 * std::log(6.0));
    const std::vector<double> log_probabilities = drawn();
    ASSERT_FALSE(log_probabilities.empty());
    for (const double log_probability : log_probabilities)
        EXPECT_NEAR(log_probability, std::log(1.0 / 18), 1e-5);
}

}  // namespace
}  // namespace odgear::paper
