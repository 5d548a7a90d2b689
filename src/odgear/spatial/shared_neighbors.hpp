// The neighbour lists of one instance for all stages of one solve. They are searched once, at the
// first request, as wide as any stage needs; each stage takes the first k of every row.
#pragma once

#include <algorithm>
#include <optional>

#include "odgear/spatial/neighbors.hpp"

namespace odgear {

class SharedNeighbors {
public:
    // `widest` is the largest k that will be requested; a larger request causes another search.
    // Keeps a reference to the instance. Not safe for several threads at once.
    SharedNeighbors(const Instance& instance, int widest) : instance_(instance), widest_(widest) {}

    // The same as nearest_neighbors(instance, k).
    NeighborLists nearest(int k) {
        if (!lists_ || k > widest_) {
            widest_ = std::max(widest_, k);
            lists_ = nearest_neighbors(instance_, widest_);
        }
        return lists_->first(std::min(k, lists_->width()));
    }

private:
    const Instance& instance_;
    int widest_;
    std::optional<NeighborLists> lists_;
};

}  // namespace odgear
