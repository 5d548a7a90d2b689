// Lin-Kernighan from all cities, as far as the clock allows.
#pragma once

#include "odgear/core/stop.hpp"

namespace odgear::tsp {

// Cities processed between two checks of the clock.
constexpr int cities_between_looks = 512;
constexpr int kicks_between_looks = 16;

// Returns the gain.
template <class Search>
double descend(Search& search, const StopRule& stop) {
    double gain = 0;
    search.look_at_all();
    while (!search.idle() && !stop.out_of_time()) gain += search.optimize(cities_between_looks);
    return gain;
}

}  // namespace odgear::tsp
