#include "odgear/hgs/crossover.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <algorithm>
#include <numeric>
#include <span>

namespace odgear::hgs {
namespace {

std::vector<int> permutation(Random& random, int size) {
    std::vector<int> order(static_cast<std::size_t>(size));
    std::iota(order.begin(), order.end(), 1);
    random.shuffle(std::span(order));
    return order;
}

RC_GTEST_PROP(OrderedCrossover, YieldsPermutations, (std::uint64_t seed)) {
    Random random(seed);
    const int size = random.between(1, 30);
    const auto first = permutation(random, size);
    const auto second = permutation(random, size);
    std::vector<int> child;
    OrderedCrossover()(first, second, random, child);
    auto sorted = child;
    std::sort(sorted.begin(), sorted.end());
    std::vector<int> all(static_cast<std::size_t>(size));
    std::iota(all.begin(), all.end(), 1);
    RC_ASSERT(sorted == all);
}

TEST(OrderedCrossover, EqualParentsHaveTheSameChild) {
    Random random(1);
    const auto parent = permutation(random, 12);
    std::vector<int> child;
    OrderedCrossover()(parent, parent, random, child);
    EXPECT_EQ(child, parent);
}

// The child agrees with the first parent on one circular stretch, and the rest follows the second
// parent's order from the end of that stretch on.
TEST(OrderedCrossover, TakesAStretchAndThenTheOrderOfTheOther) {
    const std::vector<int> first{1, 2, 3, 4, 5, 6, 7, 8};
    const std::vector<int> second{8, 7, 6, 5, 4, 3, 2, 1};
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Random random(seed);
        std::vector<int> child;
        OrderedCrossover()(first, second, random, child);
        bool explained = false;
        for (std::size_t begin = 0; begin < 8 && !explained; ++begin)
            for (std::size_t length = 2; length <= 8 && !explained; ++length) {
                std::vector<int> expected(8, 0);
                for (std::size_t k = 0; k < length; ++k)
                    expected[(begin + k) % 8] = first[(begin + k) % 8];
                std::size_t place = (begin + length) % 8;
                for (std::size_t k = 0; k < 8; ++k) {
                    const int c = second[(begin + length + k) % 8];
                    if (std::find(expected.begin(), expected.end(), c) != expected.end()) continue;
                    expected[place] = c;
                    place = (place + 1) % 8;
                }
                explained = expected == child;
            }
        EXPECT_TRUE(explained) << "seed " << seed;
    }
}

}  // namespace
}  // namespace odgear::hgs
