// A normal form of tours: equal for tours that differ only in their first city and direction.
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
