// The only reader of numbers that people write: options, recipes, settings, fields of files. A
// number must be finite, within its range, and whole where required; anything else is an InputError
// that names the field. Nothing is rounded, truncated or wrapped around. O(length).
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include "odgear/core/errors.hpp"

namespace odgear {

struct WholeRange {
    std::int64_t least = std::numeric_limits<std::int64_t>::min();
    std::int64_t most = std::numeric_limits<std::int64_t>::max();
};

struct RealRange {
    double least = -std::numeric_limits<double>::max();
    double most = std::numeric_limits<double>::max();
    bool above_least = false;  // `least` itself is excluded
};

constexpr RealRange positive_number{.least = 0, .above_least = true};

// The whole of `text` as a number.
std::int64_t whole_number(std::string_view text, const Place& place, const WholeRange& range = {});
std::uint64_t unsigned_number(std::string_view text, const Place& place,
                              std::uint64_t most = std::numeric_limits<std::uint64_t>::max());
double real_number(std::string_view text, const Place& place, const RealRange& range = {});

template <class Int>
Int whole_number_as(std::string_view text, const Place& place,
                    std::int64_t least = std::numeric_limits<Int>::min()) {
    return static_cast<Int>(whole_number(text, place, {least, std::numeric_limits<Int>::max()}));
}

// The same for a number that a library has parsed.
std::int64_t whole_in_range(std::int64_t value, const Place& place, const WholeRange& range);
double real_in_range(double value, const Place& place, const RealRange& range = {});

}  // namespace odgear
