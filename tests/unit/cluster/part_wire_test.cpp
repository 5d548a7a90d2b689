#include "odgear/cluster/part_wire.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include "odgear/core/random.hpp"

namespace odgear::cluster {
namespace {

using expert::PartResult;
using expert::PartTask;

std::vector<Route> some_routes(Random& random) {
    std::vector<Route> routes(std::size_t(random.between(0, 6)));
    for (Route& route : routes) {
        route.resize(std::size_t(random.between(0, 5)));
        for (int& customer : route) customer = random.between(1, 8);
    }
    return routes;
}

// Some of the given routes, and some new ones.
std::vector<Route> changed(Random& random, const std::vector<Route>& routes) {
    std::vector<Route> result = some_routes(random);
    for (const Route& route : routes)
        if (random.below(2) == 0) result.push_back(route);
    return result;
}

RC_GTEST_PROP(PartWire, BothEndsHaveTheSameAfterEveryRound, (std::uint64_t seed)) {
    Random random(seed);
    RouteMemory here;
    RouteMemory there;
    std::vector<Route> last;
    for (int round = 0; round < 4; ++round) {
        PartBatch batch;
        batch.order.slice = random.unit();
        batch.seconds = random.unit();
        batch.tasks.resize(std::size_t(random.between(0, 3)));
        for (PartTask& task : batch.tasks) {
            task.routes = changed(random, last);
            task.share.seed = random();
        }
        const PartBatch got = read_batch(write_batch(batch, here), there);
        RC_ASSERT(got.seconds == batch.seconds);
        RC_ASSERT(got.order.slice == batch.order.slice);
        RC_ASSERT(got.tasks.size() == batch.tasks.size());
        std::vector<PartResult> results;
        for (std::size_t i = 0; i < got.tasks.size(); ++i) {
            RC_ASSERT(got.tasks[i].routes == batch.tasks[i].routes);
            RC_ASSERT(got.tasks[i].share.seed == batch.tasks[i].share.seed);
            PartResult& result = results.emplace_back();
            result.best = changed(random, got.tasks[i].routes);
            result.last = changed(random, result.best);
            result.figures.gain = random.unit();
        }
        const auto back = read_results(write_results(got.tasks, results, there), batch.tasks, here);
        RC_ASSERT(back.size() == results.size());
        last.clear();
        for (std::size_t i = 0; i < back.size(); ++i) {
            RC_ASSERT(back[i].best == results[i].best);
            RC_ASSERT(back[i].last == results[i].last);
            RC_ASSERT(back[i].figures.gain == results[i].figures.gain);
            last.insert(last.end(), back[i].last.begin(), back[i].last.end());
        }
    }
}

TEST(PartWire, OnlyChangedRoutesTravel) {
    std::vector<PartTask> tasks(1);
    for (int r = 0; r < 50; ++r) {
        Route& route = tasks[0].routes.emplace_back();
        for (int k = 0; k < 100; ++k) route.push_back(100 * r + k + 1);
    }
    std::vector<PartResult> results{{tasks[0].routes, tasks[0].routes, {}}};
    RouteMemory known;
    EXPECT_GT(write_batch({{}, 1, tasks}, known).size(), 20'000u);
    EXPECT_LT(write_results(tasks, results, known).size(), 1'000u);
    EXPECT_LT(write_batch({{}, 1, tasks}, known).size(), 1'000u);
    std::swap(results[0].last[0][0], results[0].last[1][0]);
    const std::size_t two_changed = write_results(tasks, results, known).size();
    EXPECT_GT(two_changed, 800u);
    EXPECT_LT(two_changed, 2'000u);
}

TEST(PartWire, ARouteThatIsNotKnownIsAnError) {
    RouteMemory known;
    known.add({{1, 2}});
    Writer out;
    write_routes(out, {{1, 2}}, known);
    const std::string bytes = out.take();
    Reader in(bytes);
    EXPECT_THROW(read_routes(in, RouteMemory()), InternalError);
}

}  // namespace
}  // namespace odgear::cluster
