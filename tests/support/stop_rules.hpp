// The stop rule of most tests: a number of iterations, and no other limit.
#pragma once

#include <cstdint>

#include "odgear/core/stop.hpp"

namespace odgear::testing {

inline StopRule iterations(std::int64_t count) {
    StopRule stop;
    stop.iterations = count;
    return stop;
}

}  // namespace odgear::testing
