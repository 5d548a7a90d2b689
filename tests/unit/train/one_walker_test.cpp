// Solver and trainer walk by the same rules: they give the same log-probability to the same
// trajectories, for routes and for tours. Also the special rules of tours.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "finite_differences.hpp"
#include "odgear/core/check.hpp"
#include "odgear/generate/uniform.hpp"
#include "odgear/policy/graph/tour_frame.hpp"
#include "odgear/policy/rollout/rollout.hpp"
#include "odgear/train/kernels/edge_decoder.hpp"
#include "odgear/train/kernels/rollout.hpp"
#include "odgear/train/losses/backward_probability.hpp"
#include "odgear/train/losses/detailed_balance.hpp"
#include "odgear/train/losses/discriminator.hpp"
#include "support/policy/replay.hpp"
#include "support/random_instances.hpp"

namespace odgear::train {
namespace {

// The same random logits in both layouts.
struct Both {
    std::shared_ptr<const Instance> instance;
    TrainingGraph graph;
    std::vector<float> planes;
    LogitView logits;
    policy::EdgeTable table;
    policy::RolloutProblem problem;

    Both(std::shared_ptr<const Instance> made, int neighbors, std::size_t terms, Random& random,
         double shift = 0)
        : instance(std::move(made)),
          graph(instance, policy::FeatureSet::rich, {neighbors, neighbors}),
          planes((1 + terms) * padded(graph.view().edges())),
          logits{planes.data(), padded(graph.view().edges()), terms},
          table(graph.graph(), neighbors, static_cast<int>(terms)),
          problem(graph.rules().instance(), graph.graph(), table) {
        const GraphView view = graph.view();
        for (std::size_t t = 0; t <= terms; ++t)
            for (int i = 0; i < graph.graph().nodes(); ++i)
                for (std::size_t s = 0; s < view.row_size(std::size_t(i)); ++s) {
                    const double value = 4 * random.unit() - 2 + (t == 0 ? shift : 0);
                    planes[t * logits.stride + view.row_begin(std::size_t(i)) + s] =
                        static_cast<float>(value);
                    table.planes(i)[t * table.stride(i) + s] = static_cast<float>(value);
                }
    }
};

std::shared_ptr<const Instance> drawn_instance(Random& random, bool tour, int customers) {
    if (tour) return std::make_shared<const Instance>(uniform_tsp(customers, random));
    return std::make_shared<const Instance>(
        odgear::testing::random_instance(random, {.customers = customers, .capacity = 30}));
}

TEST(OneWalker, SolverAndTrainerGiveTheSameProbability) {
    Random random(1);
    for (int trial = 0; trial < 60; ++trial) {
        const bool tour = trial % 2 == 1;
        const auto instance = drawn_instance(random, tour, random.between(2, 60));
        // A shift of -23 makes them as light as a customer outside.
        const Both both(instance, random.between(1, 12), trial % 3 == 0 ? 0 : 3, random,
                        trial % 5 == 4 ? -23 : 0);
        WalkScratch scratch;
        Trajectory trained;
        sample(both.graph, both.logits, {}, random, scratch, trained);
        const std::vector<int> visits(trained.visits.begin(), trained.visits.end());
        ASSERT_NEAR(policy::replay(both.problem, visits), trained.log_prob,
                    1e-4 * (1 + std::abs(trained.log_prob)));
        const auto solved = policy::rollout(
            both.problem, {.trajectories = 3, .rho = 0.5, .log_probabilities = true});
        for (const policy::Trajectory& trajectory : solved) {
            Trajectory again;
            again.visits.assign(trajectory.nodes.begin(), trajectory.nodes.end());
            evaluate(both.graph, both.logits, scratch, again);
            ASSERT_NEAR(again.log_prob, trajectory.log_probability,
                        1e-4 * (1 + std::abs(again.log_prob)));
        }
    }
}

TEST(OneWalker, TheInverseTemperatureIsTheSameToo) {
    Random random(2);
    for (const double beta : {0.3, 0.8, 2.0}) {
        const Both both(drawn_instance(random, false, 40), 6, 3, random, -20);
        WalkScratch scratch;
        Trajectory trained;
        sample(both.graph, both.logits, {.inverse_temperature = static_cast<float>(beta)}, random,
               scratch, trained);
        const std::vector<int> visits(trained.visits.begin(), trained.visits.end());
        EXPECT_NEAR(policy::replay(both.problem, visits, beta), trained.log_prob,
                    1e-4 * (1 + std::abs(trained.log_prob)));
    }
}

// Four cities on a line, each with one neighbour: 1-2 and 3-4. Logits are 0.1 i + 0.01 j, the state
// terms 1, 2 and 3 everywhere.
TEST(Tour, ProbabilityAsComputedByHand) {
    InstanceData data;
    data.problem = Problem::tsp;
    data.points = {{0, 0}, {1, 0}, {5, 0}, {6, 0}};
    Random random(3);
    Both both(std::make_shared<const Instance>(std::move(data)), 1, 3, random);
    const GraphView view = both.graph.view();
    for (std::size_t i = 0; i <= 4; ++i)
        for (std::size_t s = 0; s < view.row_size(i); ++s) {
            const std::size_t edge = view.row_begin(i) + s;
            both.planes[edge] =
                static_cast<float>(0.1 * double(i) + 0.01 * double(view.targets[edge]));
            for (std::size_t t = 1; t <= 3; ++t)
                both.planes[t * both.logits.stride + edge] = static_cast<float>(t);
        }
    Trajectory trajectory;
    trajectory.visits = {2, 1, 3, 4, 0};
    WalkScratch scratch;
    evaluate(both.graph, both.logits, scratch, trajectory);
    const double floor = 1e-10;
    // From 2, three of four cities are left: load 0.25. Node 0 is masked, and the first city has
    // isolated no node.
    const double to_one = std::exp(0.2 + 0.01 + 0.25);
    double expected = -std::log(4.0) + std::log(to_one / (to_one + 2 * floor));
    expected += std::log(0.5);  // from 1: its only neighbour is visited, 3 and 4 are outside
    // From 3 the only choice is 4, from 4 the end of the tour.
    EXPECT_NEAR(trajectory.log_prob, expected, 1e-5);
    EXPECT_NEAR(trajectory.log_probs[4], 0, 1e-6);
}

TEST(Tour, BeginsAnywhereVisitsAllAndClosesAtItsStart) {
    Random random(4);
    const auto instance = std::make_shared<const Instance>(uniform_tsp(15, random));
    const Both both(instance, 4, 3, random);
    WalkScratch scratch;
    std::set<int> starts;
    for (int i = 0; i < 200; ++i) {
        Trajectory trajectory;
        SamplingOptions options;
        options.states = true;
        sample(both.graph, both.logits, options, random, scratch, trajectory);
        starts.insert(trajectory.visits[0]);
        ASSERT_EQ(trajectory.steps(), 16u);
        EXPECT_EQ(trajectory.lengths[0], 0);
        const auto routes = routes_of(both.graph, trajectory);
        ASSERT_TRUE(check(*instance, routes).feasible());
        EXPECT_NEAR(trajectory.cost * both.graph.unscale(), solution_cost(*instance, routes), 1e-3);
        const std::size_t start = random.below(15);
        const Trajectory again = tour_trajectory(both.graph, routes.front(), start, i % 2 == 1);
        EXPECT_EQ(again.visits[0], start == 0 ? 1 : routes.front()[start - 1] + 1);
        EXPECT_NEAR(again.cost, trajectory.cost, 1e-5);
        EXPECT_NEAR(solution_cost(*instance, routes_of(both.graph, again)),
                    solution_cost(*instance, routes), 1e-9);
    }
    EXPECT_EQ(starts.size(), 15u);
}

TEST(Tour, BackwardProbabilityCountsStartsAndDirections) {
    EXPECT_NEAR(log_backward_probability_of_tour(7), -std::log(14.0), 1e-12);
    Trajectory trajectory;
    trajectory.visits = {3, 1, 2, 0};
    const auto steps = step_log_backward(trajectory, Problem::tsp);
    EXPECT_NEAR(steps[3], -std::log(6.0), 1e-6);
    EXPECT_EQ(steps[0] + steps[1] + steps[2], 0);
}

TEST(Tour, GradientMatchesFiniteDifferences) {
    Random random(5);
    Both both(drawn_instance(random, true, 14), 5, 3, random);
    testing::expect_gradient(both.graph, both.logits, both.planes, random);
}

TEST(Tour, TheDiscriminatorSeesTheClosingEdgeAndNoDepot) {
    Random random(6);
    Both both(drawn_instance(random, true, 4), 3, 0, random);
    std::fill(both.planes.begin(), both.planes.end(), 0.0f);
    const Trajectory tour = tour_trajectory(both.graph, {1, 2, 3}, 2, false);
    EXPECT_NEAR(discriminator_reward(both.graph, both.logits, tour), 0.5, 1e-6);
    both.planes[std::size_t(both.graph.edge(2, 3))] = 30;  // the tour is 3, 4, 1, 2: it closes here
    EXPECT_NEAR(discriminator_reward(both.graph, both.logits, tour), std::pow(0.5, 0.75), 1e-6);
}

}  // namespace
}  // namespace odgear::train
