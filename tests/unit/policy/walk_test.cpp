// Steps of a walk: with the tables that make it fast, it chooses as with the plain row.
#include "odgear/policy/rollout/walk.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/random_instances.hpp"
#include "tables.hpp"

namespace odgear::policy {
namespace {

using odgear::testing::random_instance;
using testing::random_setting;
using testing::Setting;

// Sorted rows, blocks of the depot and bounds only make it fast; they do not change choices.
TEST(Walk, TablesDoNotChangeGreedyChoices) {
    Random random(18);
    for (int trial = 0; trial < 20; ++trial) {
        const Setting s = random_setting(
            random, random_instance(random, {.customers = 250, .integer_grid = trial % 4 == 0}),
            random.between(1, 60), trial % 2 == 0 ? 3 : 0, 4);
        const SortedRows rows(*s.table, 1);
        Walk plain(*s.problem);
        Walk fast(*s.problem, 1, &rows);
        while (!plain.finished()) {
            const int target = plain.best();
            ASSERT_EQ(fast.best(), target);
            const int next = random.below(3) == 0 ? plain.sample(random) : target;
            plain.move(next);
            fast.move(next);
        }
        EXPECT_TRUE(fast.finished());
    }
}

// Compares samples of the next step with its exact distribution.
void expect_draws(const Setting& s, Walk& walk, Random& random) {
    const Walk::Distribution d = walk.distribution();
    const std::vector<float> weights(d.weights.begin(), d.weights.end());
    constexpr int draws = 20000;
    std::vector<int> seen(static_cast<std::size_t>(s.graph->nodes()), 0);
    for (int k = 0; k < draws; ++k) ++seen[std::size_t(walk.sample(random))];
    double chi_square = 0;
    int cells = 0;
    double others = draws;  // expected number of choices too rare for a cell of their own
    int seen_others = draws;
    for (int target = 0; target < s.graph->nodes(); ++target) {
        const int slot = s.table->slot(walk.node(), target);
        const double weight = slot >= 0             ? double(weights[std::size_t(slot)])
                              : walk.allows(target) ? d.outside
                                                    : 0;
        const double expected = draws * weight / d.total;
        const int count = seen[std::size_t(target)];
        if (expected == 0) {
            EXPECT_EQ(count, 0) << target;
        }
        if (expected < 5) continue;
        chi_square += (count - expected) * (count - expected) / expected;
        ++cells;
        others -= expected;
        seen_others -= count;
    }
    EXPECT_NEAR(seen_others, others, 6 * std::sqrt(std::max(0.0, others)) + 1);
    EXPECT_LT(chi_square, cells + 5 * std::sqrt(2.0 * cells) + 5);
}

// Each customer fills a vehicle, so that every other step is one from the depot.
Setting full_vehicles(Random& random, int customers) {
    return random_setting(
        random, random_instance(random, {.customers = customers, .capacity = 1, .max_demand = 1}),
        5, 3, 2);
}

TEST(Walk, DrawsFromTheDepotFollowTheirDistribution) {
    Random random(19);
    const Setting s = full_vehicles(random, 200);
    const SortedRows rows(*s.table, 0.7F);
    Walk walk(*s.problem, 0.7F, &rows);
    for (int visited = 0; visited < 190; ++visited) {
        if (visited % 38 == 37) expect_draws(s, walk, random);
        walk.move(walk.sample(random));
        walk.move(0);
    }
}

// Enough customers for several groups of the depot's blocks, with an incomplete last group. Most of
// them are visited in the end.
TEST(Walk, GroupsOfTheDepotsBlocksChangeNothing) {
    Random random(21);
    const Setting s = full_vehicles(random, 9000);
    const SortedRows rows(*s.table, 0.7F);
    Walk plain(*s.problem, 0.7F);
    Walk fast(*s.problem, 0.7F, &rows);
    for (int visited = 0; visited < 8900; ++visited) {
        if (visited % 10 == 0 || visited > 8800) {
            ASSERT_EQ(fast.best(), plain.best()) << visited;
        }
        if (visited == 4000 || visited == 8890) expect_draws(s, fast, random);
        const int next = fast.sample(random);
        for (Walk* walk : {&plain, &fast}) {
            walk->move(next);
            walk->move(0);
        }
    }
}

// Rows longer and shorter than the sorted part, with much and little weight in the unread part, and
// weights outside that matter.
TEST(Walk, DrawsFromRowsFollowTheirDistribution) {
    Random random(20);
    for (int trial = 0; trial < 12; ++trial) {
        const int neighbors = trial % 3 == 0 ? 10 : trial % 3 == 1 ? 40 : 120;
        const double shift = trial % 4 == 3 ? -23 : 0;
        const Setting s =
            random_setting(random, random_instance(random, {.customers = 200, .capacity = 100}),
                           neighbors, trial % 2 == 0 ? 3 : 0, 0.5 + trial % 5, shift);
        const SortedRows rows(*s.table, 0.7F);
        Walk walk(*s.problem, 0.7F, &rows);
        for (int step = 0; !walk.finished(); ++step) {
            if (step % 60 == 5 && walk.node() != 0) expect_draws(s, walk, random);
            walk.move(walk.sample(random));
        }
    }
}

}  // namespace
}  // namespace odgear::policy
