#include "odgear/io/numbers.hpp"

#include <charconv>
#include <cmath>
#include <string>
#include <system_error>

#include "odgear/io/text.hpp"

namespace odgear {

namespace {

// "from 1 to 9", "from 1", "up to 9", or nothing where the limits are those of the type.
std::string bounds(const WholeRange& range) {
    const bool below = range.least != WholeRange{}.least;
    const bool above = range.most != WholeRange{}.most;
    if (below && above)
        return " from " + std::to_string(range.least) + " to " + std::to_string(range.most);
    if (below) return " of " + std::to_string(range.least) + " or more";
    if (above) return " of " + std::to_string(range.most) + " or less";
    return "";
}

std::string bounds(const RealRange& range) {
    std::string result;
    if (range.least != RealRange{}.least)
        result +=
            (range.above_least ? " above " : " of at least ") + text::from_double(range.least);
    if (range.most != RealRange{}.most)
        result += (result.empty() ? " of" : " and") + std::string(" at most ") +
                  text::from_double(range.most);
    return result;
}

[[noreturn]] void refuse(const Place& place, const std::string& wanted, const std::string& found) {
    throw InputError(place, "expected " + wanted + ", found " + found);
}

bool contains(const WholeRange& range, std::int64_t value) {
    return value >= range.least && value <= range.most;
}

// Not so for NaN, for which every comparison is false.
bool contains(const RealRange& range, double value) {
    return std::isfinite(value) && value <= range.most &&
           (range.above_least ? value > range.least : value >= range.least);
}

}  // namespace

std::int64_t whole_number(std::string_view text, const Place& place, const WholeRange& range) {
    const auto value = text::to_integer(text);
    if (!value || !contains(range, *value))
        refuse(place, "a whole number" + bounds(range), text::quoted(text));
    return *value;
}

std::uint64_t unsigned_number(std::string_view text, const Place& place, std::uint64_t most) {
    std::uint64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stopped != end || value > most)
        refuse(place, "a whole number from 0 to " + std::to_string(most), text::quoted(text));
    return value;
}

double real_number(std::string_view text, const Place& place, const RealRange& range) {
    const auto value = text::to_double(text);
    if (!value || !contains(range, *value))
        refuse(place, "a number" + bounds(range), text::quoted(text));
    return *value;
}

std::int64_t whole_in_range(std::int64_t value, const Place& place, const WholeRange& range) {
    if (!contains(range, value))
        refuse(place, "a whole number" + bounds(range), std::to_string(value));
    return value;
}

double real_in_range(double value, const Place& place, const RealRange& range) {
    if (!contains(range, value))
        refuse(place, "a number" + bounds(range), text::from_double(value));
    return value;
}

}  // namespace odgear
