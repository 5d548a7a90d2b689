// For every stop, the stops that would stand well beside it in a route: near in space, and with
// windows that follow each other with little waiting. O(N^2) up to a few thousand stops; above,
// only the nearest in space are looked at.
#pragma once

#include <span>
#include <vector>

#include "odgear/route/model.hpp"

namespace odgear::fleet {

class Neighbors {
public:
    Neighbors(const route::Model& model, int width);

    // Those of a part of the problem, from the lists of the whole: `own` maps its stops to the
    // part's numbers, -1 for others. O(N * width).
    Neighbors(const Neighbors& whole, std::span<const int> stops, std::span<const int> own);

    std::span<const int> of(int stop) const {
        return {flat_.data() + static_cast<std::size_t>(stop) * width_,
                sizes_[static_cast<std::size_t>(stop)]};
    }

private:
    std::size_t width_;
    std::vector<int> flat_;
    std::vector<std::size_t> sizes_;
};

}  // namespace odgear::fleet
