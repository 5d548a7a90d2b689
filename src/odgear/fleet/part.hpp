// A part of a rich problem: some routes with all their units, as a problem of its own.
#pragma once

#include <span>
#include <vector>

#include "odgear/fleet/neighbors.hpp"
#include "odgear/fleet/tours.hpp"

namespace odgear::fleet {

struct Part {
    Problem problem;
    std::vector<int> stops;     // for each stop, its number in the whole problem
    std::vector<int> own;       // the inverse; -1 for stops of other parts
    std::vector<Sketch> start;  // in the numbers of the part

    std::vector<Sketch> whole(std::vector<Sketch> routes) const;
};

// The part has the chosen routes and absent units; `counts` are its vehicles by type. O(stops of
// the part, plus its locations squared where matrices are given).
Part make_part(const route::Model& model, const std::vector<Sketch>& routes,
               std::span<const int> chosen, std::span<const int> absent,
               std::span<const int> counts);

}  // namespace odgear::fleet
