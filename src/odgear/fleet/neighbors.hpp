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

    std::span<const int> of(int stop) const {
        return {flat_.data() + static_cast<std::size_t>(stop) * width_, width_};
    }

private:
    std::size_t width_;
    std::vector<int> flat_;
};

}  // namespace odgear::fleet
