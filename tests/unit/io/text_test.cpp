#include "odgear/io/text.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace odgear::text {
namespace {

TEST(Text, WholeTokensOnly) {
    EXPECT_EQ(to_integer("42"), 42);
    EXPECT_EQ(to_integer("-7"), -7);
    EXPECT_EQ(to_integer("+7"), 7);
    EXPECT_EQ(to_integer("9223372036854775807"), INT64_MAX);
    for (const char* bad : {"", "+", "-", "+-3", "4x", "4.0", "9223372036854775808", "0x10"})
        EXPECT_FALSE(to_integer(bad)) << bad;
    EXPECT_EQ(to_double("1e3"), 1000);
    EXPECT_EQ(to_double("-0.5"), -0.5);
    EXPECT_EQ(to_double("123456789012345"), 123456789012345.0);
    EXPECT_EQ(to_double("1234567890123456789"), 1234567890123456768.0);
    EXPECT_TRUE(std::isnan(*to_double("nan")));
    EXPECT_TRUE(std::isinf(*to_double("-inf")));
    for (const char* bad : {"", ".", "1,5", "1.5.2", "e5", "1e999"})
        EXPECT_FALSE(to_double(bad)) << bad;
}

TEST(Text, NumbersAreWrittenShortAndExact) {
    EXPECT_EQ(from_double(27591), "27591");
    EXPECT_EQ(from_double(-3), "-3");
    EXPECT_EQ(from_double(1618.36), "1618.36");
    EXPECT_EQ(from_double(0.1), "0.1");
    EXPECT_EQ(from_double(9007199254740992.0), "9007199254740992");
    const double third = 1.0 / 3;
    EXPECT_EQ(to_double(from_double(third)), third);
}

TEST(Text, LinesAreCountedAndTrimmed) {
    Lines lines("a\r\n\n  b c \nlast");
    ASSERT_TRUE(lines.next());
    EXPECT_EQ(lines.line(), "a");
    ASSERT_TRUE(lines.next());
    EXPECT_EQ(lines.line(), "");
    ASSERT_TRUE(lines.next());
    EXPECT_EQ(lines.line(), "b c");
    EXPECT_EQ(lines.number(), 3u);
    lines.back();
    ASSERT_TRUE(lines.next());
    EXPECT_EQ(lines.line(), "b c");
    EXPECT_EQ(lines.number(), 3u);
    ASSERT_TRUE(lines.next());
    EXPECT_EQ(lines.line(), "last");
    EXPECT_FALSE(lines.next());
}

TEST(Text, Tokens) {
    Tokens tokens(" 1\t 22  x ");
    EXPECT_EQ(tokens.next(), "1");
    EXPECT_EQ(tokens.next(), "22");
    EXPECT_EQ(tokens.next(), "x");
    EXPECT_EQ(tokens.next(), "");
    EXPECT_EQ(tokens.next(), "");
}

TEST(Text, QuotedIsShortAndPrintable) {
    EXPECT_EQ(quoted("ab\x01"
                     "c\xff"),
              "'ab?c?'");
    EXPECT_LT(text::quoted(std::string(1000, 'x')).size(), 60u);
}

}  // namespace
}  // namespace odgear::text
