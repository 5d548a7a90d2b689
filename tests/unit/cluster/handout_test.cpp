#include "odgear/cluster/handout.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>

#include "thread_ranks.hpp"

namespace odgear::cluster {
namespace {

using testing::Exchange;
using testing::with_ranks;

// Later units are done sooner, so results come out of order.
std::string slow_first(std::size_t unit) {
    std::this_thread::sleep_for(std::chrono::milliseconds(unit < 3 ? 20 : 1));
    return "unit " + std::to_string(unit);
}

TEST(Handout, AcceptsAllInOrder) {
    for (const int ranks : {1, 2, 4}) {
        Exchange exchange(ranks);
        std::vector<std::size_t> accepted;
        StopFlag flag;
        const std::vector<std::size_t> units{1, 2, 3, 5, 8, 13, 21};
        with_ranks(
            exchange,
            [&](Ranks& own) {
                Health health{&flag};
                hand_out(own, health, units, slow_first,
                         [&](std::size_t unit, const std::string& result) {
                             EXPECT_EQ(result, "unit " + std::to_string(unit));
                             accepted.push_back(unit);
                             return true;
                         });
                dismiss(own);
            },
            [&](Ranks& own) {
                serve(own, {1, &flag, slow_first});
            });
        EXPECT_EQ(accepted, units) << ranks;
    }
}

TEST(Handout, EndsWithTheFlag) {
    Exchange exchange(3);
    StopFlag flag;
    StopFlag other;
    std::atomic<int> begun = 0;
    int accepted = 0;
    const UnitWork work = [&](std::size_t) {
        if (++begun == 5) flag.raise();
        return std::string("x");
    };
    with_ranks(
        exchange,
        [&](Ranks& own) {
            Health health{&flag};
            hand_out(own, health, std::vector<std::size_t>(1000, 0), work,
                     [&](std::size_t, const std::string&) {
                         ++accepted;
                         return true;
                     });
            dismiss(own);
        },
        [&](Ranks& own) {
            serve(own, {1, &other, work});
        });
    EXPECT_LT(begun, 1000);
    EXPECT_GE(accepted, 1);
    EXPECT_LE(accepted, begun);
}

}  // namespace
}  // namespace odgear::cluster
