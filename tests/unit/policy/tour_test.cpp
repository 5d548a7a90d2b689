// The policy on a TSP: frame, whole tours, tours by region, and the match of model and problem.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "models.hpp"
#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/generate/uniform.hpp"
#include "odgear/policy/graph/tour_frame.hpp"
#include "odgear/policy/models/models.hpp"
#include "odgear/policy/policy.hpp"
#include "odgear/policy/rollout/tour_reroll.hpp"
#include "tables.hpp"

namespace odgear::policy {
namespace {

using testing::make_setting;
using testing::nearest_neighbor_model;
using testing::random_model;
using testing::Setting;

Model for_tours(Model model) {
    model.problem = Problem::tsp;
    return model;
}

Setting nearest_first(const Instance& tsp) {
    const Instance frame = tour_frame(tsp);
    const double root = std::sqrt(tsp.nodes());
    return make_setting(frame, 12, 3, [&](int i, int j, int t) {
        return t == 0 && i > 0 && j > 0 ? -3 * root * frame.distance(i, j) : 0.0;
    });
}

TEST(TourFrame, PutsNodeZeroInTheMiddleAndKeepsDistances) {
    Random random(1);
    const Instance tsp = uniform_tsp(30, random);
    const Instance frame = tour_frame(tsp);
    ASSERT_EQ(frame.customers(), 30);
    for (int i = 0; i < 30; ++i) {
        EXPECT_EQ(frame.point(i + 1), tsp.point(i));
        EXPECT_EQ(frame.distance(i + 1, 1), tsp.distance(i, 0));
        EXPECT_LE(frame.distance(0, i + 1), 0.7072);
    }
}

TEST(TourFrame, ExtendsAMatrix) {
    InstanceData data;
    data.problem = Problem::tsp;
    data.rule.metric = Metric::matrix;
    data.matrix = {0, 3, 6, 3, 0, 9, 6, 9, 0};
    const Instance frame = tour_frame(Instance(data));
    EXPECT_EQ(frame.customers(), 3);
    EXPECT_EQ(frame.distance(2, 3), 9);
    EXPECT_EQ(frame.distance(0, 1), 3);
    EXPECT_EQ(frame.distance(3, 0), 5);
}

TEST(TourFrame, RoutesAndToursConvertBothWays) {
    const Route route{3, 1, 2};
    EXPECT_EQ(tour_of_route(route), (std::vector<int>{1, 4, 2, 3}));
    EXPECT_EQ(route_of_tour(std::vector<int>{2, 3, 1, 4}), route);
}

TEST(Tour, PolicyAnswersATspAsOneRoute) {
    Random random(2);
    const Instance instance = uniform_tsp(90, random);
    const PolicyResult result = run(instance, for_tours(random_model({})), {.rho = 0.1});
    ASSERT_EQ(result.costs.size(), 100U);
    ASSERT_EQ(result.best.routes.size(), 1U);
    EXPECT_TRUE(check(instance, result.best).feasible());
    EXPECT_NEAR(result.best.cost, *std::min_element(result.costs.begin(), result.costs.end()),
                1e-9);
    EXPECT_EQ(result.k_attention, 20);
}

// A deterministic nearest-neighbour policy: trajectory 0 is its tour from city 0; the others begin
// elsewhere.
TEST(Tour, TheGreedyTourBeginsInTheFirstCityTheOthersAnywhere) {
    Random random(3);
    const Instance instance = uniform_tsp(60, random);
    const PolicyResult result =
        run(instance, for_tours(nearest_neighbor_model(20)), {.rollouts = 30, .rho = 0});
    std::vector<bool> visited(60, false);
    int at = 0;
    double cost = 0;
    for (int step = 1; step < 60; ++step) {
        visited[std::size_t(at)] = true;
        int next = -1;
        for (int j = 0; j < 60; ++j)
            if (!visited[std::size_t(j)] &&
                (next < 0 || instance.distance(at, j) < instance.distance(at, next)))
                next = j;
        cost += instance.distance(at, next);
        at = next;
    }
    EXPECT_NEAR(result.costs[0], cost + instance.distance(at, 0), 1e-9);
    std::set<double> different(result.costs.begin(), result.costs.end());
    EXPECT_GT(different.size(), 5U);
}

TEST(Tour, SmallMatrixAndAsymmetricInstancesAreAnswered) {
    Random random(4);
    for (const int cities : {2, 3, 5, 12}) {
        InstanceData data;
        data.problem = Problem::tsp;
        data.rule.metric = Metric::matrix;
        for (int i = 0; i < cities; ++i)
            for (int j = 0; j < cities; ++j) data.matrix.push_back(i == j ? 0 : random.unit() + 1);
        const Instance instance(data);
        const PolicyResult result =
            run(instance, for_tours(random_model({})), {.rollouts = 10, .rerolls = 30});
        EXPECT_TRUE(check(instance, result.best).feasible());
    }
}

TEST(Tour, ByRegionIsShorterAndStillATour) {
    Random random(5);
    for (const int cities : {8, 60, 4500}) {  // the last is cut into windows
        const Instance tsp = uniform_tsp(cities, random);
        const Setting s = nearest_first(tsp);
        const SortedRows rows(*s.table, 1);
        const Trajectory start = rollout(*s.problem, rows, {.trajectories = 1})[0];
        const Trajectory end = reroll_tour(*s.problem, rows, start, {.trajectories = 40});
        const Route route = route_of_tour(routes_of(*s.graph, end.nodes).front());
        EXPECT_TRUE(check(tsp, {{route}, end.cost}).feasible());
        EXPECT_LE(end.cost, start.cost * (1 + 1e-12));
        if (cities >= 60) {
            EXPECT_LT(end.cost, 0.97 * start.cost);
        }
        const Workers two(2);
        EXPECT_EQ(reroll_tour(*s.problem, rows, start, {.trajectories = 40}, two).nodes, end.nodes);
    }
}

TEST(Tour, AModelOfTheOtherProblemIsRefused) {
    Random random(6);
    const Instance tsp = uniform_tsp(10, random);
    const Model cvrp = random_model({});
    EXPECT_THROW(run(tsp, cvrp), ConfigurationError);
    const Instance routes = uniform_instance({.customers = 10}, random);
    try {
        run(routes, for_tours(random_model({})));
        FAIL() << "was not refused";
    } catch (const ConfigurationError& error) {
        const std::string message = error.what();
        EXPECT_NE(message.find("trained for a TSP"), std::string::npos) << message;
        EXPECT_NE(message.find("is a CVRP"), std::string::npos) << message;
    }
}

TEST(Tour, DrawnTrajectoriesAndEdgesAreOfCities) {
    Random random(7);
    const Instance instance = uniform_tsp(12, random);
    const RunOptions options{.keep_trajectories = true, .keep_edge_probabilities = true};
    const PolicyResult result =
        run(instance, for_tours(random_model({})), {.rollouts = 5}, options);
    ASSERT_EQ(result.trajectories.size(), 5U);
    for (const DrawnTrajectory& drawn : result.trajectories) {
        const std::set<int> cities(drawn.nodes.begin(), drawn.nodes.end());
        EXPECT_EQ(cities.size(), 12U);
        EXPECT_EQ(*cities.begin(), 0);
        EXPECT_EQ(*cities.rbegin(), 11);
    }
    EXPECT_EQ(result.trajectories[0].nodes[0], 0);
    std::map<int, double> sums;
    for (std::size_t e = 0; e < result.edge_probabilities.rows.size(); ++e)
        sums[result.edge_probabilities.rows[e]] += double(result.edge_probabilities.values[e]);
    ASSERT_EQ(sums.size(), 12U);
    for (const auto& [city, sum] : sums) EXPECT_NEAR(sum, 1, 1e-4) << city;
}

TEST(Tour, AModelStatesItsProblemAndIsChosenByIt) {
    Model tour = for_tours(random_model({}));
    tour.training_size = 500;
    EXPECT_EQ(model_from(to_safetensors(tour), "it").problem, Problem::tsp);
    SafeTensors old = to_safetensors(random_model({}));
    old.metadata.erase("problem");
    EXPECT_EQ(model_from(std::move(old), "it").problem, Problem::cvrp);
    SafeTensors strange = to_safetensors(tour);
    strange.metadata["problem"] = "knapsack";
    EXPECT_THROW(model_from(std::move(strange), "it"), InputError);
    Model cvrp = random_model({});
    cvrp.training_size = 200;
    const std::vector<Model> models{cvrp, tour};
    EXPECT_EQ(fitting_model(models, 200, InstanceKind::uniform, Problem::tsp), &models[1]);
    EXPECT_EQ(fitting_model(models, 500, InstanceKind::uniform, Problem::cvrp), &models[0]);
    EXPECT_EQ(fitting_model({&models[0], 1}, 200, InstanceKind::uniform, Problem::tsp), nullptr);
}

}  // namespace
}  // namespace odgear::policy
