// Penalties for excess load and length, adapted to a target share of feasible offspring
// (Vidal et al. 2012, section 4.6). O(1).
#pragma once

#include <algorithm>

#include "odgear/core/instance.hpp"
#include "odgear/hgs/parameters.hpp"

namespace odgear::hgs {

class SearchSpace;

// Cost of one unit of excess.
struct PenaltyWeights {
    double load = 0;
    double length = 0;

    PenaltyWeights times(double factor) const { return {load * factor, length * factor}; }
    double of(Load excess_load, double excess_length) const {
        return load * double(excess_load) + length * excess_length;
    }
};

// Weights at the start: an excess of the largest demand costs about as much as the distance to the
// farthest customer.
PenaltyWeights initial_penalties(const SearchSpace& space);

class AdaptivePenalties {
public:
    AdaptivePenalties() = default;
    AdaptivePenalties(const SearchSpace& space, const Parameters& parameters);

    const PenaltyWeights& weights() const { return weights_; }

    // Counts one offspring after local search, before any repair. True when the weights have
    // changed.
    bool note(bool load_feasible, bool length_feasible);

private:
    double adapted(double weight, double initial, int feasible) const;

    Parameters parameters_;
    PenaltyWeights initial_;
    PenaltyWeights weights_;
    int noted_ = 0;
    int load_feasible_ = 0;
    int length_feasible_ = 0;
};

}  // namespace odgear::hgs
