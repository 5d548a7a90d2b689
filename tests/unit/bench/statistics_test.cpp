#include "odgear/bench/statistics.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace odgear::bench {
namespace {

TEST(Summarize, MeanAndSampleDeviation) {
    const std::array values{2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0};
    const Summary summary = summarize(values);
    EXPECT_EQ(summary.count, 8);
    EXPECT_DOUBLE_EQ(summary.mean, 5);
    EXPECT_NEAR(summary.deviation, 2.1380899352993952, 1e-14);  // sqrt(32 / 7)
}

TEST(Summarize, OneValueHasNoDeviation) {
    const std::array values{3.5};
    EXPECT_DOUBLE_EQ(summarize(values).mean, 3.5);
    EXPECT_EQ(summarize(values).deviation, 0);
    EXPECT_EQ(summarize({}).count, 0);
}

// a: mean 3, variance 2.5, n 5; b: mean 5, variance 10/3, n 4. u = 0.5, v = 5/6, t = -2 / sqrt(4/3)
// = -sqrt(3); degrees (4/3)^2 / (0.5^2 / 4 + (5/6)^2 / 3) = 6.0474; p of |t| by integration.
TEST(Welch, MatchesTheFormulaByHand) {
    const std::array a{1.0, 2.0, 3.0, 4.0, 5.0};
    const std::array b{3.0, 4.0, 6.0, 7.0};
    const std::optional<Welch> test = welch_test(a, b);
    ASSERT_TRUE(test);
    EXPECT_NEAR(test->t, -1.7320508075688772, 1e-12);
    EXPECT_NEAR(test->freedom, (16.0 / 9) / (0.0625 + 25.0 / 108), 1e-12);
    EXPECT_NEAR(test->p, 0.13358771, 1e-7);
}

TEST(Welch, IsSymmetricAndNeedsTwoValues) {
    const std::vector a{10.0, 11.0, 12.0};
    const std::vector b{10.5, 13.5, 14.0, 15.0};
    EXPECT_DOUBLE_EQ(welch_test(a, b)->p, welch_test(b, a)->p);
    EXPECT_DOUBLE_EQ(welch_test(a, b)->t, -welch_test(b, a)->t);
    EXPECT_FALSE(welch_test(a, std::vector{1.0}));
}

TEST(Welch, WithoutAnyVariation) {
    const std::vector same{2.0, 2.0};
    const std::vector other{3.0, 3.0, 3.0};
    EXPECT_EQ(welch_test(same, same)->p, 1);
    EXPECT_EQ(welch_test(same, other)->p, 0);
}

TEST(Gap, IsNegativeBelowTheReference) {
    EXPECT_NEAR(gap_percent(110, 100), 10, 1e-12);
    EXPECT_LT(gap_percent(99, 100), 0);
}

}  // namespace
}  // namespace odgear::bench
