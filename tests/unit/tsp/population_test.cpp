// Populations of tours: their counts of edges, and properties of a generation.
#include "odgear/tsp/population.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "odgear/tsp/array_tour.hpp"
#include "odgear/tsp/greedy.hpp"
#include "odgear/tsp/lin_kernighan.hpp"
#include "support/normal_form.hpp"
#include "support/random_cities.hpp"

namespace odgear::tsp {
namespace {

using odgear::testing::random_cities;

TEST(EdgeCounts, EqualAMap) {
    Random random(1);
    EdgeCounts counts(5);
    std::map<std::pair<int, int>, int> expected;
    for (int i = 0; i < 20000; ++i) {
        const int a = random.between(0, 60);
        const int b = a + random.between(1, 30);
        int& count = expected[{a, b}];
        ASSERT_EQ(counts.of(a, b), count);
        const int change = count > 0 && random.below(2) == 0 ? -1 : 1;
        count += change;
        counts.add(b, a, change);
        ASSERT_EQ(counts.of(b, a), count);
    }
}

struct Case {
    Instance instance;
    CityNeighbors neighbors;
    std::vector<int> order;
    Space<PlaneDistance> space;

    explicit Case(Instance cities)
        : instance(std::move(cities)),
          neighbors(city_neighbors(instance, {})),
          order(counted(instance.nodes())),
          space(instance, neighbors, order, order, false) {}
    static std::vector<int> counted(int cities) {
        std::vector<int> order(at(cities));
        std::iota(order.begin(), order.end(), 0);
        return order;
    }
    std::vector<int> local_optimum(std::uint64_t seed) const {
        ArrayTour tour(greedy_tour(instance, neighbors, 1.0, Random(seed)));
        const LinKernighanParameters parameters;
        LinKernighan<PlaneDistance, ArrayTour> search(space, tour, parameters);
        search.look_at_all();
        search.optimize();
        return tour.cities();
    }
    void fill(Population<PlaneDistance>& population, int tours) const {
        for (int i = 0; i < tours; ++i) {
            std::vector<int> tour = local_optimum(std::uint64_t(i));
            const double cost = space.length(tour);
            population.add(std::move(tour), cost);
        }
    }
};

TEST(Population, GetsShorterAndStaysSound) {
    Random random(2);
    for (const bool clustered : {false, true}) {
        const Case it(random_cities(random, 200, clustered));
        const PopulationParameters parameters;
        const Workers workers(1);
        Population<PlaneDistance> population(it.space, parameters, workers);
        it.fill(population, 20);
        const double before = population.cost(population.best());
        std::vector<double> costs;
        for (std::size_t i = 0; i < population.size(); ++i) costs.push_back(population.cost(i));
        for (int generation = 0; generation < 30; ++generation) {
            population.generation(20, random, {});
            for (std::size_t i = 0; i < population.size(); ++i) {
                ASSERT_LE(population.cost(i), costs[i]);
                costs[i] = population.cost(i);
                ASSERT_NEAR(costs[i], it.space.length(population.tour(i)), 1e-6);
                std::vector<int> tour = population.tour(i);
                std::sort(tour.begin(), tour.end());
                ASSERT_EQ(tour, it.order);
            }
        }
        if (!clustered) {
            EXPECT_LT(population.cost(population.best()), before);
        }
    }
}

TEST(Population, IsTheSameForAnyNumberOfThreads) {
    Random random(3);
    const Case it(random_cities(random, 250));
    const PopulationParameters parameters;
    std::vector<std::vector<int>> first;
    for (const int threads : {1, 2}) {
        const Workers workers(threads);
        Population<PlaneDistance> population(it.space, parameters, workers);
        it.fill(population, 21);
        Random own(7);
        for (int generation = 0; generation < 10; ++generation)
            population.generation(generation == 9 ? 5 : 21, own, {});
        std::vector<std::vector<int>> tours;
        for (std::size_t i = 0; i < population.size(); ++i) tours.push_back(population.tour(i));
        if (threads == 1) first = tours;
        EXPECT_EQ(tours, first);
    }
}

TEST(Population, EqualToursHaveNoChildren) {
    Random random(4);
    const Case it(random_cities(random, 60));
    const PopulationParameters parameters;
    const Workers workers(1);
    Population<PlaneDistance> population(it.space, parameters, workers);
    const std::vector<int> tour = it.local_optimum(1);
    for (int i = 0; i < 6; ++i) population.add(tour, it.space.length(tour));
    EXPECT_EQ(population.generation(6, random, {}), 0);
    EXPECT_EQ(population.tour(0), tour);
}

TEST(Population, LooksAtTheClock) {
    Random random(5);
    const Case it(random_cities(random, 100));
    const PopulationParameters parameters;
    const Workers workers(1);
    Population<PlaneDistance> population(it.space, parameters, workers);
    it.fill(population, 10);
    StopFlag flag;
    flag.raise();
    StopRule stop;
    stop.flag = &flag;
    EXPECT_EQ(population.generation(10, random, stop), 0);
}

TEST(GreedyTour, NoiseGivesOtherTours) {
    Random random(6);
    const Case it(random_cities(random, 200));
    const std::vector<int> plain = greedy_tour(it.instance, it.neighbors);
    EXPECT_EQ(greedy_tour(it.instance, it.neighbors, 0, Random(1)), plain);
    EXPECT_NE(testing::normal_form(greedy_tour(it.instance, it.neighbors, 0.5, Random(1))),
              testing::normal_form(greedy_tour(it.instance, it.neighbors, 0.5, Random(2))));
}

}  // namespace
}  // namespace odgear::tsp
