// Equations 9 to 14 of the paper, each worked out by hand.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "odgear/train/kernels/edge_decoder.hpp"
#include "odgear/train/losses/backward_probability.hpp"
#include "odgear/train/losses/discriminator.hpp"
#include "odgear/train/losses/group_advantage.hpp"
#include "odgear/train/losses/policy_gradient.hpp"
#include "odgear/train/losses/trajectory_balance.hpp"
#include "odgear/train/objective.hpp"

namespace odgear::train {
namespace {

// Depot and three customers at the corners of the unit square, two to a vehicle.
TrainingGraph square() {
    InstanceData data;
    data.points = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    data.demands = {0, 1, 1, 1};
    data.capacity = 2;
    return {std::make_shared<const Instance>(std::move(data)), policy::FeatureSet::paper, {2, 2}};
}

// Edge probabilities M_D: 0.9 on 0→1, 0.6 on 1→2, 0.5 elsewhere.
std::vector<float> edge_logits(const TrainingGraph& graph) {
    std::vector<float> u(padded(graph.view().edges()), 0.0F);
    u[std::size_t(graph.edge(0, 1))] = static_cast<float>(std::log(9.0));
    u[std::size_t(graph.edge(1, 2))] = static_cast<float>(std::log(1.5));
    return u;
}

// D(τ) = 1/L Σ log M_ij over the five edges 0→1→2→0→3→0, R = exp D.
TEST(PaperEquation9, TheScoreIsTheMeanLogProbabilityOfTheEdges) {
    const TrainingGraph graph = square();
    const std::vector<float> u = edge_logits(graph);
    const std::vector<Route> routes{{1, 2}, {3}};
    const double score = (std::log(0.9) + std::log(0.6) + 3 * std::log(0.5)) / 5;
    EXPECT_NEAR(discriminator_reward(graph, {u.data(), u.size(), 0}, trajectory_of(graph, routes)),
                std::exp(score), 1e-6);
}

// L_D = R(neg)² + (1 − R(pos))².
TEST(PaperEquation10, NegativesGoToZeroAndPositivesToOne) {
    const TrainingGraph graph = square();
    const std::vector<float> u = edge_logits(graph);
    const LogitView logits{u.data(), u.size(), 0};
    const std::vector<Route> neg{{1, 3}, {2}}, pos{{1, 2}, {3}};
    std::vector<float> d(u.size(), 0.0F);
    const double loss = add_discriminator_gradient(graph, logits, trajectory_of(graph, neg),
                                                   Sample::negative, 1, d.data()) +
                        add_discriminator_gradient(graph, logits, trajectory_of(graph, pos),
                                                   Sample::positive, 1, d.data());
    const double r_neg = std::pow(0.9 * std::pow(0.5, 4), 0.2);
    const double r_pos = std::pow(0.9 * 0.6 * std::pow(0.5, 3), 0.2);
    EXPECT_NEAR(loss, r_neg * r_neg + (1 - r_pos) * (1 - r_pos), 1e-6);
    // Descent lowers the edge 1→3 of the negative and raises 1→2 of the positive.
    EXPECT_GT(d[std::size_t(graph.edge(1, 3))], 0);
    EXPECT_LT(d[std::size_t(graph.edge(1, 2))], 0);
}

// A = clip((C̄ − C) / (σ + ε), ±c) with the population's σ: costs 8, 10, 12, 14 have σ = √5.
TEST(PaperEquation11, TheAdvantageIsTheDifferenceInDeviations) {
    const std::array costs{8.0, 10.0, 12.0, 14.0};
    const std::vector<double> a = group_advantage(costs, {});
    for (std::size_t g = 0; g < 4; ++g) EXPECT_NEAR(a[g], (11 - costs[g]) / std::sqrt(5.0), 1e-7);
    AdvantageOptions narrow;
    narrow.clip = 1;
    EXPECT_EQ(group_advantage(costs, narrow)[0], 1);
    EXPECT_EQ(group_advantage(std::array{3.0, 3.0}, {})[0], 0);  // σ ≤ ε
}

// [log Z + log P_F − log P_B + α (1 − R) − α A]²: 2 − 7 + 3 + 4·0.25 − 4·0.5 = −3.
TEST(PaperEquation12, TrajectoryBalanceIsTheSquaredBracket) {
    const std::array forward{-7.0}, backward{-3.0}, reward{0.75}, advantage{0.5};
    const BalanceLoss loss =
        trajectory_balance({forward, backward, reward, advantage}, 2, {4, false});
    EXPECT_DOUBLE_EQ(loss.loss, 9);
    EXPECT_DOUBLE_EQ(loss.d_log_forward[0], -6);
    EXPECT_DOUBLE_EQ(loss.d_log_z, -6);
}

// The paper does not define P_B. Here each of the R!·2^M ways to build the same routes is equally
// likely.
TEST(PaperEquation12, TheBackwardProbabilityCountsOrdersAndDirections) {
    const std::vector<Route> routes{{1, 2}, {3}};
    EXPECT_NEAR(log_backward_probability(routes), -std::log(2.0 * 2.0), 1e-12);
}

// The same for a tour: n starts, two directions. Weights exp(u) 1, 2, 3 from city 2 to 1, 3, 4 and
// 3, 9, 1 from city 4 to 1, 2, 3: the tour 2, 4, 1, 3 has P_F = 1/4 · 3/6 · 3/4 = 3/32 and P_B =
// 1/8.
TEST(PaperEquation12, ATourIsOneOfNStartsInTwoDirections) {
    InstanceData data;
    data.problem = Problem::tsp;
    data.points = {{0, 0}, {3, 0}, {3, 2}, {0, 1}};
    const TrainingGraph graph{
        std::make_shared<const Instance>(std::move(data)), policy::FeatureSet::rich, {3, 3}};
    std::vector<float> u(padded(graph.view().edges()), 0.0F);
    const auto set = [&](int from, int to, double weight) {
        u[std::size_t(graph.edge(from, to))] = static_cast<float>(std::log(weight));
    };
    set(2, 3, 2);
    set(2, 4, 3);
    set(4, 1, 3);
    set(4, 2, 9);
    // From its second city, 2: the route of the instance goes on from its node 0, which is city 1.
    Trajectory tour = tour_trajectory(graph, {2, 1, 3}, 2, true);
    ASSERT_EQ(tour.visits, (std::vector<std::int32_t>{2, 3, 1, 4, 0}));
    tour = tour_trajectory(graph, {2, 1, 3}, 2, false);
    ASSERT_EQ(tour.visits, (std::vector<std::int32_t>{2, 4, 1, 3, 0}));
    WalkScratch scratch;
    evaluate(graph, {u.data(), u.size(), 0}, scratch, tour);
    EXPECT_NEAR(tour.log_prob, std::log(3.0 / 32), 1e-5);
    ASSERT_EQ(tour.log_probs.size(), 5U);
    EXPECT_NEAR(tour.log_probs[0], std::log(1.0 / 4), 1e-6);  // the start
    EXPECT_NEAR(tour.log_probs[4], 0, 1e-6);                  // the way back
    EXPECT_NEAR(log_backward_probability_of_tour(4), -std::log(8.0), 1e-12);
    // The bracket with log Z = 0 and no reward: log P_F − log P_B = log 3/4.
    const std::array forward{tour.log_prob}, backward{log_backward_probability_of_tour(4)};
    const std::array reward{1.0}, advantage{0.0};
    const BalanceLoss loss =
        trajectory_balance({forward, backward, reward, advantage}, 0, {1, false});
    EXPECT_NEAR(loss.loss, std::pow(std::log(0.75), 2), 1e-5);
}

// −1/G Σ A log P_F: −(0.5·(−6) + (−0.5)·(−10)) / 2 = −1.
TEST(PaperEquation13, ThePolicyGradientWeighsLogProbabilitiesByAdvantage) {
    const PolicyGradientLoss loss = policy_gradient(std::array{-6.0, -10.0}, std::array{0.5, -0.5});
    EXPECT_DOUBLE_EQ(loss.loss, -1);
    EXPECT_DOUBLE_EQ(loss.d_log_forward[0], -0.25);
    EXPECT_DOUBLE_EQ(loss.d_log_forward[1], 0.25);
}

// J_G = L_TB + λ L_PG, by its parts and in every step's derivative.
TEST(PaperEquation14, TheTotalIsBalancePlusTheWeightedPolicyGradient) {
    const TrainingGraph graph = square();
    std::vector<Trajectory> group;
    for (const std::vector<Route>& routes :
         {std::vector<Route>{{1, 2}, {3}}, std::vector<Route>{{1, 3}, {2}}}) {
        group.push_back(trajectory_of(graph, routes));
        group.back().log_probs.assign(group.back().steps(), -0.5F);
        group.back().log_prob = -0.5 * static_cast<double>(group.back().steps());
    }
    // Costs 4 + √2 and 2 + 3√2: the first is cheaper, A = ±1. Both P_F = −2.5, P_B = −log 4.
    PolicyRecipe recipe;
    recipe.objective = "balance";
    recipe.policy_gradient = 0.1;
    ObjectiveState state;
    state.alpha = 3;
    const std::array rewards{0.5, 0.25};
    const GroupGradient gradient = group_gradient(graph, group, rewards, 0.2, recipe, state);
    const double common = 0.2 - 2.5 + std::log(4.0);
    const double first = common + 3 * 0.5 - 3, second = common + 3 * 0.75 + 3;
    const double balance = (first * first + second * second) / 2;
    const double auxiliary = -(-2.5 + 2.5) / 2;
    EXPECT_NEAR(gradient.parts.balance, balance, 1e-6);
    EXPECT_NEAR(gradient.parts.policy_gradient, auxiliary, 1e-6);
    EXPECT_NEAR(gradient.parts.total, balance + 0.1 * auxiliary, 1e-6);
    for (const float d : gradient.d_log_prob[0]) EXPECT_NEAR(d, first - 0.1 / 2, 1e-5);
    for (const float d : gradient.d_log_prob[1]) EXPECT_NEAR(d, second + 0.1 / 2, 1e-5);
}

}  // namespace
}  // namespace odgear::train
