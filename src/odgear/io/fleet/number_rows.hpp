// Numbers of the text formats, read whole and in range, or rejected with their line and field.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "odgear/core/errors.hpp"
#include "odgear/core/instance.hpp"
#include "odgear/io/text.hpp"

namespace odgear {

struct NumberPlace {
    const std::string& file;
    std::size_t line;
    std::string_view field;

    [[noreturn]] void fail(const std::string& message) const {
        throw InputError(Place{file, line, std::string(field)}, message);
    }

    double number(std::string_view token) const {
        const auto value = text::to_double(token);
        if (!value) fail("expected a number, found " + text::quoted(token));
        if (!std::isfinite(*value) || std::abs(*value) > 1e15)
            fail(text::quoted(token) + " is out of range");
        return *value;
    }

    double amount(std::string_view token) const {
        const double value = number(token);
        if (value < 0) fail("must not be negative");
        return value;
    }

    // Whole, from `least` to `most`.
    std::int64_t integer(std::string_view token, std::int64_t least, std::int64_t most) const {
        const auto value = text::to_integer(token);
        if (!value) fail("expected a whole number, found " + text::quoted(token));
        if (*value < least || *value > most)
            fail(text::quoted(token) + " is outside " + std::to_string(least) + ".." +
                 std::to_string(most));
        return *value;
    }

    // A load: whole, however it is written ("10", "10.0").
    Load load(std::string_view token) const {
        const double value = amount(token);
        if (value != std::floor(value))
            fail("expected a whole number, found " + text::quoted(token));
        return static_cast<Load>(value);
    }
};

}  // namespace odgear
