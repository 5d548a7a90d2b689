// Rejects a shape that cannot be generated.
#pragma once

#include "odgear/core/errors.hpp"

namespace odgear {

inline void require(bool condition, const char* message) {
    if (!condition) throw ConfigurationError(message);
}

}  // namespace odgear
