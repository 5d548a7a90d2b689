#include "odgear/hgs/search_state.hpp"

namespace odgear::hgs {

void SearchState::reset(const SearchSpace& space) {
    const auto fleet = static_cast<std::size_t>(space.fleet());
    customers_.resize(static_cast<std::size_t>(space.nodes()));
    routes_.assign(fleet, RouteState{});
    if (sequences_.size() < fleet) sequences_.resize(fleet);
    for (std::size_t r = 0; r < fleet; ++r) sequences_[r].assign(3, 0);
    empty_.clear();
    empty_place_.assign(fleet, -1);
    for (std::size_t r = fleet; r > 0; --r) {
        empty_place_[r - 1] = static_cast<int>(empty_.size());
        empty_.push_back(static_cast<int>(r) - 1);
    }
}

void SearchState::note_size(int r, int size) {
    const int place = empty_place_[r];
    if (size == 0 && place < 0) {
        empty_place_[r] = static_cast<int>(empty_.size());
        empty_.push_back(r);
    } else if (size > 0 && place >= 0) {
        const int moved = empty_.back();
        empty_[place] = moved;
        empty_place_[moved] = place;
        empty_.pop_back();
        empty_place_[r] = -1;
    }
}

double SearchState::total_distance() const {
    double sum = 0;
    for (const RouteState& route : routes_) sum += route.distance;
    return sum;
}

double SearchState::total_penalty() const {
    double sum = 0;
    for (const RouteState& route : routes_) sum += route.penalty;
    return sum;
}

}  // namespace odgear::hgs
