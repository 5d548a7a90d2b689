// 2-opt: a stretch of a route is driven the other way round. Between two routes the same cuts make
// the 2-opt* that turns a part; the sums below serve both.
#pragma once

#include "odgear/hgs/moves/plan.hpp"
#include "odgear/hgs/moves/surroundings.hpp"

namespace odgear::hgs {

// Change of distance on the cut edges alone; in symmetric spaces the whole change. Named by what is
// cut: the edge behind u or before it, then the edge behind v or before it.
template <class Row>
struct TurnChange {
    const Around<Row>& a;
    const PairDistances& d;

    float behind_behind() const { return (d.uv + d.xy) - a.ux - d.vy; }
    float before_before() const { return (d.uv + d.pq) - a.pu - d.qv; }
    float behind_before() const { return (d.uq + d.xv) - a.ux - d.qv; }
    float before_behind() const { return (d.pv + d.uy) - a.pu - d.vy; }
};

// Turns what lies between the cuts behind positions i and j, in either order.
inline Plan plan_two_opt(const SearchState& state, int route, int i, int j) {
    Plan plan;
    if (i > j) std::swap(i, j);
    if (i + 1 >= j) return plan;
    plan.first = NewRoute(route)
                     .then(route, 1, i)
                     .then(route, i + 1, j, true)
                     .then(route, j + 1, state.route(route).size);
    plan.valid = true;
    return plan;
}

}  // namespace odgear::hgs
