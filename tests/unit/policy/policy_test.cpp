#include "odgear/policy/policy.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/policy/models/models.hpp"
#include "odgear/policy/rollout/split.hpp"
#include "support/random_instances.hpp"
#include "tables.hpp"

namespace odgear::policy {
namespace {

using odgear::testing::random_feasible_routes;
using odgear::testing::random_instance;
using testing::nearest_neighbor_model;
using testing::random_model;
using testing::random_setting;
using testing::Setting;

TEST(Policy, BestSolutionsAreCheckedDistinctAndSorted) {
    Random random(1);
    const Instance instance = random_instance(random, {.customers = 120});
    const PolicyResult result = run(instance, random_model({}), {.rho = 0.1});
    ASSERT_EQ(result.costs.size(), 100U);
    EXPECT_TRUE(check(instance, result.best).feasible());
    EXPECT_NEAR(result.best.cost, *std::min_element(result.costs.begin(), result.costs.end()),
                1e-9);
    EXPECT_NEAR(result.mean_cost,
                std::accumulate(result.costs.begin(), result.costs.end(), 0.0) / 100, 1e-9);
    ASSERT_EQ(result.solutions.size(), 5U);
    for (std::size_t k = 1; k < 5; ++k) {
        EXPECT_LE(result.solutions[k - 1].cost, result.solutions[k].cost);
        EXPECT_NE(result.solutions[k - 1].routes, result.solutions[k].routes);
        EXPECT_TRUE(check(instance, result.solutions[k]).feasible());
    }
    EXPECT_EQ(result.k_attention, 20);
    EXPECT_EQ(result.k_decode, 40);
    EXPECT_GT(result.seconds.total(), 0);
}

TEST(Policy, SameAnswerForAnyNumberOfThreads) {
    Random random(2);
    const Instance instance = random_instance(random, {.customers = 400});
    const Model model = random_model({}, 3, 2);
    const PolicyResult one = run(instance, model, {.rho = 0.3}, {}, {}, 1);
    const PolicyResult two = run(instance, model, {.rho = 0.3}, {}, {}, 2);
    EXPECT_EQ(one.costs, two.costs);
    EXPECT_EQ(one.solutions, two.solutions);
}

TEST(Policy, RelabellingCustomersPermutesTheSolutionAndNothingElse) {
    Random random(3);
    for (int trial = 0; trial < 5; ++trial) {
        InstanceData data = random_instance(random, {.customers = 150}).data();
        std::vector<int> label(151);
        std::iota(label.begin(), label.end(), 0);
        random.shuffle(std::span(label).subspan(1));
        InstanceData moved = data;
        for (std::size_t i = 0; i < label.size(); ++i) {
            moved.points[std::size_t(label[i])] = data.points[i];
            moved.demands[std::size_t(label[i])] = data.demands[i];
        }
        const Instance before(data);
        const Instance after(moved);
        const Model model = random_model({}, 4, 2);
        const PolicyResult a = run(before, model, {.rho = 0.3});
        const PolicyResult b = run(after, model, {.rho = 0.3});
        EXPECT_EQ(a.costs, b.costs);
        std::vector<Route> expected = a.best.routes;
        for (Route& route : expected)
            for (int& customer : route) customer = label[std::size_t(customer)];
        EXPECT_EQ(canonical(after, {expected, 0}).routes, b.best.routes);
    }
}

TEST(Policy, RandomWeightsOnOddInstances) {
    Random random(5);
    const Model rich = random_model({}, 6, 2);
    const Model paper =
        random_model({Backbone::gat, FeatureSet::paper, 2, 16, 2, false, 1, 0, 0}, 7);
    const Model transformer =
        random_model({Backbone::transformer, FeatureSet::rich, 2, 16, 2, false, 2, 3, 10}, 8);
    for (int trial = 0; trial < 60; ++trial) {
        const Instance instance =
            random_instance(random, {.customers = trial < 10 ? 1 + trial : random.between(1, 70),
                                     .capacity = trial % 3 == 0 ? 9 : 40,
                                     .asymmetric = trial % 3 == 1,
                                     .integer_grid = trial % 3 == 2});
        for (const Model* model : {&rich, &paper, &transformer}) {
            const PolicyResult result =
                run(instance, *model, {.rollouts = 10, .rho = 0.2, .split = trial % 2 == 0});
            const CheckReport report = check(instance, result.best);
            EXPECT_TRUE(report.feasible()) << report.summary();
        }
    }
}

TEST(Policy, NeighboursAndRhoMayBeOverridden) {
    Random random(6);
    const Instance instance = random_instance(random, {.customers = 100});
    const Model model = nearest_neighbor_model(40);
    const PolicyResult result =
        run(instance, model, {.rollouts = 3, .rho = 0.0, .neighbors = NeighborRule{0}});
    EXPECT_EQ(result.k_decode, 20);
    EXPECT_EQ(result.costs[0], result.costs[1]);  // rho 0: all greedy
    EXPECT_EQ(result.solutions.size(), 1U);
}

TEST(Policy, AFleetTooSmallIsReported) {
    InstanceData data;  // three customers of 6, two vehicles of 10: 18 <= 20, but impossible
    data.points = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
    data.demands = {0, 6, 6, 6};
    data.capacity = 10;
    data.max_vehicles = 2;
    const PolicyResult result = run(Instance(data), random_model({}), {.rollouts = 4});
    EXPECT_FALSE(result.within_fleet);
    EXPECT_EQ(result.best.routes.size(), 3U);
}

// Every division of the order into routes.
double cheapest_division(const RolloutProblem& problem, const std::vector<int>& order) {
    const std::size_t n = order.size();
    double best = 1e300;
    for (std::size_t mask = 0; mask < std::size_t{1} << (n - 1); ++mask) {
        double cost = 0;
        bool feasible = true;
        for (std::size_t begin = 0; begin < n;) {
            std::size_t end = begin + 1;
            while (end < n && (mask >> (end - 1) & 1) == 0) ++end;
            Load load = 0;
            double length = problem.distance(0, order[begin]);
            for (std::size_t k = begin; k < end; ++k) {
                load += problem.demand(order[k]);
                length += problem.distance(order[k], k + 1 < end ? order[k + 1] : 0);
            }
            feasible = feasible && load <= problem.instance().capacity() &&
                       length <= problem.instance().max_route_length();
            cost += length;
            begin = end;
        }
        if (feasible) best = std::min(best, cost);
    }
    return best;
}

TEST(Split, IsTheCheapestDivision) {
    Random random(7);
    for (int trial = 0; trial < 100; ++trial) {
        const Instance instance =
            random_instance(random, {.customers = random.between(1, 10),
                                     .capacity = 20,
                                     .max_route_length = trial % 2 == 0 ? 3.5 : no_length_limit});
        const Setting s = random_setting(random, instance, 5, 0);
        const Trajectory before = rollout(*s.problem, {.trajectories = 1})[0];
        const Trajectory after = split(*s.problem, before);
        std::vector<int> order;
        for (const int node : before.nodes)
            if (node != 0) order.push_back(node);
        EXPECT_NEAR(after.cost, cheapest_division(*s.problem, order), 1e-9);
        EXPECT_LE(after.cost, before.cost + 1e-9);
        const CheckReport report =
            check(*s.instance, {routes_of(*s.graph, after.nodes), after.cost});
        EXPECT_TRUE(report.feasible()) << report.summary();
    }
}

TEST(Models, AreChosenByNameFileOrInstance) {
    std::vector<Model> models(3);
    models[0].training_size = 200;
    models[1].training_size = 500;
    models[2].training_size = 1000;
    EXPECT_EQ(fitting_model(models, 10, InstanceKind::uniform)->training_size, 200);
    EXPECT_EQ(fitting_model(models, 300, InstanceKind::uniform)->training_size, 200);
    EXPECT_EQ(fitting_model(models, 330, InstanceKind::uniform)->training_size, 500);
    EXPECT_EQ(fitting_model(models, 100000, InstanceKind::uniform)->training_size, 1000);
    EXPECT_EQ(fitting_model(models, 600, InstanceKind::mixed)->training_size,
              500);  // there is no other kind
    models[0].instances = "mixed";
    EXPECT_EQ(fitting_model(models, 600, InstanceKind::mixed)->training_size, 200);
    EXPECT_EQ(fitting_model(models, 100000, InstanceKind::mixed)->training_size,
              200);  // kind counts before size
    EXPECT_EQ(fitting_model(models, 200, InstanceKind::uniform)->training_size, 500);
    EXPECT_EQ(fitting_model(models, 900, InstanceKind::long_routes)->training_size, 200);
    models[2].instances = "long-routes";
    EXPECT_EQ(fitting_model(models, 100, InstanceKind::long_routes)->training_size, 1000);
    EXPECT_EQ(fitting_model(models, 900, InstanceKind::mixed)->training_size, 200);
    models[2].instances = "uniform";
    models[1].for_comparison = true;
    EXPECT_EQ(fitting_model(models, 500, InstanceKind::uniform)->training_size, 1000);
    EXPECT_EQ(fitting_model({&models[1], 1}, 500, InstanceKind::uniform), &models[1]);
    EXPECT_EQ(fitting_model({}, 100, InstanceKind::uniform), nullptr);
    EXPECT_THROW(find_model("no such model"), ConfigurationError);
    const auto path = std::filesystem::temp_directory_path() / "odgear-find-model.safetensors";
    save_model(path, random_model({.layers = 1, .units = 8, .heads = 1}));
    EXPECT_EQ(find_model(path.string()).architecture.units, 8);
    std::filesystem::remove(path);
}

TEST(Models, EmbeddedOnesCanBeReadAndFound) {
    for (const Model& model : list_models()) {
        EXPECT_FALSE(model.name.empty());
        EXPECT_GT(model.training_size, 0);
        EXPECT_EQ(find_model(model.name).name, model.name);
    }
    Random random(1);
    const Instance instance = random_instance(random, {.customers = 100});
    if (embedded_models().empty())
        EXPECT_THROW(default_model(instance), ConfigurationError);
    else
        EXPECT_FALSE(default_model(instance).tensors.empty());
}

TEST(Models, TellKindsOfInstancesApart) {
    Random random(2);
    for (const int customers : {20, 200, 5000}) {
        InstanceData data;
        data.capacity = 50;
        for (int i = 0; i <= customers; ++i) {
            data.points.push_back({random.unit(), random.unit()});
            data.demands.push_back(i == 0 ? 0 : random.between(1, 9));
        }
        EXPECT_EQ(kind_of(Instance(data)), InstanceKind::uniform) << customers;
        InstanceData long_routes = data;
        long_routes.capacity = 500;
        EXPECT_EQ(kind_of(Instance(long_routes)), InstanceKind::long_routes) << customers;
        if (customers < 200) continue;
        InstanceData clustered = data;  // in the middle of four quarters
        for (Point& p : clustered.points)
            p = {std::round(p.x) * 0.8 + 0.2 * p.x, std::round(p.y) * 0.8 + 0.2 * p.y};
        EXPECT_EQ(kind_of(Instance(clustered)), InstanceKind::mixed) << customers;
    }
}

}  // namespace
}  // namespace odgear::policy
