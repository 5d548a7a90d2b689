// Split against trying every way to cut.
#include "odgear/hgs/split.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <limits>

#include "spaces.hpp"

namespace odgear::hgs {
namespace {

using testing::assert_near;
using testing::Case;
using testing::recomputed_cost;

Case random_tour(Random& random, int max_vehicles, bool length_limit) {
    odgear::testing::InstanceShape shape;
    shape.customers = random.between(1, 10);
    shape.capacity = 12;
    shape.asymmetric = random.below(3) == 0;
    shape.max_demand = 6;
    if (length_limit) shape.max_route_length = (shape.asymmetric ? 4.0 : 2.9) + random.unit();
    Case made;
    InstanceData data = odgear::testing::random_instance(random, shape).data();
    if (max_vehicles > 0) {
        Load total = 0;
        for (const Load d : data.demands) total += d;
        data.max_vehicles =
            std::max(max_vehicles, int((total + data.capacity - 1) / data.capacity));
    }
    made.instance = std::make_unique<Instance>(std::move(data));
    made.space =
        std::make_unique<SearchSpace>(*made.instance, nearest_neighbors(*made.instance, 8));
    made.weights = {random.unit(), random.unit() * 3};
    from_routes(*made.space, odgear::testing::random_routes(random, *made.instance, 1),
                made.individual);
    return made;
}

std::vector<std::vector<int>> cut(const std::vector<int>& tour, unsigned cuts) {
    std::vector<std::vector<int>> routes(1);
    for (std::size_t i = 0; i < tour.size(); ++i) {
        routes.back().push_back(tour[i]);
        if (i + 1 < tour.size() && (cuts >> i & 1u) != 0) routes.emplace_back();
    }
    return routes;
}

// With a length limit, routes beyond 1.5 times their limits are not considered.
bool allowed(const Case& made, const std::vector<int>& route) {
    if (!made.space->has_length_limit() || route.size() == 1) return true;
    double load = 0;
    double way = 0;
    int before = 0;
    for (const int c : route) {
        load += double(made.space->demand(c));
        way += made.space->distance(before, c);
        before = c;
    }
    return load <= 1.5 * double(made.space->capacity()) && way <= 1.5 * made.space->max_length();
}

double brute_force(const Case& made, int max_routes) {
    const auto& tour = made.individual.tour;
    double best = std::numeric_limits<double>::infinity();
    for (unsigned cuts = 0; cuts < 1u << (tour.size() - 1); ++cuts) {
        const auto routes = cut(tour, cuts);
        if (int(routes.size()) > max_routes) continue;
        if (!std::all_of(routes.begin(), routes.end(),
                         [&](const auto& route) { return allowed(made, route); }))
            continue;
        best = std::min(best, recomputed_cost(made, routes));
    }
    return best;
}

void expect_optimal(Case& made, int most_routes = std::numeric_limits<int>::max()) {
    const int limit = std::min(most_routes, made.space->fleet());
    Split split;
    split(*made.space, made.weights, made.individual, most_routes);
    std::vector<std::vector<int>> routes;
    for (int r = 0; r < made.individual.routes(); ++r) {
        const auto route = made.individual.route(r);
        RC_ASSERT(!route.empty());
        routes.emplace_back(route.begin(), route.end());
    }
    RC_ASSERT(int(routes.size()) <= limit);
    assert_near(recomputed_cost(made, routes), brute_force(made, limit));
}

RC_GTEST_PROP(Split, IsOptimalWithoutFleetLimit, (std::uint64_t seed)) {
    Random random(seed);
    Case made = random_tour(random, 0, false);
    expect_optimal(made);
}

RC_GTEST_PROP(Split, IsOptimalWithFewVehicles, (std::uint64_t seed)) {
    Random random(seed);
    Case made = random_tour(random, random.between(1, 4), false);
    expect_optimal(made);
}

RC_GTEST_PROP(Split, IsOptimalWithAtMostAsManyRoutesAsAllowed, (std::uint64_t seed)) {
    Random random(seed);
    Case made = random_tour(random, 0, false);
    expect_optimal(made, random.between(1, 4));
}

RC_GTEST_PROP(Split, IsOptimalWithLengthLimit, (std::uint64_t seed)) {
    Random random(seed);
    Case made = random_tour(random, 0, true);
    expect_optimal(made);
}

RC_GTEST_PROP(Split, KeepsToTheFleetUnderLengthLimits, (std::uint64_t seed)) {
    Random random(seed);
    Case made = random_tour(random, random.between(1, 4), true);
    Split split;
    split(*made.space, made.weights, made.individual);
    RC_ASSERT(made.individual.routes() <= made.space->fleet());
    RC_ASSERT(made.individual.route_begin.back() == made.space->customers());
}

}  // namespace
}  // namespace odgear::hgs
