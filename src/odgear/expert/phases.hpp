// Phases of decomposition inside HGS, for instances of medium size: now and then a solution of the
// elite is cut into parts by its routes' barycentres, each part is improved by HGS on its own, all
// of them in parallel, and the merged solution goes back into the population, where the global
// search recombines it (Santini et al., 2023).
#pragma once

#include <cstdint>

#include "odgear/core/instance.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/expert/parameters.hpp"
#include "odgear/hgs/genetic.hpp"
#include "odgear/parallel/workers.hpp"

namespace odgear::expert {

// For hgs::solve, which must end before the arguments do. Its iterations are those of the parts and
// do not count among those of `stop`.
hgs::Phase decomposition_phase(const Instance& instance, const PhaseParameters& parameters,
                               const StopRule& stop, const Workers& workers);

}  // namespace odgear::expert
