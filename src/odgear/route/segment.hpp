// Time and load of a piece of a route, and how two pieces join in constant time. These two formulas
// exist only here: prefixes, suffixes, insertions and exchanges are all joins.
#pragma once

#include <algorithm>
#include <limits>

#include "odgear/core/instance.hpp"

namespace odgear::route {

// Time windows of a piece. If it begins between `early` and `late`, it takes `duration`. If it
// begins earlier, it does not end earlier; if it begins later, it is late. `warp` is by how much
// time must be turned back to keep every window: 0 in a feasible piece.
struct TimeSegment {
    double duration = 0;
    double early = 0;
    double late = std::numeric_limits<double>::infinity();
    double warp = 0;

    // The earliest end.
    double finish() const { return early + duration - warp; }
};

inline TimeSegment join(const TimeSegment& a, double travel, const TimeSegment& b) {
    const double reach = a.duration - a.warp + travel;
    const double wait = std::max(b.early - reach - a.late, 0.0);
    const double warp = std::max(a.early + reach - b.late, 0.0);
    return {a.duration + b.duration + travel + wait, std::max(b.early - reach, a.early) - wait,
            std::min(b.late - reach, a.late) + warp, a.warp + b.warp + warp};
}

// Loads of a piece, in one dimension. `initial` must be on board before the piece, for its
// deliveries. `final` is on board after the piece because of it (negative where a shipment ends).
// `peak` is the largest load within the piece.
struct LoadSegment {
    Load initial = 0;
    Load final = 0;
    Load peak = 0;
};

inline LoadSegment join(const LoadSegment& a, const LoadSegment& b) {
    return {a.initial + b.initial, a.final + b.final,
            std::max(a.peak + b.initial, a.final + b.peak)};
}

}  // namespace odgear::route
