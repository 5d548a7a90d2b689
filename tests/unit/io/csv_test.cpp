#include "odgear/io/csv.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace odgear {
namespace {

using Fields = std::vector<std::string>;

TEST(Csv, FieldsReadBackAsTheyWereWritten) {
    for (const std::string text : {"plain", "a,b", "say \"no\"", "", " blanks ", "\"", ",,", "ü"}) {
        const auto records = csv::read("x," + csv::field(text) + ",y\n", "f");
        ASSERT_EQ(records.size(), 1u);
        EXPECT_EQ(records[0].fields, (Fields{"x", text, "y"}));
    }
    EXPECT_EQ(csv::field("two\nlines"), "two?lines");
}

TEST(Csv, RecordsKnowTheirLines) {
    const auto records = csv::read("a, b ,\r\n\n\"c\" , \"d,e\"\n", "f");
    ASSERT_EQ(records.size(), 2u);
    EXPECT_EQ(records[0].fields, (Fields{"a", "b", ""}));
    EXPECT_EQ(records[1].line, 3u);
    EXPECT_EQ(records[1].fields, (Fields{"c", "d,e"}));
}

TEST(Csv, BadQuotesAreNamed) {
    EXPECT_THROW(csv::read("a,\"b\n", "f"), InputError);
    EXPECT_THROW(csv::read("\"a\"b\n", "f"), InputError);
}

}  // namespace
}  // namespace odgear
