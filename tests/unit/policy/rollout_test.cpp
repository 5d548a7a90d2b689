#include "odgear/policy/rollout/rollout.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/policy/rollout/walk.hpp"
#include "support/random_instances.hpp"
#include "tables.hpp"

namespace odgear::policy {
namespace {

using odgear::testing::InstanceShape;
using odgear::testing::random_feasible_routes;
using odgear::testing::random_instance;
using testing::make_setting;
using testing::random_setting;
using testing::Setting;

Instance four_customers() {
    InstanceData data;
    data.points = {{0, 0}, {1, 0}, {2, 0}, {0, 1}, {0, 2.1}};
    data.demands = {0, 4, 4, 4, 7};
    data.capacity = 10;
    return Instance(data);
}

// Customers 1, 2, 3 and 4; each has one neighbour: 1-2 and 3-4. Logits u of i -> j are 0.1 i + 0.01
// j, and the state terms are 1 (load), 2 (iso), 3 (low).
TEST(Replay, ProbabilitiesAsComputedByHand) {
    const Setting s = make_setting(four_customers(), 1, 3, [](int i, int j, int t) {
        return t == 0 ? 0.1 * i + 0.01 * j : t == 1 ? j : t == 2 ? 2.0 : 3.0;
    });
    const auto lse = [](std::initializer_list<double> logits) {
        double sum = 0;
        for (const double x : logits) sum += std::exp(x);
        return std::log(sum);
    };
    // Every customer is near the three others, so each visit adds a third to the iso share.
    const double floor = std::log(1e-10);
    double expected = 0;
    expected += 0.01 - lse({0.01, 0.02, 0.03, 0.04});  // depot -> 1
    // At 1 with 6 of 10 left (0.1 v_0): home, 2, outside 3; 4 does not fit. iso of 2 is 1/3.
    const double at1_home = 0.1;
    const double at1_two = 0.1 + 0.02 + 0.1 * 2 + 2.0 / 3;
    expected += at1_two - lse({at1_home, at1_two, floor});
    // At 2 with 2 left: nothing fits, only home.
    // Depot -> 4; left are 3 and 4, each with two visited neighbours.
    expected += 0.04 + 4.0 / 3 - lse({0.03 + 4.0 / 3, 0.04 + 4.0 / 3});
    // At 4 with 3 left: 3 does not fit. Home. Depot -> 3, alone. Home at the end.
    const std::vector<int> nodes{1, 2, 0, 4, 0, 3, 0};
    EXPECT_NEAR(replay(*s.problem, nodes), expected, 1e-5);

    // The low-load term: at 3 after 1, outside of the row.
    const std::vector<int> outside{1, 3, 0, 2, 0, 4, 0};
    double second = 0.01 - lse({0.01, 0.02, 0.03, 0.04});
    second += floor - lse({at1_home, at1_two, floor});
    second += 0.02 + 4.0 / 3 - lse({0.02 + 4.0 / 3, 0.04 + 4.0 / 3});
    const double at2_home = 0.2 + 0.1 * 0;
    second += at2_home - lse({at2_home});  // at 2, 6 left: 4 does not fit
    EXPECT_NEAR(replay(*s.problem, outside), second, 1e-5);
}

TEST(Replay, LowLoadTermAndInverseTemperature) {
    InstanceData data;
    data.points = {{0, 0}, {1, 0}, {2, 0}};
    data.demands = {0, 8, 1};
    data.capacity = 10;
    const Setting s = make_setting(Instance(data), 1, 3, [](int, int j, int t) {
        return t == 0 ? 0.5 * j : t == 3 ? 1.0 + j : 0;
    });
    // At 1 with a share of 0.2 left: low = 1/3; home 0 + 1/3, customer 2: 1 + 1.
    const double home = 1.0 / 3;
    const double on = 1 + 3.0 / 3;
    for (const double beta : {1.0, 0.5, 2.0}) {
        const double start = 0.5 * beta - std::log(std::exp(0.5 * beta) + std::exp(beta));
        const double expected =
            start + beta * on - std::log(std::exp(beta * home) + std::exp(beta * on));
        EXPECT_NEAR(replay(*s.problem, std::vector<int>{1, 2, 0}, beta), expected, 1e-5);
    }
}

// All trajectories by depth-first search, with what replay says of each.
double total_probability(const Setting& s, double beta) {
    double total = 0;
    std::vector<int> nodes;
    const auto descend = [&](auto&& self, const Walk& walk) -> void {
        if (walk.finished()) {
            total += std::exp(replay(*s.problem, nodes, beta));
            return;
        }
        for (int target = 0; target <= s.problem->customers(); ++target) {
            if (!walk.allows(target)) continue;
            Walk next = walk;
            next.move(target);
            nodes.push_back(target);
            self(self, next);
            nodes.pop_back();
        }
    };
    descend(descend, Walk(*s.problem));
    return total;
}

TEST(Replay, AllTrajectoriesOfFourCustomersSumToOne) {
    Random random(3);
    for (const int terms : {0, 3})
        for (const int neighbors : {1, 2, 3})
            for (const double shift : {0.0, -23.0}) {  // -23: as light as a customer outside
                const Setting s =
                    random_setting(random, four_customers(), neighbors, terms, 1, shift);
                EXPECT_NEAR(total_probability(s, 1), 1, 1e-5);
                EXPECT_NEAR(total_probability(s, 0.3), 1, 1e-5);
            }
}

TEST(Replay, SumsToOneUnderLengthAndFleetLimitsAndForTours) {
    Random random(4);
    InstanceData data = four_customers().data();
    data.max_route_length = 5;
    EXPECT_NEAR(total_probability(random_setting(random, Instance(data), 2, 3, 1, -23), 1), 1,
                1e-5);
    data = four_customers().data();
    data.max_vehicles = 2;
    EXPECT_NEAR(total_probability(random_setting(random, Instance(data), 1, 3, 1, -23), 1), 1,
                1e-5);
    data.problem = Problem::tsp;
    EXPECT_NEAR(total_probability(random_setting(random, Instance(data), 2, 3, 1, -23), 1), 1,
                1e-5);
}

TEST(Replay, RefusesWhatTheMasksForbid) {
    Random random(5);
    const Setting s = random_setting(random, four_customers(), 2, 3);
    const auto refused = [&](std::vector<int> nodes) {
        EXPECT_THROW(replay(*s.problem, nodes), ConfigurationError);
    };
    refused({0, 1, 0});              // from the depot to the depot
    refused({1, 4, 0, 2, 3, 0});     // too heavy
    refused({1, 1, 0});              // twice
    refused({1, 2, 0});              // not all customers
    refused({1, 2, 0, 3, 0, 4});     // does not return to the depot
    refused({1, 2, 0, 3, 0, 5, 0});  // unknown
}

// The frequency of each trajectory against its probability: a chi-square test on the more likely
// ones (about 40 cells; the bound is far beyond the 0.9999 quantile).
void expect_frequencies(const Setting& s, const RolloutOptions& options) {
    std::map<std::vector<int>, int> seen;
    const auto trajectories = rollout(*s.problem, options);
    for (const Trajectory& t : trajectories) ++seen[t.nodes];
    double chi_square = 0;
    int cells = 0;
    for (const auto& [nodes, count] : seen) {
        const double expected = options.trajectories * std::exp(replay(*s.problem, nodes));
        if (expected < 20) continue;
        chi_square += (count - expected) * (count - expected) / expected;
        ++cells;
    }
    EXPECT_GT(cells, 5);
    EXPECT_LT(chi_square, cells + 6 * std::sqrt(2.0 * cells) + 10);
}

TEST(Rollout, SamplesByTheStatedProbabilities) {
    Random random(6);
    const RolloutOptions options{.trajectories = 40000, .rho = 1, .first_greedy = false};
    expect_frequencies(random_setting(random, four_customers(), 3, 3), options);
    expect_frequencies(random_setting(random, four_customers(), 1, 0), options);
    // Cases where the weights outside matter.
    expect_frequencies(random_setting(random, four_customers(), 1, 3, 1, -23), options);
    // The blocks of the depot's row: 130 customers that fill a vehicle each, two of them likely.
    const Setting wide =
        make_setting(random_instance(random, {.customers = 130, .capacity = 5, .max_demand = 1}), 1,
                     0, [](int i, int j, int) {
                         return i == 0 ? (j == 70 || j == 5 ? 8 : 0) : j == 0 ? 30 : -30;
                     });
    std::map<int, int> first;
    for (const Trajectory& t :
         rollout(*wide.problem, {.trajectories = 20000, .rho = 1, .first_greedy = false}))
        ++first[t.nodes.front()];
    const double share = std::exp(8) / (2 * std::exp(8) + 128);
    EXPECT_NEAR(first[70] / 20000.0, share, 0.015);
    EXPECT_NEAR(first[5] / 20000.0, share, 0.015);
}

TEST(Rollout, LogProbabilitiesAreThoseOfReplay) {
    Random random(7);
    for (const int terms : {0, 3})
        for (const double rho : {0.0, 0.3, 1.0}) {
            InstanceShape shape{.customers = 150, .capacity = 30};
            if (rho == 0.3) shape.max_route_length = 4;
            const Setting s = random_setting(random, random_instance(random, shape), 10, terms, 2);
            for (const Trajectory& t : rollout(*s.problem, {.trajectories = 9,
                                                           .rho = rho,
                                                           .inverse_temperature = 0.8,
                                                           .log_probabilities = true})) {
                const double exact = replay(*s.problem, t.nodes, 0.8);
                EXPECT_NEAR(t.log_probability, exact, 1e-4 * std::abs(exact));
            }
        }
}

TEST(Rollout, GradientFromStepsMatchesFiniteDifferences) {
    Random random(8);
    Setting s = random_setting(random, four_customers(), 2, 3);
    const std::vector<int> nodes{2, 1, 0, 3, 0, 4, 0};
    std::map<std::tuple<int, std::size_t, std::size_t>, double> gradient;
    replay(*s.problem, nodes, 0.7, [&](const Step& step) {
        if (step.forced) return;
        for (std::size_t k = 0; k < step.weights.size(); ++k) {
            const double g =
                0.7 * ((int(k) == step.slot ? 1 : 0) - double(step.weights[k]) / step.total);
            gradient[{step.node, 0, k}] += g;
            gradient[{step.node, 2, k}] += g * double(step.iso[k]);
            if (step.node == 0) continue;
            gradient[{step.node, 1, k}] += g * double(step.load);
            gradient[{step.node, 3, k}] += g * double(step.low);
        }
    });
    EXPECT_GT(gradient.size(), 20U);
    for (const auto& [where, value] : gradient) {
        const auto [node, term, slot] = where;
        float& logit = s.table->planes(node)[term * s.table->stride(node) + slot];
        const float before = logit;
        logit = before + 0.02F;
        const double up = replay(*s.problem, nodes, 0.7);
        logit = before - 0.02F;
        const double down = replay(*s.problem, nodes, 0.7);
        logit = before;
        EXPECT_NEAR((up - down) / 0.04, value, 2e-4);
    }
}

// The same by another method: always to the nearest node that fits, including the depot.
std::vector<Route> nearest_neighbor_routes(const Instance& instance) {
    std::vector<bool> visited(std::size_t(instance.nodes()), false);
    std::vector<Route> routes;
    for (int left = instance.customers(); left > 0;) {
        Route route;
        Load load = 0;
        for (int at = 0;;) {
            int next = 0;
            for (int j = 1; j < instance.nodes(); ++j) {
                if (visited[std::size_t(j)] || load + instance.demand(j) > instance.capacity())
                    continue;
                if ((at == 0 && next == 0) ||
                    instance.distance(at, j) < instance.distance(at, next))
                    next = j;
            }
            if (next == 0) break;
            visited[std::size_t(next)] = true;
            load += instance.demand(next);
            route.push_back(next);
            --left;
            at = next;
        }
        routes.push_back(route);
    }
    return routes;
}

TEST(Rollout, GreedyOnMinusTheDistanceIsNearestNeighbour) {
    Random random(9);
    for (int trial = 0; trial < 30; ++trial) {
        const Instance instance = random_instance(random, {.customers = 90, .capacity = 40});
        const Setting s = make_setting(
            instance, 89, 0, [&](int i, int j, int) { return -10 * instance.distance(i, j); });
        const auto greedy = rollout(*s.problem, {.trajectories = 1});
        EXPECT_EQ(routes_of(*s.graph, greedy[0].nodes), nearest_neighbor_routes(instance));
    }
}

// Shapes that have broken routing code before. Every trajectory of every mode is checked.
TEST(Rollout, EveryTrajectoryOfThousandsOfInstancesPassesTheChecker) {
    Random random(10);
    int instances = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        InstanceShape shape;
        shape.customers = trial % 10 == 0 ? 1 : random.between(1, 40);
        shape.max_demand = random.between(1, 12);
        shape.capacity =
            trial % 3 == 0 ? shape.max_demand : random.between(int(shape.max_demand), 60);
        shape.integer_grid = trial % 4 == 1;
        shape.asymmetric = trial % 4 == 2;
        if (trial % 7 == 3 && !shape.asymmetric && !shape.integer_grid) {
            shape.max_route_length = 2.9;
            shape.service_time = 0.01;
        }
        const Instance instance = random_instance(random, shape);
        const int neighbors = random.between(1, 60);  // often beyond N
        const Setting s =
            random_setting(random, instance, neighbors, trial % 2 == 0 ? 3 : 0, 3, -trial % 3 * 10);
        RolloutOptions options{.trajectories = 4, .rho = 0.3, .seed = std::uint64_t(trial)};
        if (trial % 5 == 0) options.decoding = Decoding::depot_sampling;
        for (const Trajectory& t : rollout(*s.problem, options)) {
            const CheckReport report = check(*s.instance, {routes_of(*s.graph, t.nodes), t.cost});
            ASSERT_TRUE(report.feasible()) << report.summary();
            ASSERT_EQ(t.routes, report.vehicles);
        }
        ++instances;
    }
    EXPECT_EQ(instances, 3000);
}

TEST(Rollout, LargeDemandsAreNotRounded) {
    Random random(11);
    InstanceData data = random_instance(random, {.customers = 60}).data();
    data.capacity = Load{1} << 40;
    for (std::size_t i = 1; i < data.demands.size(); ++i)
        data.demands[i] = (data.capacity >> 2) + random.between(-3, 3);
    const Setting s = random_setting(random, Instance(data), 20, 3);
    for (const Trajectory& t : rollout(*s.problem, {.trajectories = 20, .rho = 0.5}))
        EXPECT_TRUE(check(*s.instance, routes_of(*s.graph, t.nodes)).feasible());
}

TEST(Rollout, ToursVisitEveryCityInOneRoute) {
    Random random(12);
    InstanceData data = random_instance(random, {.customers = 80}).data();
    data.problem = Problem::tsp;
    const Setting s = random_setting(random, Instance(data), 5, 3);
    for (const Trajectory& t : rollout(*s.problem, {.trajectories = 20, .rho = 0.2})) {
        EXPECT_EQ(t.routes, 1);
        EXPECT_TRUE(check(*s.instance, routes_of(*s.graph, t.nodes)).feasible());
    }
}

TEST(Rollout, FleetLimitIsKeptWhereLoadsAreSmall) {
    Random random(13);
    for (int trial = 0; trial < 50; ++trial) {
        InstanceData data =
            random_instance(random, {.customers = 50, .capacity = 20, .max_demand = 1}).data();
        data.max_vehicles = 3;  // 50 units on 60: the depot must be refused often
        const Setting s = random_setting(random, Instance(data), 8, 3);
        for (const Trajectory& t : rollout(*s.problem, {.trajectories = 5, .rho = 0.5}))
            EXPECT_TRUE(check(*s.instance, routes_of(*s.graph, t.nodes)).feasible());
    }
}

TEST(Rollout, ThreadsAndNumberOfTrajectoriesChangeNothing) {
    Random random(14);
    const Setting s = random_setting(random, random_instance(random, {.customers = 300}), 20, 3);
    const Workers two(2);
    RolloutOptions options{.trajectories = 50, .rho = 0.2};
    const auto one = rollout(*s.problem, options);
    const auto threaded = rollout(*s.problem, options, two);
    options.trajectories = 70;
    const auto more = rollout(*s.problem, options, two);
    ASSERT_EQ(one.size(), 50U);
    for (std::size_t k = 0; k < 50; ++k) {
        EXPECT_EQ(one[k].nodes, threaded[k].nodes);
        EXPECT_EQ(one[k].cost, threaded[k].cost);
        EXPECT_EQ(one[k].nodes, more[k].nodes);
    }
    EXPECT_NE(one[1].nodes, one[2].nodes);
    options.seed = 2;
    EXPECT_EQ(rollout(*s.problem, options)[0].nodes, one[0].nodes);  // greedy: no seed in it
    EXPECT_NE(rollout(*s.problem, options)[1].nodes, one[1].nodes);
}

TEST(Rollout, StoppedWorkStillHasTheGreedyTrajectory) {
    Random random(15);
    const Setting s = random_setting(random, random_instance(random, {.customers = 2000}), 10, 0);
    StopFlag flag;
    flag.raise();
    StopRule stop;
    stop.flag = &flag;
    const auto some = rollout(*s.problem, {.trajectories = 100}, Workers(), stop);
    ASSERT_EQ(some.size(), 1U);
    EXPECT_EQ(some[0].index, 0);
    EXPECT_TRUE(check(*s.instance, routes_of(*s.graph, some[0].nodes)).feasible());
}

TEST(Rollout, RoutesAndTrajectoriesConvertBothWays) {
    Random random(16);
    const Instance instance = random_instance(random, {.customers = 40});
    const Graph graph = build_graph(instance, {.neighbors = 5, .reorder = true});
    const std::vector<Route> routes = random_feasible_routes(random, instance);
    EXPECT_EQ(routes_of(graph, trajectory_of(graph, routes)), routes);
}

TEST(Rollout, OptionsOutOfRangeAreRefused) {
    Random random(17);
    const Setting s = random_setting(random, four_customers(), 2, 0);
    EXPECT_THROW(rollout(*s.problem, {.trajectories = 0}), ConfigurationError);
    EXPECT_THROW(rollout(*s.problem, {.rho = 1.5}), ConfigurationError);
    EXPECT_THROW(rollout(*s.problem, {.inverse_temperature = 0}), ConfigurationError);
}

}  // namespace
}  // namespace odgear::policy
