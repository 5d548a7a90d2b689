// What the listener must know about a request before it uses a thread for it: whether its head is
// complete, how long its body is, and whether either is ambiguous. cpp-httplib parses the full head
// later. O(head).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace odgear::serve {

// The longest head: request line and all headers together.
constexpr std::size_t longest_head = 32U << 10U;

struct RequestHead {
    std::size_t size = 0;  // in bytes, including the empty line at its end
    std::optional<std::uint64_t> content_length;
    bool chunked = false;
    bool expects_continue = false;
    // Lengths that contradict each other or are not numbers, a line that is not a header, or a byte
    // 0.
    bool bad = false;

    std::uint64_t body() const { return content_length.value_or(0); }
};

// The head at the beginning of `text`; nothing while it is incomplete.
std::optional<RequestHead> find_head(std::string_view text);

// Hides a Range header from cpp-httplib: answers are always sent whole, since the parts of a range
// cost more to assemble than they save.
void hide_range(std::string& text, const RequestHead& head);

}  // namespace odgear::serve
