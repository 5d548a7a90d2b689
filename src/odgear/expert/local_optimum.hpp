// The local optimum near a solution of a large instance, by the local search of HGS on parts of
// neighbouring routes, in parallel. That search passes through overloaded routes, so it does what
// annealing by ruin and recreate does slowly: it gives up routes where demands hardly fit, in a
// small share of the time. In parts, because SWAP* looks at pairs of routes, which are far too many
// where the depot lies aside and all sectors overlap.
//
// Some 50 microseconds of processor time a customer and pass, 100 where sectors overlap. Memory O(N
// K).
#pragma once

#include <cstdint>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/expert/crew.hpp"
#include "odgear/expert/parameters.hpp"
#include "odgear/parallel/workers.hpp"

namespace odgear::expert {

// `start` must be feasible; the result is never worse. Parts that the clock leaves no time for stay
// as they are. The crew has the same parameters. The same for any number of threads.
Solution local_optimum(const Instance& instance, const Solution& start,
                       const LocalOptimumParameters& parameters, const StopRule& stop,
                       const Crew& crew, std::uint64_t seed);

// On the threads of this process alone.
Solution local_optimum(const Instance& instance, const Solution& start,
                       const LocalOptimumParameters& parameters, const StopRule& stop,
                       const Workers& workers, std::uint64_t seed);

}  // namespace odgear::expert
