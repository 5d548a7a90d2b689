// Relocate: u, or u with its successor x, moves next to v; the pair as it is or turned round
// (or-opt). Within a route or between two.
#pragma once

#include "odgear/hgs/moves/plan.hpp"
#include "odgear/hgs/moves/surroundings.hpp"

namespace odgear::hgs {

// Change of distance, by place: behind v (between v and y) or before it (between q and v).
template <class Row>
struct RelocateChange {
    const Around<Row>& a;
    const PairDistances& d;

    float one_behind() const { return a.u_gone + (d.vu + d.uy - d.vy); }
    float one_before() const { return a.u_gone + (d.qu + d.uv - d.qv); }
    float two_behind() const { return a.pair_gone + (d.vu + d.xy - d.vy); }
    float two_before() const { return a.pair_gone + (d.qu + d.xv - d.qv); }
    float turned_behind() const { return a.pair_gone + a.pair_turned + (d.vx + d.uy - d.vy); }
    float turned_before() const { return a.pair_gone + a.pair_turned + (d.qx + d.uv - d.qv); }
};

// Moves positions i .. i + count - 1 of route `from` between positions j and j + 1 of route `to`.
inline Plan plan_relocate(const SearchState& state, int from, int i, int count, int to, int j,
                          bool turned) {
    const int last = i + count - 1;
    const int size = state.route(from).size;
    Plan plan;
    if (last > size) return plan;
    if (from != to) {
        plan.first = NewRoute(from).then(from, 1, i - 1).then(from, last + 1, size);
        plan.second = NewRoute(to)
                          .then(to, 1, j)
                          .then(from, i, last, turned)
                          .then(to, j + 1, state.route(to).size);
        plan.valid = true;
        return plan;
    }
    if (j >= i - 1 && j <= last) return plan;  // where it is now
    plan.first = j < i ? NewRoute(from)
                             .then(from, 1, j)
                             .then(from, i, last, turned)
                             .then(from, j + 1, i - 1)
                             .then(from, last + 1, size)
                       : NewRoute(from)
                             .then(from, 1, i - 1)
                             .then(from, last + 1, j)
                             .then(from, i, last, turned)
                             .then(from, j + 1, size);
    plan.valid = true;
    return plan;
}

}  // namespace odgear::hgs
