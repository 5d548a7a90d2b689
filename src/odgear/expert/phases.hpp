// Phases of decomposition inside HGS, for instances of medium size. From time to time an elite
// solution is cut into parts by its routes' barycentres. HGS improves the parts in parallel, and
// the merged solution goes back into the population, where the global search recombines it (Santini
// et al., 2023).
#pragma once

#include <cstdint>

#include "odgear/core/instance.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/expert/parameters.hpp"
#include "odgear/hgs/genetic.hpp"
#include "odgear/parallel/workers.hpp"

namespace odgear::expert {

// The phase for hgs::solve, whose arguments must outlive it. Its iterations are those of the parts
// and do not count among those of `stop`.
hgs::Phase decomposition_phase(const Instance& instance, const PhaseParameters& parameters,
                               const StopRule& stop, const Workers& workers);

}  // namespace odgear::expert
