#include "odgear/cluster/parts.hpp"

#include <gtest/gtest.h>

#include "odgear/cluster/handout.hpp"
#include "odgear/construct/savings.hpp"
#include "odgear/core/check.hpp"
#include "odgear/expert/expert.hpp"
#include "odgear/expert/rounds.hpp"
#include "support/random_instances.hpp"
#include "support/stop_rules.hpp"
#include "thread_ranks.hpp"

namespace odgear::cluster {
namespace {

using odgear::testing::iterations;
using odgear::testing::random_instance;
using testing::Exchange;
using testing::with_ranks;

expert::Parameters small_parts() {
    expert::Parameters parameters;
    parameters.most_for_hgs = 50;
    parameters.rounds.part_size = 60;
    parameters.rounds.least_part_size = 20;
    parameters.local_optimum.part_size = 80;
    return parameters;
}

Solution solved_on(int ranks, const Instance& instance, const StopRule& stop, Exchange& exchange) {
    Solution best;
    StopFlag other;
    with_ranks(
        exchange,
        [&](Ranks& own) {
            Health health;
            const Workers workers(1);
            const expert::CrewMaker crew = [&](const auto& i, const auto& p, const auto& w,
                                               const auto& s) {
                auto made = std::make_unique<PartCrew>(own, health, i, p, w, s);
                EXPECT_EQ(made->threads(), ranks);
                return made;
            };
            best = *expert::solve(instance, small_parts(), {}, stop, workers, 3, {}, nullptr, crew)
                        .best;
            dismiss(own);
        },
        [&](Ranks& own) {
            serve(own, {1, &other, {}});
        });
    return best;
}

TEST(Parts, OfSeveralRanksGiveTheAnswerOfOne) {
    Random random(5);
    const Instance instance = random_instance(random, {.customers = 400});
    const StopRule stop = iterations(6000);
    const Workers workers(1);
    const Solution alone = *expert::solve(instance, small_parts(), {}, stop, workers, 3).best;
    for (const int ranks : {2, 3, 5}) {
        Exchange exchange(ranks);
        EXPECT_EQ(solved_on(ranks, instance, stop, exchange), alone) << ranks;
        EXPECT_GT(exchange.messages, 4 * ranks);
    }
}

TEST(Parts, EndWithTheirTime) {
    Random random(6);
    const Instance instance = random_instance(random, {.customers = 500});
    StopRule stop;
    stop.seconds = 0.5;
    Exchange exchange(2);
    const Solution found = solved_on(2, instance, stop, exchange);
    EXPECT_EQ(check(instance, found).summary(), "");
}

// One rank receives its parts and never answers.
TEST(Parts, OfALostRankKeepTheirRoutes) {
    Random random(7);
    const Instance instance = random_instance(random, {.customers = 300});
    const Solution start = savings(instance, nearest_neighbors(instance, 20));
    Exchange exchange(2);
    StopFlag flag;
    with_ranks(
        exchange,
        [&](Ranks& own) {
            Health health{&flag};
            const Workers workers(1);
            StopRule stop = iterations(2000);
            stop.flag = &flag;
            const expert::Parameters parameters = small_parts();
            const PartCrew crew(own, health, instance, parameters, workers, stop);
            flag.raise();
            const auto found =
                expert::anneal_in_rounds(instance, start, parameters.rounds, stop, crew, 1);
            EXPECT_LE(found.best.cost, start.cost);
            std::vector<expert::PartTask> tasks(2);
            tasks[0].routes = {start.routes[0]};
            tasks[1].routes = {start.routes[1]};
            const auto results = crew.run({}, tasks, stop);
            EXPECT_EQ(health.lost, 1);
            ASSERT_EQ(results.size(), 2u);
            EXPECT_EQ(results[1].best, tasks[1].routes);
            EXPECT_EQ(results[1].last, tasks[1].routes);
        },
        [&](Ranks& own) {
            std::optional<Message> message;
            while (!(message = own.poll())) rest();
            const Workers workers(1);
            PartWorker(own, workers, flag).take_instance();
        });
}

}  // namespace
}  // namespace odgear::cluster
