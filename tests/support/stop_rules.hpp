// The stop rule most tests want: so many iterations and nothing else.
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
