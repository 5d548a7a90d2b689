#include "odgear/serve/http/head.hpp"

#include <gtest/gtest.h>

namespace odgear::serve {
namespace {

TEST(Head, IsFoundOnceItIsComplete) {
    const std::string text = "POST / HTTP/1.1\r\nHost: x\r\ncontent-LENGTH:  12 \r\n\r\nbody";
    for (std::size_t size = 0; size < text.size() - 4; ++size)
        EXPECT_FALSE(find_head(std::string_view(text).substr(0, size)));
    const auto head = find_head(text);
    ASSERT_TRUE(head);
    EXPECT_EQ(head->size, text.size() - 4);
    EXPECT_EQ(head->body(), 12U);
    EXPECT_FALSE(head->bad);
    EXPECT_FALSE(head->chunked);
}

bool bad(const std::string& headers) {
    return find_head("POST / HTTP/1.1\r\n" + headers + "\r\n")->bad;
}

TEST(Head, IsBadWhenItsLengthCanBeReadInTwoWays) {
    EXPECT_FALSE(bad("Content-Length: 0\r\n"));
    EXPECT_FALSE(bad("Transfer-Encoding: Chunked\r\n"));
    EXPECT_TRUE(bad("Content-Length: 1\r\nContent-Length: 1\r\n"));
    EXPECT_TRUE(bad("Content-Length: 1\r\nTransfer-Encoding: chunked\r\n"));
    EXPECT_TRUE(bad("Transfer-Encoding: gzip, chunked\r\n"));
    EXPECT_TRUE(bad("Content-Length: +1\r\n"));
    EXPECT_TRUE(bad("Content-Length: 1, 2\r\n"));
    EXPECT_TRUE(bad("Content-Length: 99999999999999999999999\r\n"));
    EXPECT_TRUE(bad("Content-Length : 1\r\n"));
    EXPECT_TRUE(bad("A: b\r\n folded\r\n"));
    EXPECT_TRUE(bad(": no name\r\n"));
    EXPECT_TRUE(bad(std::string("A: \0\r\n", 6)));
}

TEST(Head, HidesRanges) {
    std::string text = "GET / HTTP/1.1\r\nRange: bytes=0-1\r\nA: range: x\r\n\r\nRange: body";
    const std::size_t size = text.size();
    hide_range(text, *find_head(text));
    EXPECT_EQ(text, "GET / HTTP/1.1\r\nx-ran: bytes=0-1\r\nA: range: x\r\n\r\nRange: body");
    EXPECT_EQ(text.size(), size);
}

}  // namespace
}  // namespace odgear::serve
