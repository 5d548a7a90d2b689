// How numbers are written in messages.
#pragma once

#include <cstdio>
#include <string>

namespace odgear {

// With up to ten digits, without trailing zeros.
inline std::string short_number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.10g", value);
    return text;
}

}  // namespace odgear
