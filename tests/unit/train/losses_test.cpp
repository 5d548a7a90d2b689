// Every loss against numbers worked out by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "odgear/train/kernels/edge_decoder.hpp"
#include "odgear/train/losses/backward_probability.hpp"
#include "odgear/train/losses/detailed_balance.hpp"
#include "odgear/train/losses/discriminator.hpp"
#include "odgear/train/losses/group_advantage.hpp"
#include "odgear/train/losses/imitation.hpp"
#include "odgear/train/losses/policy_gradient.hpp"
#include "odgear/train/losses/state_fit.hpp"
#include "odgear/train/losses/step_credit.hpp"
#include "odgear/train/losses/trajectory_balance.hpp"
#include "odgear/train/schedule.hpp"

namespace odgear::train {
namespace {

TEST(GroupAdvantage, DividesTheDifferenceToTheMeanByTheDeviation) {
    // mean 12, deviations -2, 0, 2: σ = √(8/3)
    const std::array costs{10.0, 12.0, 14.0};
    const auto a = group_advantage(costs, {});
    const double unit = 2 / std::sqrt(8.0 / 3);
    EXPECT_NEAR(a[0], unit, 1e-7);
    EXPECT_NEAR(a[1], 0, 1e-7);
    EXPECT_NEAR(a[2], -unit, 1e-7);
}

TEST(GroupAdvantage, IsZeroWhereAllCostTheSame) {
    const std::array costs{7.0, 7.0, 7.0 + 1e-9};
    for (const double a : group_advantage(costs, {})) EXPECT_EQ(a, 0);
}

TEST(GroupAdvantage, ClipsAtFive) {
    std::vector<double> costs(50, 10.0);
    costs[0] = 1000;  // (mean − C)/σ = −7 of 49 equal ones
    EXPECT_EQ(group_advantage(costs, {})[0], -5);
}

TEST(GroupAdvantage, UnscaledIsTheDifferenceAlone) {
    const std::array costs{10.0, 12.0, 14.0};
    AdvantageOptions options;
    options.scaled = false;
    EXPECT_DOUBLE_EQ(group_advantage(costs, options)[0], 2);
}

TEST(BackwardProbability, CountsOrdersAndDirections) {
    // Three routes, two of them reversible: 3! · 2² = 24 ways.
    const std::vector<Route> routes{{1, 2}, {3}, {4, 5, 6}};
    EXPECT_NEAR(log_backward_probability(routes), -std::log(24.0), 1e-12);
    EXPECT_NEAR(log_backward_probability_of_tour(10), -std::log(20.0), 1e-12);
}

TEST(TrajectoryBalance, MatchesTheEquation) {
    // α = 10. Brackets: 3 − 5 + 1 + 10·0.5 − 10·0.2 = 2; 3 − 4 + 2 + 10·0.1 − 10·(−0.2) = 4.
    const std::array forward{-5.0, -4.0}, backward{-1.0, -2.0}, reward{0.5, 0.9},
        advantage{0.2, -0.2};
    const auto loss = trajectory_balance({forward, backward, reward, advantage}, 3, {10, false});
    EXPECT_NEAR(loss.loss, (4 + 16) / 2.0, 1e-9);
    EXPECT_NEAR(loss.d_log_forward[0], 2, 1e-9);
    EXPECT_NEAR(loss.d_log_forward[1], 4, 1e-9);
    EXPECT_NEAR(loss.d_log_z, 6, 1e-9);
}

TEST(TrajectoryBalance, GroupMeanTakesThePlaceOfLogZ) {
    // The same without log Z: −1 and 1, mean 0.
    const std::array forward{-5.0, -4.0}, backward{-1.0, -2.0}, reward{0.5, 0.9},
        advantage{0.2, -0.2};
    const auto loss = trajectory_balance({forward, backward, reward, advantage}, 99, {10, true});
    EXPECT_NEAR(loss.loss, 1, 1e-9);
    EXPECT_NEAR(loss.d_log_forward[0], -1, 1e-9);
    EXPECT_NEAR(loss.d_log_forward[1], 1, 1e-9);
    EXPECT_EQ(loss.d_log_z, 0);
}

TEST(PolicyGradient, WeighsLogProbabilitiesByAdvantage) {
    const std::array forward{-2.0, -6.0}, advantage{1.5, -0.5};
    const auto loss = policy_gradient(forward, advantage);
    EXPECT_DOUBLE_EQ(loss.loss, -(1.5 * -2 + -0.5 * -6) / 2);
    EXPECT_DOUBLE_EQ(loss.d_log_forward[0], -0.75);
    EXPECT_DOUBLE_EQ(loss.d_log_forward[1], 0.25);
}

TEST(Imitation, IsTheMeanCrossEntropy) {
    const std::array log_probs{-0.5f, -1.5f, -1.0f, 0.0f};
    const auto loss = imitation_loss(log_probs);
    EXPECT_DOUBLE_EQ(loss.loss, 0.75);
    for (const float d : loss.d_log_prob) EXPECT_FLOAT_EQ(d, -0.25f);
}

TEST(Imitation, ShufflingKeepsTheRoutes) {
    const std::vector<Route> routes{{1, 2, 3}, {4}, {5, 6}};
    Random random(3);
    bool reversed = false, reordered = false;
    for (int i = 0; i < 20; ++i) {
        auto shuffled = shuffled_routes(routes, true, random);
        reordered |= shuffled[0].size() != 3;
        for (Route& route : shuffled) {
            if (route.size() > 1 && route.front() > route.back()) {
                reversed = true;
                std::reverse(route.begin(), route.end());
            }
        }
        std::sort(shuffled.begin(), shuffled.end());
        ASSERT_EQ(shuffled, routes);
        for (const Route& route : shuffled_routes(routes, false, random))
            ASSERT_TRUE(std::is_sorted(route.begin(), route.end()));
    }
    EXPECT_TRUE(reversed);
    EXPECT_TRUE(reordered);
}

// Depot in a corner, three customers; the graph has all edges.
TrainingGraph small_graph() {
    InstanceData data;
    data.points = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    data.demands = {0, 1, 1, 1};
    data.capacity = 2;
    return {std::make_shared<const Instance>(std::move(data)), policy::FeatureSet::rich, {2, 2}};
}

TEST(Discriminator, RewardIsTheGeometricMeanOfTheEdges) {
    const TrainingGraph graph = small_graph();
    std::vector<float> u(padded(graph.view().edges()), 0.0f);
    // 0→1, 1→2, 2→0, 0→3, 3→0 with M = 0.8, 0.5, 0.5, 0.5, 0.5
    u[std::size_t(graph.edge(0, 1))] = static_cast<float>(std::log(4.0));
    const std::vector<Route> routes{{1, 2}, {3}};
    const Trajectory trajectory = trajectory_of(graph, routes);
    const LogitView logits{u.data(), u.size(), 0};
    const double expected = std::pow(0.8 * std::pow(0.5, 4), 0.2);
    EXPECT_NEAR(discriminator_reward(graph, logits, trajectory), expected, 1e-6);

    std::vector<float> d(u.size(), 0.0f);
    const double loss =
        add_discriminator_gradient(graph, logits, trajectory, Sample::positive, 1, d.data());
    EXPECT_NEAR(loss, (1 - expected) * (1 - expected), 1e-6);
    EXPECT_NEAR(d[std::size_t(graph.edge(0, 1))], -2 * (1 - expected) * expected * 0.2 / 5, 1e-6);
    EXPECT_NEAR(d[std::size_t(graph.edge(1, 2))], -2 * (1 - expected) * expected * 0.5 / 5, 1e-6);
    EXPECT_EQ(d[std::size_t(graph.edge(2, 1))], 0);
    std::fill(d.begin(), d.end(), 0.0f);
    add_discriminator_gradient(graph, logits, trajectory, Sample::negative, 1, d.data());
    EXPECT_NEAR(d[std::size_t(graph.edge(3, 0))], 2 * expected * expected * 0.5 / 5, 1e-6);
}

// A trajectory whose state is (1, steps left, 0, …).
Trajectory counted(const std::vector<float>& lengths) {
    Trajectory trajectory;
    for (std::size_t t = 0; t < lengths.size(); ++t) {
        trajectory.visits.push_back(t + 1 == lengths.size() ? 0 : static_cast<int>(t) + 1);
        trajectory.lengths.push_back(lengths[t]);
        trajectory.log_probs.push_back(-1);
        StateFeatures state{};
        state[0] = 1;
        state[1] = static_cast<float>(lengths.size() - t);
        trajectory.states.push_back(state);
        trajectory.cost += double(lengths[t]);
    }
    return trajectory;
}

TEST(StateFit, FindsALinearLaw) {
    // Each step costs 3, so the remaining cost is 3·(steps left), exactly linear.
    const std::vector<Trajectory> group{counted({3, 3, 3}), counted({3, 3})};
    const std::vector<std::vector<float>> lengths{group[0].lengths, group[1].lengths};
    const StateFit fit = fit_to_come(group, lengths);
    EXPECT_NEAR(fit(group[0].states[0]), 9, 1e-3);
    EXPECT_NEAR(fit(group[1].states[1]), 3, 1e-3);
}

TEST(StepCredit, GoesToTheStepThatWasCheap) {
    // The fit expects 2·(steps left) on average; the middle step makes the difference.
    const std::vector<Trajectory> group{counted({2, 1, 2}), counted({2, 3, 2})};
    StepCreditOptions options;
    options.lambda = 0;
    const auto credit = step_credit(group, options);
    EXPECT_GT(credit[0][1], 0);
    EXPECT_LT(credit[1][1], 0);
    EXPECT_NEAR(credit[0][1], -credit[1][1], 1e-3);
    EXPECT_NEAR(credit[0][0], credit[1][0], 1e-3);
    // Root mean square 1 over all steps; the other four are (nearly) 0, so this one is √(6/2).
    EXPECT_NEAR(credit[0][1], std::sqrt(3.0), 1e-2);
    // With λ = 1 the step before gets credit too.
    options.lambda = 1;
    const auto passed = step_credit(group, options);
    EXPECT_NEAR(passed[0][0], passed[0][1], 1e-2);
    EXPECT_NEAR(passed[0][2], 0, 1e-2);
}

TEST(StepCredit, ReachesFartherWhereThereAreMoreCustomers) {
    EXPECT_DOUBLE_EQ(credit_lambda(20), 0.98);
    EXPECT_DOUBLE_EQ(credit_lambda(200), 0.99);
    EXPECT_DOUBLE_EQ(credit_lambda(1000), 0.998);
}

TEST(DetailedBalance, StepsSumToTheBackwardProbability) {
    Trajectory trajectory;
    trajectory.visits = {1, 2, 0, 3, 0, 4, 5, 6, 0};
    const auto steps = step_log_backward(trajectory, Problem::cvrp);
    EXPECT_NEAR(std::accumulate(steps.begin(), steps.end(), 0.0),
                log_backward_probability(std::vector<Route>{{1, 2}, {3}, {4, 5, 6}}), 1e-5);
    EXPECT_EQ(steps[0], 0);
}

TEST(DetailedBalance, IsZeroWhereTheFlowsFit) {
    // Equal steps of −1, no energy differences, one route each: linear except for the closing term
    // −log 1 − log 2, which is the same everywhere.
    const std::vector<Trajectory> group{counted({1, 1, 1}), counted({1, 1, 1})};
    EXPECT_NEAR(detailed_balance(group, 5, Problem::cvrp).loss, 0, 1e-4);
}

TEST(DetailedBalance, PushesTheExpensiveStepDown) {
    const std::vector<Trajectory> group{counted({2, 1, 2}), counted({2, 3, 2})};
    const auto loss = detailed_balance(group, 1, Problem::cvrp);
    // σ_C = 1, so energy is the length itself; the residuals of the middle steps are ∓1.
    EXPECT_NEAR(loss.d_log_prob[0][1], -1, 1e-2);
    EXPECT_NEAR(loss.d_log_prob[1][1], 1, 1e-2);
    EXPECT_NEAR(loss.loss, 1, 1e-2);
}

TEST(Schedule, GrowsLogarithmicallyBetweenItsEnds) {
    EXPECT_DOUBLE_EQ(log_growth(500, 2000, 0), 500);
    EXPECT_NEAR(log_growth(500, 2000, 1), 2000, 1e-9);
    EXPECT_NEAR(log_growth(0, 1, 0.5), std::log(1 + 0.5 * (std::exp(1.0) - 1)), 1e-12);
    EXPECT_GT(log_growth(500, 2000, 0.5), 1250);
}

TEST(Schedule, WarmsUpAndThenFollowsTheCosine) {
    EXPECT_DOUBLE_EQ(cosine_with_warmup(0, 101, 10, 0.1), 0.1);
    EXPECT_DOUBLE_EQ(cosine_with_warmup(9, 101, 10, 0.1), 1);
    EXPECT_DOUBLE_EQ(cosine_with_warmup(10, 101, 10, 0.1), 1);
    EXPECT_NEAR(cosine_with_warmup(55, 101, 10, 0.1), 0.55, 1e-12);
    EXPECT_NEAR(cosine_with_warmup(100, 101, 10, 0.1), 0.1, 1e-12);
    EXPECT_DOUBLE_EQ(average_decay(0.99, 0), 0.1);
    EXPECT_DOUBLE_EQ(average_decay(0.99, 8), 0.5);
    EXPECT_DOUBLE_EQ(average_decay(0.99, 10'000), 0.99);
}

}  // namespace
}  // namespace odgear::train
