#include "odgear/io/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <system_error>

namespace odgear::text {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

std::string uppercase(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), upper);
    return result;
}

bool starts_with_word(std::string_view text, std::string_view prefix) {
    return text.size() >= prefix.size() &&
           std::equal(prefix.begin(), prefix.end(), text.begin(),
                      [](char wanted, char found) { return wanted == upper(found); });
}

namespace {

template <class Number>
std::optional<Number> whole_token(std::string_view token) {
    if (token.size() > 1 && token[0] == '+' && token[1] != '-') token.remove_prefix(1);
    Number value{};
    const char* end = token.data() + token.size();
    const auto [stopped, error] = std::from_chars(token.data(), end, value);
    if (error != std::errc{} || stopped != end) return std::nullopt;
    return value;
}

// Most numbers in most files are only a few digits.
std::optional<std::int64_t> few_digits(std::string_view token) {
    if (token.empty() || token.size() > 15) return std::nullopt;
    std::int64_t value = 0;
    for (const char c : token) {
        if (!is_digit(c)) return std::nullopt;
        value = 10 * value + (c - '0');
    }
    return value;
}

}  // namespace

std::optional<double> to_double(std::string_view token) {
    if (const auto value = few_digits(token)) return static_cast<double>(*value);
    return whole_token<double>(token);
}

std::optional<std::int64_t> to_integer(std::string_view token) {
    if (const auto value = few_digits(token)) return value;
    return whole_token<std::int64_t>(token);
}

std::string from_double(double value) {
    constexpr double exact_integers = 9007199254740992.0;  // 2^53
    char digits[64];
    char* const end = digits + sizeof digits;
    const auto result = std::abs(value) <= exact_integers && value == std::trunc(value)
                            ? std::to_chars(digits, end, static_cast<std::int64_t>(value))
                            : std::to_chars(digits, end, value);
    return {digits, result.ptr};
}

std::string quoted(std::string_view token) {
    constexpr std::size_t longest = 40;
    std::string result = "'";
    for (const char c : token.substr(0, longest)) result += c >= ' ' && c <= '~' ? c : '?';
    if (token.size() > longest) result += "...";
    return result + "'";
}

bool Lines::next() {
    if (at_ >= text_.size()) return false;
    start_ = at_;
    const void* found = std::memchr(text_.data() + at_, '\n', text_.size() - at_);
    const std::size_t end =
        found == nullptr ? text_.size()
                         : static_cast<std::size_t>(static_cast<const char*>(found) - text_.data());
    line_ = trimmed(text_.substr(at_, end - at_));
    at_ = end + 1;
    ++number_;
    return true;
}

}  // namespace odgear::text
