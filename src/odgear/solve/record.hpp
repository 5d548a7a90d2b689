// A result as its file states it.
#pragma once

#include "odgear/core/instance.hpp"
#include "odgear/io/result_json.hpp"
#include "odgear/solve/result.hpp"

namespace odgear {

// The solver checks what it returns, so the record says that it is feasible.
ResultRecord record_of(const Instance& instance, const Result& result, std::uint64_t seed);

}  // namespace odgear
