// For every stop, the stops that fit well beside it in a route: near in space, and with windows
// that follow each other with little waiting. O(N^2) up to a few thousand stops; above, only the
// nearest stops in space are considered.
#pragma once

#include <span>
#include <vector>

#include "odgear/route/model.hpp"

namespace odgear::fleet {

class Neighbors {
public:
    Neighbors(const route::Model& model, int width);

    // The lists of a part of the problem, from the lists of the whole. `own` maps stops to the
    // numbers of the part, -1 for other stops. O(N * width).
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
