#include "odgear/hgs/penalties.hpp"

#include "odgear/hgs/search_space.hpp"

namespace odgear::hgs {

namespace {

// Within this distance of the target nothing is changed.
constexpr double dead_band = 0.05;
constexpr double lowest_factor = 1e-3;
constexpr double highest_factor = 1e5;

}  // namespace

PenaltyWeights initial_penalties(const SearchSpace& space) {
    Load largest = 1;
    for (int i = 1; i < space.nodes(); ++i) largest = std::max(largest, space.demand(i));
    const bool has_capacity = space.capacity() < no_capacity_limit;
    return {has_capacity ? space.largest_depot_distance() / double(largest) : 0,
            space.has_length_limit() ? 1.0 : 0};
}

AdaptivePenalties::AdaptivePenalties(const SearchSpace& space, const Parameters& parameters)
    : parameters_(parameters), initial_(initial_penalties(space)), weights_(initial_) {}

bool AdaptivePenalties::note(bool load_feasible, bool length_feasible) {
    load_feasible_ += load_feasible ? 1 : 0;
    length_feasible_ += length_feasible ? 1 : 0;
    if (++noted_ < parameters_.penalty_interval) return false;
    const PenaltyWeights before = weights_;
    weights_.load = adapted(weights_.load, initial_.load, load_feasible_);
    weights_.length = adapted(weights_.length, initial_.length, length_feasible_);
    noted_ = load_feasible_ = length_feasible_ = 0;
    return weights_.load != before.load || weights_.length != before.length;
}

double AdaptivePenalties::adapted(double weight, double initial, int feasible) const {
    const double share = double(feasible) / double(noted_);
    if (share <= parameters_.target_feasible - dead_band)
        return std::min(weight * parameters_.penalty_increase, initial * highest_factor);
    if (share > parameters_.target_feasible + dead_band)
        return std::max(weight * parameters_.penalty_decrease, initial * lowest_factor);
    return weight;
}

}  // namespace odgear::hgs
