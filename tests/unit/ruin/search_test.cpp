// The search's own state: its costs and routes equal the recomputed ones.
#include "odgear/ruin/search.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <cmath>

#include "odgear/construct/savings.hpp"
#include "odgear/core/check.hpp"
#include "support/random_instances.hpp"

namespace odgear::ruin {
namespace {

using testing::InstanceShape;
using testing::random_instance;

InstanceShape random_shape(Random& random) {
    InstanceShape shape;
    shape.customers = random.between(1, 80);
    shape.asymmetric = random.below(2) == 0;
    shape.integer_grid = random.below(2) == 0;
    shape.capacity = random.between(9, 100);
    if (random.below(3) == 0) {
        shape.service_time = random.unit();
        shape.max_route_length = (shape.asymmetric ? 4 : 15) + shape.service_time;
    }
    return shape;
}

// Works for both: the matrix of a small instance contains the distances of the points.
Search<Lookup> make_search(const Instance& instance, const NeighborLists& lists,
                           const Solution& start, const Parameters& parameters,
                           std::uint64_t seed) {
    return {instance,
            lists,
            start,
            parameters,
            Lookup{instance.matrix(), std::size_t(instance.nodes())},
            seed};
}

RC_GTEST_PROP(RuinSearch, CostAndFeasibilityEqualTheRecomputedOnes, (std::uint64_t seed)) {
    Random random(seed);
    const Instance instance = random_instance(random, random_shape(random));
    const NeighborLists lists = nearest_neighbors(instance, random.between(1, 30));
    const Solution start = savings(instance, lists);
    const Parameters parameters{.mean_removed = 1 + 20 * random.unit(),
                                .longest_string = random.between(1, 30),
                                .split_depth = 0.1 + 0.9 * random.unit(),
                                .blink_rate = 0.2 * random.unit(),
                                .neighbors = random.between(1, 40),
                                .leg_rate = random.unit(),
                                .wide_rate = random.unit()};
    auto search = make_search(instance, lists, start, parameters, seed);
    double least = start.cost;
    for (int i = 0; i < 300; ++i) {
        search.step(i % 3 == 0 ? 0 : 0.5);
        const Solution current = search.tours().current();
        RC_ASSERT(check(instance, current).summary() == "");
        RC_ASSERT(std::abs(search.cost() - current.cost) <= 1e-9 * current.cost);
        least = std::min(least, current.cost);
    }
    RC_ASSERT(check(instance, search.tours().best()).summary() == "");
    RC_ASSERT(std::abs(search.tours().best().cost - least) <= 1e-7 * least);
}

RC_GTEST_PROP(RuinSearch, RollBackRestoresEverything, (std::uint64_t seed)) {
    Random random(seed);
    const Instance instance = random_instance(random, random_shape(random));
    const NeighborLists lists = nearest_neighbors(instance, 20);
    const Solution start = savings(instance, lists);
    const Parameters parameters;
    auto search = make_search(instance, lists, start, parameters, seed);
    for (int i = 0; i < 50; ++i) {
        const Solution before = search.tours().current();
        const int routes = search.tours().active_routes();
        search.ruin();
        RC_ASSERT(search.tours().removed_count() >= 1u);
        if (random.below(2) == 0) search.recreate();
        search.tours().roll_back();
        RC_ASSERT(search.tours().current() == before);
        RC_ASSERT(search.tours().active_routes() == routes);
        search.step(1);
    }
}

// An iteration ends as soon as it cannot succeed, and until then is the same as without a limit.
RC_GTEST_PROP(RuinSearch, RecreatingEndsAtTheLimit, (std::uint64_t seed)) {
    Random random(seed);
    const Instance instance = random_instance(random, random_shape(random));
    const NeighborLists lists = nearest_neighbors(instance, 20);
    const Solution start = savings(instance, lists);
    const Parameters parameters{.blink_rate = 0};
    auto free = make_search(instance, lists, start, parameters, seed);
    free.ruin();
    const bool recreated = free.recreate();
    const double change = free.tours().change();
    for (const double limit : {change + 1e-6, change - 1e-6}) {
        auto bounded = make_search(instance, lists, start, parameters, seed);
        bounded.ruin();
        if (!bounded.recreate(limit)) continue;
        RC_ASSERT(recreated);
        RC_ASSERT(bounded.tours().change() < limit);
        RC_ASSERT(bounded.tours().current() == free.tours().current());
    }
}

// The change that the journal reports is the change of the recomputed cost, removal by removal.
RC_GTEST_PROP(RuinSearch, AnnouncedChangeIsTheRecomputedOne, (std::uint64_t seed)) {
    Random random(seed);
    const Instance instance = random_instance(random, random_shape(random));
    const NeighborLists lists = nearest_neighbors(instance, 20);
    const Parameters parameters;
    auto search = make_search(instance, lists, savings(instance, lists), parameters, seed);
    for (int i = 0; i < 30; ++i) {
        const double before = search.tours().current().cost;
        search.ruin();
        RC_ASSERT(std::abs(before + search.tours().change() - search.tours().current().cost) <=
                  1e-9 * before);  // both are 0 where all customers are at the depot
        if (!search.recreate()) {
            search.tours().roll_back();
            continue;
        }
        RC_ASSERT(std::abs(before + search.tours().change() - search.tours().current().cost) <=
                  1e-9 * before);
        search.tours().commit();
    }
}

}  // namespace
}  // namespace odgear::ruin
