// Two tours as AB-cycles, and the result of exchanging one of them.
#include "odgear/tsp/assembly.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "odgear/tsp/ab_cycles.hpp"
#include "odgear/tsp/array_tour.hpp"
#include "odgear/tsp/crossing.hpp"
#include "odgear/tsp/iterated.hpp"
#include "support/normal_form.hpp"
#include "support/random_cities.hpp"

namespace odgear::tsp {
namespace {

using odgear::testing::normal_form;
using odgear::testing::random_cities;
using Edge = std::pair<int, int>;
using EdgeSet = std::set<Edge>;

Edge edge(int a, int b) { return std::minmax({a, b}); }

std::vector<int> in_order(int cities) {
    std::vector<int> order(at(cities));
    std::iota(order.begin(), order.end(), 0);
    return order;
}

std::vector<int> shuffled(Random& random, int cities) {
    std::vector<int> order = in_order(cities);
    random.shuffle(std::span(order));
    return order;
}

Links links_of(const std::vector<int>& tour) {
    Links links(tour.size());
    link_up(tour, links);
    return links;
}

EdgeSet edges_of(const std::vector<int>& tour) {
    EdgeSet edges;
    for (std::size_t i = 0; i < tour.size(); ++i)
        edges.insert(edge(tour[i], tour[(i + 1) % tour.size()]));
    return edges;
}

EdgeSet without(const EdgeSet& edges, const EdgeSet& others) {
    EdgeSet left;
    std::set_difference(edges.begin(), edges.end(), others.begin(), others.end(),
                        std::inserter(left, left.end()));
    return left;
}

// The edges of a cycle that belong to one tour (side 0) or to the other (side 1).
EdgeSet side_of(std::span<const int> cycle, std::size_t side) {
    EdgeSet edges;
    for (std::size_t i = side; i < cycle.size(); i += 2)
        edges.insert(edge(cycle[i], cycle[(i + 1) % cycle.size()]));
    return edges;
}

TEST(AbCycles, TwoToursThatDifferInTwoPlaces) {
    AbCycles cycles(8);
    Random random(1);
    cycles.decompose(links_of(in_order(8)), links_of({0, 2, 1, 3, 4, 6, 5, 7}), random);
    ASSERT_EQ(cycles.count(), 2);
    EXPECT_EQ(side_of(cycles.cycle(0), 0), (EdgeSet{{0, 1}, {2, 3}}));
    EXPECT_EQ(side_of(cycles.cycle(0), 1), (EdgeSet{{0, 2}, {1, 3}}));
    EXPECT_EQ(side_of(cycles.cycle(1), 0), (EdgeSet{{4, 5}, {6, 7}}));
    EXPECT_EQ(side_of(cycles.cycle(1), 1), (EdgeSet{{4, 6}, {5, 7}}));
    cycles.decompose(links_of(in_order(8)), links_of({3, 2, 1, 0, 7, 6, 5, 4}), random);
    EXPECT_EQ(cycles.count(), 0);
}

TEST(AbCycles, HaveEveryDifferentEdgeOnce) {
    Random random(2);
    for (int trial = 0; trial < 300; ++trial) {
        const int cities = random.between(5, 60);
        const std::vector<int> a = shuffled(random, cities);
        const std::vector<int> b = shuffled(random, cities);
        AbCycles cycles(cities);
        cycles.decompose(links_of(a), links_of(b), random);
        EdgeSet of_a, of_b;
        std::size_t count = 0;
        for (int i = 0; i < cycles.count(); ++i) {
            ASSERT_GE(cycles.cycle(i).size(), 4U);
            ASSERT_EQ(cycles.cycle(i).size() % 2, 0U);
            of_a.merge(side_of(cycles.cycle(i), 0));
            of_b.merge(side_of(cycles.cycle(i), 1));
            count += cycles.cycle(i).size();
        }
        ASSERT_EQ(of_a, without(edges_of(a), edges_of(b)));
        ASSERT_EQ(of_b, without(edges_of(b), edges_of(a)));
        ASSERT_EQ(of_a.size() + of_b.size(), count);
    }
}

// All cities of the instance in their own order.
Space<PlaneDistance> space_of(const Instance& instance) {
    const std::vector<int> order = in_order(instance.nodes());
    return {instance, city_neighbors(instance, {}), order, order, false};
}

TEST(Assembly, AChildIsATourAndCostsWhatItPredicts) {
    Random random(3);
    int children = 0;
    int joined = 0;
    for (int trial = 0; trial < 200; ++trial) {
        const int cities = random.between(5, 120);
        const Instance instance = random_cities(random, cities, trial % 3 == 0, Rounding::nearest);
        const Space<PlaneDistance> space = space_of(instance);
        const std::vector<int> a = shuffled(random, cities);
        const std::vector<int> b = shuffled(random, cities);
        Assembly<PlaneDistance> assembly(space);
        AbCycles cycles(cities);
        assembly.begin(a);
        cycles.decompose(assembly.links(), links_of(b), random);
        for (int i = 0; i < cycles.count(); ++i) {
            std::vector<int> tour;
            const std::span<const int> cycle = cycles.cycle(i);
            if (assembly.build(cycle)) {
                ++children;
                if (assembly.changes().size() > cycle.size()) ++joined;
                assembly.walk(tour);
                ASSERT_NEAR(space.length(tour), space.length(a) - assembly.gain(), 1e-6);
                std::sort(tour.begin(), tour.end());
                ASSERT_EQ(tour, in_order(cities));
                ASSERT_GT(assembly.gain(), 0);
            }
            assembly.take_back();
            assembly.walk(tour);
            ASSERT_EQ(normal_form(tour), normal_form(a));
        }
    }
    EXPECT_GT(children, 100);
    EXPECT_GT(joined, 50);
}

// Two groups of six cities. The tour changes four times between them. Without these edges each
// group is a ring, and the rings are joined at the best place.
TEST(Assembly, JoinsSubtours) {
    InstanceData data;
    data.problem = Problem::tsp;
    for (const double x : {0, 1, 2, 10, 11, 12}) data.points.push_back({x, 0});
    for (const double x : {12, 11, 10, 2, 1, 0}) data.points.push_back({x, 1});
    const Instance instance(std::move(data));
    const Space<PlaneDistance> space = space_of(instance);
    const std::vector<int> tour{0, 1, 2, 3, 8, 9, 10, 7, 6, 5, 4, 11};
    const std::vector<int> cycle{2, 3, 4, 11, 10, 7, 8, 9};
    Assembly<PlaneDistance> assembly(space);
    assembly.begin(tour);
    ASSERT_TRUE(assembly.build(cycle));
    std::vector<int> child;
    assembly.walk(child);
    EXPECT_EQ(normal_form(child), in_order(12));
    EXPECT_NEAR(assembly.gain(), space.length(tour) - 26, 1e-9);
    EXPECT_EQ(assembly.changes().size(), 12U);
    assembly.take_back();
    assembly.walk(child);
    EXPECT_EQ(normal_form(child), normal_form(tour));
}

// A local optimum of Lin-Kernighan, and tours that kicks made from it.
std::vector<std::vector<int>> relatives(const Space<PlaneDistance>& space, int count) {
    const Parameters parameters;
    ArrayTour start(in_order(space.size()));
    LinKernighan<PlaneDistance, ArrayTour> search(space, start, parameters.lin_kernighan);
    search.look_at_all();
    search.optimize();
    std::vector<std::vector<int>> tours;
    for (int seed = 0; seed < count; ++seed) {
        ArrayTour tour = start;
        Iterated<PlaneDistance, ArrayTour> iterated(space, tour, parameters,
                                                    Random(std::uint64_t(seed)));
        for (int kick = 0; kick < 100; ++kick) iterated.step(0);
        tours.push_back(tour.cities());
    }
    return tours;
}

double gain_only(double gain, std::span<const EdgeChange>) { return gain; }

TEST(Crossing, TheBestChildIsShorterAndTold) {
    Random random(4);
    int found = 0;
    for (int trial = 0; trial < 20; ++trial) {
        const Instance instance = random_cities(random, 300);
        const Space<PlaneDistance> space = space_of(instance);
        const auto parents = relatives(space, 2);
        Crossing<PlaneDistance> crossing(space);
        Child child;
        crossing.cross(parents[0], parents[1], 300, random, gain_only, child);
        if (child.changes.empty()) continue;
        ++found;
        EXPECT_GT(child.gain, 0);
        EXPECT_NEAR(space.length(child.tour), space.length(parents[0]) - child.gain, 1e-6);
        EdgeSet edges = edges_of(parents[0]);
        for (const EdgeChange& change : child.changes) {
            if (change.added)
                edges.insert(edge(change.a, change.b));
            else
                edges.erase(edge(change.a, change.b));
        }
        EXPECT_EQ(edges, edges_of(child.tour));
        crossing.cross(parents[0], parents[0], 300, random, gain_only, child);
        EXPECT_TRUE(child.changes.empty());
        EXPECT_EQ(child.gain, 0);
    }
    EXPECT_GT(found, 5);
}

TEST(Crossing, AUnionIsATourNoLongerThanTheFirst) {
    Random random(13);
    int shorter_than_both = 0;
    for (int trial = 0; trial < 20; ++trial) {
        const Instance instance = random_cities(random, 300);
        const Space<PlaneDistance> space = space_of(instance);
        const auto parents = relatives(space, 2);
        std::vector<int> tour = parents[0];
        const double gain = Crossing<PlaneDistance>(space).unite(tour, parents[1], random);
        ASSERT_NEAR(space.length(tour), space.length(parents[0]) - gain, 1e-6);
        EXPECT_GE(gain, 0);
        if (gain > 0 && space.length(tour) < space.length(parents[1]) - 1e-6) ++shorter_than_both;
        std::sort(tour.begin(), tour.end());
        ASSERT_EQ(tour, in_order(300));
    }
    EXPECT_GT(shorter_than_both, 0);
}

// Each parent has an improvement of the tour in another part: the united tour has both.
TEST(Crossing, AUnionTakesTheBetterPartOfEach) {
    InstanceData data;
    data.problem = Problem::tsp;
    for (int x = 0; x < 20; ++x) data.points.push_back({double(x), 0});
    for (int x = 19; x >= 0; --x) data.points.push_back({double(x), 1});
    const Instance instance(std::move(data));
    const Space<PlaneDistance> space = space_of(instance);
    std::vector<int> left = in_order(40);
    std::vector<int> right = in_order(40);
    std::swap(left[3], left[4]);
    std::swap(right[30], right[31]);
    const double before = space.length(left);
    EXPECT_NEAR(Crossing<PlaneDistance>(space).unite(left, right, Random(1)), before - 40, 1e-9);
    EXPECT_EQ(normal_form(left), in_order(40));
}

}  // namespace
}  // namespace odgear::tsp
