// Whether the hybrid anneals a large instance from the policy's routes, and how.
//
// Annealing from its full heat forgets where it began: improving rollouts for it would be time
// lost. But a very large instance with long routes, where savings are weak, that has not the time
// for the whole cooling is better off with less heat, from the policy's routes, improved, and
// without the quick cooling that comes first elsewhere (docs/architecture.md, "What the policy does
// for the hybrid").
#pragma once

#include <cstddef>

#include "odgear/expert/expert.hpp"
#include "odgear/solve/options.hpp"

namespace odgear {

// For an instance of so many customers in about so many routes; seconds are those of the limit on
// all threads together.
bool wants_cool_start(int customers, std::size_t routes, double processor_seconds);

// The policy's part: fewer rollouts, the most of them by region, which are better than whole ones
// at such sizes. Local search follows, and needs the time.
Options cool_start_options(Options options);
// The expert's part.
expert::Parameters cool_start_parameters();

}  // namespace odgear
