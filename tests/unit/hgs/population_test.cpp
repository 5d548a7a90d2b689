#include "odgear/hgs/population.hpp"

#include <gtest/gtest.h>

#include <set>

#include "odgear/spatial/neighbors.hpp"
#include "support/random_instances.hpp"

namespace odgear::hgs {
namespace {

class PopulationTest : public ::testing::Test {
protected:
    PopulationTest() {
        parameters_.min_population = 3;
        parameters_.generation_size = 2;
        parameters_.elite = 1;
        parameters_.close = 1;
        population_.configure(parameters_, true);
    }

    Individual made(const std::vector<Route>& routes, double cost, Load excess = 0) {
        Individual individual;
        from_routes(space_, routes, individual);
        individual.evaluate(space_);
        individual.distance = cost;
        individual.excess_load = excess;
        return individual;
    }

    Random random_{1};
    Instance instance_ =
        odgear::testing::random_instance(random_, {.customers = 6, .capacity = 100});
    SearchSpace space_{instance_, nearest_neighbors(instance_, 5)};
    Parameters parameters_;
    Population population_;
    PenaltyWeights weights_{1, 1};

    const std::vector<Route> one_{{1, 2, 3, 4, 5, 6}};
    const std::vector<Route> near_one_{{1, 2, 3, 4, 6, 5}};
    const std::vector<Route> other_{{1, 3, 5}, {2, 4, 6}};
    const std::vector<Route> third_{{1, 4}, {2, 5}, {3, 6}};
    const std::vector<Route> fourth_{{1, 5, 2, 6, 3}, {4}};
};

TEST_F(PopulationTest, KeepsFeasibleAndInfeasibleApartAndSorted) {
    population_.add(made(one_, 10), weights_);
    population_.add(made(other_, 8), weights_);
    population_.add(made(third_, 5, 2), weights_);
    population_.add(made(fourth_, 6, 0), weights_);
    EXPECT_EQ(population_.feasible_size(), 3);
    EXPECT_EQ(population_.infeasible_size(), 1);
    EXPECT_EQ(population_.feasible(0).distance, 6);
    EXPECT_EQ(population_.feasible(1).distance, 8);
    EXPECT_EQ(population_.feasible(2).distance, 10);
}

TEST_F(PopulationTest, FitnessJoinsCostAndDiversity) {
    population_.add(made(one_, 10), weights_);
    population_.add(made(near_one_, 11), weights_);
    population_.add(made(other_, 12), weights_);
    // Ranks of cost: 0, 1/2, 1. The two like each other are the less diverse, `other_` the most;
    // with 1 elite of 3, diversity weighs 2/3.
    EXPECT_DOUBLE_EQ(population_.feasible_fitness(2), 1.0);
    const double first = population_.feasible_fitness(0);
    const double second = population_.feasible_fitness(1);
    EXPECT_NEAR(first + second, 0.5 + 2.0 / 3 * 1.5, 1e-12);
}

TEST_F(PopulationTest, ClonesGoFirstAndTheBestStays) {
    population_.add(made(one_, 10), weights_);
    population_.add(made(one_, 10), weights_);
    population_.add(made(one_, 10), weights_);
    population_.add(made(other_, 20), weights_);
    population_.add(made(third_, 30), weights_);
    EXPECT_EQ(population_.feasible_size(), 5);
    population_.add(made(fourth_, 40), weights_);  // more than 3 + 2: reduced to 3
    EXPECT_EQ(population_.feasible_size(), 3);
    EXPECT_EQ(population_.feasible(0).distance, 10);
    EXPECT_NE(population_.feasible(1).distance, 10);
    EXPECT_NE(population_.feasible(2).distance, 10);
}

TEST_F(PopulationTest, TheLeastFitGoesWhenThereAreNoClones) {
    population_.add(made(one_, 10), weights_);
    population_.add(made(near_one_, 50), weights_);  // expensive, and near to another
    population_.add(made(other_, 11), weights_);
    population_.add(made(third_, 12), weights_);
    population_.add(made(fourth_, 13), weights_);
    population_.add(made({{6}, {5, 1}, {4, 2}, {3}}, 14), weights_);
    EXPECT_EQ(population_.feasible_size(), 3);
    EXPECT_EQ(population_.feasible(0).distance, 10);
    for (int rank = 0; rank < 3; ++rank) EXPECT_NE(population_.feasible(rank).distance, 50);
}

TEST_F(PopulationTest, RepricingReordersTheInfeasible) {
    population_.add(made(one_, 10, 5), weights_);    // 15, then 60
    population_.add(made(other_, 14, 2), weights_);  // 16, then 34
    EXPECT_EQ(population_.infeasible(0).distance, 10);
    population_.reprice({10, 1});
    EXPECT_EQ(population_.infeasible(0).distance, 14);
}

TEST_F(PopulationTest, TournamentsDrawFromBothPartsAndPreferTheFit) {
    population_.add(made(one_, 10), weights_);
    population_.add(made(near_one_, 50), weights_);
    population_.add(made(other_, 11, 3), weights_);
    std::multiset<double> drawn;
    for (int k = 0; k < 3000; ++k) drawn.insert(population_.tournament(random_).distance);
    EXPECT_GT(drawn.count(11), 0u);
    EXPECT_GT(drawn.count(10), drawn.count(50));
}

TEST_F(PopulationTest, ClearingEmptiesIt) {
    population_.add(made(one_, 10), weights_);
    population_.clear();
    EXPECT_EQ(population_.size(), 0);
    population_.add(made(other_, 11), weights_);
    EXPECT_EQ(population_.feasible(0).distance, 11);
}

}  // namespace
}  // namespace odgear::hgs
