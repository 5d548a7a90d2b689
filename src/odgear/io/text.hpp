// Scans text without copying: lines, blank-separated tokens, numbers. Used by every reader of this
// layer. O(length), no allocation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace odgear::text {

// All control characters count as blanks, so that the innermost loop of every reader needs only one
// comparison.
constexpr bool is_blank(char c) { return static_cast<unsigned char>(c) <= ' '; }
constexpr bool is_letter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; }

std::string_view trimmed(std::string_view text);
std::string uppercase(std::string_view text);
// Whether `text` begins with `prefix`, ignoring case; `prefix` is in capitals.
bool starts_with_word(std::string_view text, std::string_view prefix);

// The whole `token` as a number, or nothing. A leading '+' is allowed. "nan" and "inf" are
// accepted, so that the caller can name them in its message.
std::optional<double> to_double(std::string_view token);
std::optional<std::int64_t> to_integer(std::string_view token);

// The shortest text from which the same number is read; whole numbers without a point or an
// exponent.
std::string from_double(double value);

// `token` in quotes for a message: shortened if long, unprintable bytes replaced.
std::string quoted(std::string_view token);

class Lines {
public:
    explicit Lines(std::string_view text) : text_(text) {}

    // Moves to the next line; false at the end of the text.
    bool next();
    // The current line, trimmed.
    std::string_view line() const { return line_; }
    std::size_t number() const { return number_; }
    // The next call of next() gives the current line again.
    void back() {
        at_ = start_;
        --number_;
    }

private:
    std::string_view text_;
    std::string_view line_;
    std::size_t at_ = 0;
    std::size_t start_ = 0;
    std::size_t number_ = 0;
};

class Tokens {
public:
    explicit Tokens(std::string_view line) : at_(line.data()), end_(line.data() + line.size()) {}
    // The next token; empty if there is none.
    std::string_view next() {
        while (at_ < end_ && is_blank(*at_)) ++at_;
        const char* const start = at_;
        while (at_ < end_ && !is_blank(*at_)) ++at_;
        return {start, static_cast<std::size_t>(at_ - start)};
    }

private:
    const char* at_;
    const char* end_;
};

}  // namespace odgear::text
