#include "odgear/serve/http/head.hpp"

#include <algorithm>
#include <charconv>

namespace odgear::serve {

namespace {

constexpr std::string_view line_end = "\r\n";
constexpr std::string_view head_end = "\r\n\r\n";

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return lower(x) == lower(y); });
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

std::optional<std::uint64_t> whole_number(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

// Calls take(name, value, offset of the line) for each header; false if a line is not a header.
template <class Take>
bool each_header(std::string_view head, Take take) {
    std::size_t at = head.find(line_end) + line_end.size();
    while (at < head.size()) {
        const std::size_t end = head.find(line_end, at);
        if (end == at) return true;
        const std::string_view line = head.substr(at, end - at);
        const std::size_t colon = line.find(':');
        // Servers read names with a blank and folded lines in different ways, so these are
        // rejected.
        if (colon == 0 || colon == std::string_view::npos ||
            line.substr(0, colon).find_first_of(" \t\n") != std::string_view::npos)
            return false;
        take(line.substr(0, colon), trimmed(line.substr(colon + 1)), at);
        at = end + line_end.size();
    }
    return true;
}

}  // namespace

std::optional<RequestHead> find_head(std::string_view text) {
    const std::size_t end = text.find(head_end);
    if (end == std::string_view::npos) return std::nullopt;
    RequestHead head;
    head.size = end + head_end.size();
    const std::string_view all = text.substr(0, head.size);
    int lengths = 0;
    bool encoded = false;
    const bool readable =
        each_header(all, [&](std::string_view name, std::string_view value, std::size_t) {
            if (same(name, "content-length")) {
                ++lengths;
                head.content_length = whole_number(value);
                if (!head.content_length) head.bad = true;
            } else if (same(name, "transfer-encoding")) {
                head.bad = head.bad || encoded || !same(value, "chunked");
                encoded = head.chunked = true;
            } else if (same(name, "expect")) {
                head.expects_continue = true;
            }
        });
    head.bad = head.bad || !readable || lengths > 1 || (lengths > 0 && encoded) ||
               all.find('\0') != std::string_view::npos;
    return head;
}

void hide_range(std::string& text, const RequestHead& head) {
    constexpr std::string_view name = "range";
    const std::string_view all = std::string_view(text).substr(0, head.size);
    each_header(all, [&](std::string_view header, std::string_view, std::size_t at) {
        if (same(header, name)) text.replace(at, name.size(), "x-ran");
    });
}

}  // namespace odgear::serve
