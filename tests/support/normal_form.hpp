// Tours that are the same whatever city they begin with and whichever way they run.
#pragma once

#include <algorithm>
#include <vector>

namespace odgear::testing {

inline std::vector<int> normal_form(std::vector<int> tour) {
    std::rotate(tour.begin(), std::find(tour.begin(), tour.end(), 0), tour.end());
    if (tour.size() > 2 && tour[1] > tour.back()) std::reverse(tour.begin() + 1, tour.end());
    return tour;
}

}  // namespace odgear::testing
