// The best move found so far.
#pragma once

#include "odgear/hgs/moves/plan.hpp"

namespace odgear::hgs {

struct Candidate {
    double change = 0;  // exact change of penalised cost; at first the change that a move must beat
    Plan plan;

    template <class Distances>
    bool take_if_better(const MoveContext<Distances>& context, const Plan& other) {
        if (!other.valid) return false;
        const double other_change = evaluate(context, other);
        if (other_change >= change) return false;
        change = other_change;
        plan = other;
        return true;
    }
};

}  // namespace odgear::hgs
