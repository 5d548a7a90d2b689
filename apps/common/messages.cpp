#include "messages.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace odgear::cli {

std::string printable(std::string_view text) {
    std::string result(text);
    for (std::size_t i = 0; i < result.size(); ++i) {
        const auto c = static_cast<unsigned char>(result[i]);
        // U+0080 to U+009F are control characters too, two bytes each in UTF-8.
        const bool second =
            i > 0 && static_cast<unsigned char>(result[i - 1]) == 0xc2 && c >= 0x80 && c < 0xa0;
        if (c < ' ' || c == 0x7f || second) result[i] = '?';
    }
    return result;
}

void say(std::string_view program, std::string_view text) {
    fmt::print(stderr, "{}: {}\n", program, printable(text));
}

}  // namespace odgear::cli
