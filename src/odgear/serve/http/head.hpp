// What the listener must know of a request before a thread is spent on it: whether its head is
// complete, how long its body is, and whether the two could be understood in two ways. The head is
// parsed in full by cpp-httplib later. O(head).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace odgear::serve {

// A head may be this long, request line and all headers together.
constexpr std::size_t longest_head = 32U << 10U;

struct RequestHead {
    std::size_t size = 0;  // bytes, with the empty line that ends it
    std::optional<std::uint64_t> content_length;
    bool chunked = false;
    bool expects_continue = false;
    // Lengths that contradict each other or are no number, a line that is no header, a byte 0.
    bool bad = false;

    std::uint64_t body() const { return content_length.value_or(0); }
};

// The head that `text` begins with; nothing while it is not complete.
std::optional<RequestHead> find_head(std::string_view text);

// Makes a Range header of the head unknown to the parser behind: answers are always whole, since
// the parts of a range cost more to put together than they save.
void hide_range(std::string& text, const RequestHead& head);

}  // namespace odgear::serve
