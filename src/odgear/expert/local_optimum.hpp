// The local optimum near a solution of a large instance, by the local search of HGS on parts of
// neighbouring routes, in parallel. That search passes through overloaded routes. So it reduces the
// number of routes where demands hardly fit, in a small share of the time that annealing by ruin
// and recreate needs for this. It works on parts because SWAP* looks at pairs of routes, which are
// far too many with an off-centre depot, where all sectors overlap.
//
// About 50 microseconds of processor time per customer and pass, 100 where sectors overlap. Memory
// O(N K).
#pragma once

#include <cstdint>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/expert/crew.hpp"
#include "odgear/expert/parameters.hpp"
#include "odgear/parallel/workers.hpp"

namespace odgear::expert {

// `start` must be feasible; the result is never worse. Parts for which no time is left stay as they
// are. The crew has the same parameters. The result does not depend on the number of threads.
Solution local_optimum(const Instance& instance, const Solution& start,
                       const LocalOptimumParameters& parameters, const StopRule& stop,
                       const Crew& crew, std::uint64_t seed);

// The same, on the threads of this process alone.
Solution local_optimum(const Instance& instance, const Solution& start,
                       const LocalOptimumParameters& parameters, const StopRule& stop,
                       const Workers& workers, std::uint64_t seed);

}  // namespace odgear::expert
