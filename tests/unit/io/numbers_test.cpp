#include "odgear/io/numbers.hpp"
#include "support/error_of.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>

namespace odgear {
namespace {

const Place place{"", 0, "--x"};

using testing::error_of;

TEST(Numbers, WholeNumbersAreWholeAndInRange) {
    EXPECT_EQ(whole_number("42", place), 42);
    EXPECT_EQ(whole_number("-9223372036854775808", place),
              std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(whole_number_as<int>("2147483647", place), 2147483647);
    for (const char* bad : {"", "x", "1.5", "1e3", "9223372036854775808", "1 2", "0x10", "nan"})
        EXPECT_THROW(whole_number(bad, place), InputError) << bad;
    EXPECT_THROW(whole_number_as<int>("2147483648", place), InputError);
    EXPECT_THROW(whole_number_as<int>("4294967301", place), InputError);
    EXPECT_EQ(error_of([] {
                  whole_number("0", place, {1, 9});
              }),
              "--x: expected a whole number from 1 to 9, found '0'");
    EXPECT_EQ(error_of([] { whole_number("x", place, {.least = 1}); }),
              "--x: expected a whole number of 1 or more, found 'x'");
}

TEST(Numbers, UnsignedNumbersDoNotSaturate) {
    EXPECT_EQ(unsigned_number("18446744073709551615", place),
              std::numeric_limits<std::uint64_t>::max());
    for (const char* bad : {"18446744073709551616", "-1", "", "1.0", " 1"})
        EXPECT_THROW(unsigned_number(bad, place), InputError) << bad;
}

TEST(Numbers, RealNumbersAreFiniteAndInRange) {
    EXPECT_EQ(real_number("1.5", place), 1.5);
    EXPECT_EQ(real_number("1e-3", place, positive_number), 1e-3);
    for (const char* bad : {"nan", "inf", "-inf", "1e999", "1,5", "", "0x1p3"})
        EXPECT_THROW(real_number(bad, place), InputError) << bad;
    EXPECT_EQ(error_of([] { real_number("0", place, positive_number); }),
              "--x: expected a number above 0, found '0'");
    EXPECT_EQ(error_of([] { real_number("2", place, {.least = 0, .most = 1}); }),
              "--x: expected a number of at least 0 and at most 1, found '2'");
}

TEST(Numbers, ParsedNumbersPassTheSameChecks) {
    EXPECT_EQ(whole_in_range(5, place, {1, 9}), 5);
    EXPECT_THROW(whole_in_range(4294967301, place, {0, 2147483647}), InputError);
    EXPECT_THROW(real_in_range(std::numeric_limits<double>::quiet_NaN(), place), InputError);
    EXPECT_THROW(real_in_range(std::numeric_limits<double>::infinity(), place), InputError);
}

}  // namespace
}  // namespace odgear
