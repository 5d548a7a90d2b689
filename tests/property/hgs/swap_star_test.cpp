// SWAP* compared with trying every exchange with every position.
#include "odgear/hgs/moves/swap_star.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include "spaces.hpp"

namespace odgear::hgs {
namespace {

using namespace testing;

std::vector<int> without(std::vector<int> route, std::size_t place) {
    route.erase(route.begin() + std::ptrdiff_t(place));
    return route;
}

std::vector<std::vector<int>> all_insertions(const std::vector<int>& route, int customer) {
    std::vector<std::vector<int>> all;
    for (std::size_t k = 0; k <= route.size(); ++k) {
        all.push_back(route);
        all.back().insert(all.back().begin() + std::ptrdiff_t(k), customer);
    }
    return all;
}

// The least distance for each route. Penalties depend on the assignment alone only if length does
// not limit, so these cases have no length limit.
double brute_force(const Case& made, const std::vector<int>& a, const std::vector<int>& b) {
    const double now = recomputed_cost(made, {a, b});
    double best = 0;
    const auto cheapest = [&](const std::vector<int>& route, int customer) {
        std::vector<int> least;
        double cost = std::numeric_limits<double>::infinity();
        for (auto& option : all_insertions(route, customer)) {
            const double c = recomputed_cost(made, {option});
            if (c < cost) cost = c, least = option;
        }
        return least;
    };
    for (std::size_t i = 0; i < a.size(); ++i) {
        best = std::min(best, recomputed_cost(made, {without(a, i), cheapest(b, a[i])}) - now);
        for (std::size_t j = 0; j < b.size(); ++j)
            best = std::min(best, recomputed_cost(made, {cheapest(without(a, i), b[j]),
                                                         cheapest(without(b, j), a[i])}) -
                                      now);
    }
    for (std::size_t j = 0; j < b.size(); ++j)
        best = std::min(best, recomputed_cost(made, {cheapest(a, b[j]), without(b, j)}) - now);
    return best;
}

Case two_routes(Random& random, int customers, bool asymmetric) {
    Case made;
    made.instance = std::make_unique<Instance>(
        odgear::testing::random_instance(random, {.customers = customers,
                                                  .capacity = random.between(10, 40),
                                                  .asymmetric = asymmetric,
                                                  .integer_grid = random.below(4) == 0}));
    made.space =
        std::make_unique<SearchSpace>(*made.instance, nearest_neighbors(*made.instance, 8));
    made.weights = {random.unit(), 0};
    std::vector<Route> routes;
    do routes = odgear::testing::random_routes(random, *made.instance, 2);
    while (routes[0].empty() || routes[1].empty());
    from_routes(*made.space, routes, made.individual);
    return made;
}

RC_GTEST_PROP(SwapStar, FindsTheBestExchange, (std::uint64_t seed)) {
    Random random(seed);
    const Case made = two_routes(random, random.between(2, 12), random.below(3) == 0);
    made.space->with_distances([&](const auto& distances) {
        Loaded loaded(made, distances);
        SwapStar swap_star;
        Candidate found;
        const bool any = swap_star.find(loaded.context(), 0, 1, found);
        const double best = brute_force(made, loaded.routes()[0], loaded.routes()[1]);
        if (!any) {
            RC_ASSERT(best > -1e-5);
            return;
        }
        assert_near(found.change, best);
        const double before = loaded.recomputed();
        apply(loaded.context(), found.plan);
        loaded.assert_consistent();
        assert_near(found.change, loaded.recomputed() - before);
    });
}

RC_GTEST_PROP(SwapStar, PredictsItsChangeUnderLengthLimits, (std::uint64_t seed)) {
    Random random(seed);
    const Case made = random_case(random, random.between(4, 14));
    RC_PRE(made.individual.routes() >= 2);
    made.space->with_distances([&](const auto& distances) {
        Loaded loaded(made, distances);
        SwapStar swap_star;
        Candidate found;
        if (!swap_star.find(loaded.context(), 0, 1, found)) return;
        const double before = loaded.recomputed();
        apply(loaded.context(), found.plan);
        loaded.assert_consistent();
        assert_near(found.change, loaded.recomputed() - before);
    });
}

// Routes that are too long for the stored rows give the same answer as short ones.
TEST(SwapStar, LongRoutesAreReadRowByRow) {
    Random random(5);
    for (const bool asymmetric : {false, true}) {
        Case made = two_routes(random, 560, asymmetric);
        made.space->with_distances([&](const auto& distances) {
            Loaded loaded(made, distances);
            ASSERT_GT(std::max(loaded.state().route(0).size, loaded.state().route(1).size), 256);
            SwapStar swap_star;
            Candidate found;
            ASSERT_TRUE(swap_star.find(loaded.context(), 0, 1, found));
            const double before = loaded.recomputed();
            apply(loaded.context(), found.plan);
            EXPECT_NEAR(found.change, loaded.recomputed() - before, 1e-3);
        });
    }
}

}  // namespace
}  // namespace odgear::hgs
