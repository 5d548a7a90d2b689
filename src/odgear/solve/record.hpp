// Converts a result to the record that files contain.
#pragma once

#include "odgear/core/instance.hpp"
#include "odgear/io/result_json.hpp"
#include "odgear/solve/result.hpp"

namespace odgear {

// The solver checks its results, so the record says that the solution is feasible.
ResultRecord record_of(const Instance& instance, const Result& result, std::uint64_t seed);

}  // namespace odgear
