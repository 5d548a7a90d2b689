// A move that was found to pay.
#pragma once

#include "odgear/hgs/moves/plan.hpp"

namespace odgear::hgs {

struct Candidate {
    double change = 0;  // of penalised cost, exact
    Plan plan;          // valid only when the change is below minus the tolerance
};

}  // namespace odgear::hgs
