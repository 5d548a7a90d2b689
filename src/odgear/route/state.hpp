// One route of a search. Each element stores what joins need, so that the cost of inserting a stop
// anywhere is known in O(1). A change of the route refreshes it in O(length).
//
// Routes whose type is `exact` keep only distances and order here; Exact judges their times.
#pragma once

#include <span>
#include <vector>

#include "odgear/route/exact.hpp"
#include "odgear/route/model.hpp"

namespace odgear::route {

// A start, stop, reload or end. One cache line.
struct alignas(64) Element {
    int code = start_code;
    int location = -1;
    double way = 0;     // distance from the element before
    double travel = 0;  // time from the element before
    double ready = 0;   // earliest departure
    double due = 0;     // latest begin that keeps everything after it in time
    Load load = 0;      // on board when leaving, first dimension
    Load before = 0;    // largest load up to here
    Load after = 0;     // largest load from here on
};

// The same loads in one of the other dimensions.
struct LoadMarks {
    Load load = 0;
    Load before = 0;
    Load after = 0;
};

// The piece up to an element and the piece from it on. Kept where durations count.
struct Pieces {
    TimeSegment before;
    TimeSegment after;
};

struct RouteState {
    int type = -1;  // -1: not in use
    std::vector<Element> elements;
    std::vector<Pieces> pieces;
    std::vector<LoadMarks> more;  // [element * (dimensions - 1) + d - 1]
    double distance = 0;
    double driving = 0;
    double duration = 0;
    double release = 0;
    double cost = 0;
    int stops = 0;

    bool used() const { return type >= 0; }
    int last() const { return static_cast<int>(elements.size()) - 2; }  // stops are 1..last()
    const Element& element(int i) const { return elements[static_cast<std::size_t>(i)]; }
};

// Makes the route from codes (no breaks). False when it is infeasible.
bool assign(const Model& model, Exact& exact, RouteState& route, int type,
            std::span<const int> codes);

// Recomputes everything from codes, ways and travels. False when the route is infeasible.
bool refresh(const Model& model, Exact& exact, RouteState& route);

// The codes between start and end.
void codes_of(const RouteState& route, std::vector<int>& codes);

// Puts a code after the element at `position` and updates the distances beside it, without a
// refresh.
void splice(const Model& model, RouteState& route, int position, int code);

}  // namespace odgear::route
