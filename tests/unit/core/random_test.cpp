#include "odgear/core/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <vector>

namespace odgear {
namespace {

TEST(Random, IsTheSameForTheSameSeedAndAfterRestoring) {
    Random a(7);
    Random b(7);
    for (int i = 0; i < 100; ++i) ASSERT_EQ(a(), b());
    Random c(8);
    c.restore(a.state());
    EXPECT_EQ(a(), c());
}

TEST(Random, StreamsDiffer) {
    std::set<std::uint64_t> first;
    for (std::uint64_t seed = 0; seed < 20; ++seed)
        for (std::uint64_t index = 0; index < 50; ++index)
            first.insert(Random::stream(seed, index)());
    EXPECT_EQ(first.size(), 1000u);
}

TEST(Random, BelowIsUniform) {
    Random random(3);
    std::array<int, 7> count{};
    constexpr int draws = 70000;
    for (int i = 0; i < draws; ++i) ++count[random.below(7)];
    double chi = 0;
    for (const int c : count) chi += (c - 10000.0) * (c - 10000.0) / 10000.0;
    EXPECT_LT(chi, 22.5);  // 6 degrees of freedom, one in a thousand; the seed is fixed
}

TEST(Random, UnitStaysBelowOneAndShuffleKeepsTheItems) {
    Random random(4);
    for (int i = 0; i < 1000; ++i) {
        const double u = random.unit();
        ASSERT_GE(u, 0);
        ASSERT_LT(u, 1);
    }
    std::vector<int> items{1, 2, 3, 4, 5};
    random.shuffle(std::span(items));
    EXPECT_EQ(std::set(items.begin(), items.end()), (std::set{1, 2, 3, 4, 5}));
}

}  // namespace
}  // namespace odgear
