// Tours as arrays and as two-level lists: exchanges, their predicted changes, and undoing them.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "odgear/tsp/array_tour.hpp"
#include "odgear/tsp/iterated.hpp"
#include "odgear/tsp/two_level_tour.hpp"
#include "support/normal_form.hpp"
#include "support/random_cities.hpp"

namespace odgear::tsp {
namespace {

using odgear::testing::normal_form;

std::vector<int> shuffled(Random& random, int cities) {
    std::vector<int> order(std::size_t(cities), 0);
    std::iota(order.begin(), order.end(), 0);
    random.shuffle(std::span(order));
    return order;
}

// A random exchange of k edges that leaves one tour; false if the draw gave none.
template <class Tour>
bool draw_exchange(Random& random, const Tour& tour, int edges, Exchange& exchange) {
    EdgeOrder order;
    std::vector<int> starts;
    exchange.chain(edges);
    for (int i = 0; i < edges; ++i) {
        const int a = int(random.below(std::uint32_t(tour.size())));
        if (std::find(starts.begin(), starts.end(), a) != starts.end()) return false;
        starts.push_back(a);
        const bool forward = random.below(2) == 0;
        exchange.end[std::size_t(2 * i)] = forward ? a : tour.next(a);
        exchange.end[std::size_t(2 * i + 1)] = forward ? tour.next(a) : a;
        order.insert(tour.position(a), forward ? 2 * i : 2 * i + 1);
    }
    return order.one_tour([edges](int end) { return Exchange::chained(end, edges); });
}

// The tour after an exchange, computed from its edges alone.
std::vector<int> by_edges(const std::vector<int>& tour, const Exchange& exchange) {
    std::vector<std::vector<int>> near(tour.size());
    const auto join = [&](int a, int b) {
        near[std::size_t(a)].push_back(b);
        near[std::size_t(b)].push_back(a);
    };
    const auto part = [&](int a, int b) {
        auto& list = near[std::size_t(a)];
        list.erase(std::find(list.begin(), list.end(), b));
    };
    for (std::size_t i = 0; i < tour.size(); ++i) join(tour[i], tour[(i + 1) % tour.size()]);
    for (int i = 0; i < 2 * exchange.edges; ++i)
        part(exchange.end[std::size_t(i)], exchange.end[std::size_t(i ^ 1)]);
    for (int i = 0; i < 2 * exchange.edges; ++i)
        if (const int mate = exchange.mate[std::size_t(i)]; mate > i)
            join(exchange.end[std::size_t(i)], exchange.end[std::size_t(mate)]);
    std::vector<int> result{0};
    for (int before = -1, city = 0; result.size() < tour.size();) {
        const auto& list = near[std::size_t(city)];
        const int next = list[0] == before ? list[1] : list[0];
        before = city;
        city = next;
        result.push_back(city);
    }
    return result;
}

template <class Tour>
class Tours : public ::testing::Test {};
using TourTypes = ::testing::Types<ArrayTour, TwoLevelTour>;
TYPED_TEST_SUITE(Tours, TourTypes);

TYPED_TEST(Tours, AnExchangeLeavesTheTourOfItsEdgesAndCanBeTakenBack) {
    Random random(7);
    int applied = 0;
    for (const int cities : {8, 13, 40, 300}) {
        TypeParam tour(shuffled(random, cities));
        for (int trial = 0; trial < 4000; ++trial) {
            Exchange exchange;
            if (!draw_exchange(random, tour, random.between(2, 6), exchange)) continue;
            const std::vector<int> before = tour.cities();
            tour.apply(exchange);
            ASSERT_EQ(normal_form(tour.cities()), normal_form(by_edges(before, exchange)));
            if (++applied % 3 != 0) continue;
            tour.apply(exchange.inverse());
            ASSERT_EQ(normal_form(tour.cities()), normal_form(before));
        }
    }
    EXPECT_GT(applied, 1000);
}

TYPED_TEST(Tours, NextPrevAndPositionAgreeWithTheOrder) {
    Random random(3);
    TypeParam tour(shuffled(random, 150));
    for (int trial = 0; trial < 500; ++trial) {
        Exchange exchange;
        if (draw_exchange(random, tour, 3, exchange)) tour.apply(exchange);
        const std::vector<int> order = tour.cities();
        for (std::size_t i = 0; i < order.size(); ++i) {
            const int next = order[(i + 1) % order.size()];
            ASSERT_EQ(tour.next(order[i]), next);
            ASSERT_EQ(tour.prev(next), order[i]);
            if (i + 1 < order.size()) {
                ASSERT_LT(tour.position(order[i]), tour.position(next));
            }
        }
    }
}

TEST(TwoLevelTour, EqualsTheArrayUnderRandomReversals) {
    Random random(11);
    std::vector<int> order = shuffled(random, 500);
    TwoLevelTour tour(order);
    for (int trial = 0; trial < 3000; ++trial) {
        const std::size_t from = random.below(500);
        const std::size_t length = 1 + random.below(499);
        std::rotate(order.begin(), order.begin() + std::ptrdiff_t(from), order.end());
        const int first = order[0];
        const int last = order[length - 1];
        // The list may run in the other direction; then the path runs from its last city to its
        // first.
        if (tour.next(order[499]) == first)
            tour.reverse(first, last);
        else
            tour.reverse(last, first);
        std::reverse(order.begin(), order.begin() + std::ptrdiff_t(length));
        ASSERT_EQ(normal_form(tour.cities()), normal_form(order)) << trial;
    }
}

template <class Tour>
void expect_predicted_gains(const Instance& instance, bool part) {
    const int cities = instance.nodes();
    std::vector<int> order(std::size_t(cities), 0);
    std::iota(order.begin(), order.end(), 0);
    const CityNeighbors neighbors = city_neighbors(instance, {});
    const Space<PlaneDistance> space(instance, neighbors, order, order, part);
    Tour tour(order);
    const LinKernighanParameters parameters{.depth = 9};
    LinKernighan<PlaneDistance, Tour> search(space, tour, parameters);
    double cost = space.length(tour.cities());
    int improvements = 0;
    for (int round = 0; round < 3; ++round)
        for (int city = 0; city < cities; ++city)
            for (; search.improve(city); ++improvements) {
                const double now = space.length(tour.cities());
                ASSERT_NEAR(now, cost - search.gain(), 1e-6);
                ASSERT_LT(now, cost);
                cost = now;
            }
    EXPECT_GT(improvements, cities / 4);
    std::vector<int> sorted = tour.cities();
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(sorted, order);
    if (part) {
        EXPECT_TRUE(tour.next(0) == cities - 1 || tour.prev(0) == cities - 1);
    }
}

TEST(LinKernighan, GainsWhatItPredicts) {
    Random random(5);
    for (const bool part : {false, true}) {
        expect_predicted_gains<ArrayTour>(testing::random_cities(random, 200), part);
        expect_predicted_gains<TwoLevelTour>(testing::random_cities(random, 200), part);
        expect_predicted_gains<ArrayTour>(
            testing::random_cities(random, 120, true, Rounding::nearest), part);
    }
}

TEST(Iterated, TellsTheChangeAndTakesBackWhatIsWorse) {
    Random random(9);
    const Instance instance = testing::random_cities(random, 150);
    std::vector<int> order(150);
    std::iota(order.begin(), order.end(), 0);
    const CityNeighbors neighbors = city_neighbors(instance, {});
    const Space<PlaneDistance> space(instance, neighbors, order, order, false);
    ArrayTour tour(order);
    const Parameters parameters;
    Iterated<PlaneDistance, ArrayTour> iterated(space, tour, parameters, Random(1));
    iterated.search().look_at_all();
    iterated.search().optimize();
    double cost = space.length(tour.cities());
    for (int kick = 0; kick < 600; ++kick) {
        const double temperature = kick < 300 ? 0 : 20;
        const std::vector<int> before = tour.cities();
        const double change = iterated.step(temperature);
        const std::vector<int> after = tour.cities();
        ASSERT_NEAR(space.length(after), cost + change, 1e-6);
        if (temperature == 0) {
            ASSERT_LE(change, 1e-8);
        }
        if (change == 0) {
            ASSERT_NEAR(space.length(before), space.length(after), 1e-6);
        }
        cost += change;
    }
}

}  // namespace
}  // namespace odgear::tsp
