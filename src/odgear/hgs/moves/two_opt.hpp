// 2-opt: a stretch of a route is driven the other way round, so that u and v become neighbours.
#pragma once

#include "odgear/hgs/moves/plan.hpp"
#include "odgear/hgs/moves/surroundings.hpp"

namespace odgear::hgs {

// Change of distance on the cut edges alone; in symmetric spaces the whole change. The same sums
// serve the 2-opt* that turns a part.
template <class Row>
struct TwoOptChange {
    const Around<Row>& a;
    const PairDistances& d;

    float behind() const { return d.uv + d.xy - a.ux - d.vy; }  // cuts u - x and v - y
    float before() const { return d.uv + d.pq - a.pu - d.qv; }  // cuts p - u and q - v
};

// Turns positions i .. j.
inline Plan plan_two_opt(const SearchState& state, int route, int i, int j) {
    Plan plan;
    if (i >= j) return plan;
    plan.first = NewRoute(route)
                     .then(route, 1, i - 1)
                     .then(route, i, j, true)
                     .then(route, j + 1, state.route(route).size);
    plan.valid = true;
    return plan;
}

}  // namespace odgear::hgs
