// Relocate: u, or u with its successor x, moves next to v. The pair moves as it is or reversed
// (or-opt). Within a route or between two.
#pragma once

#include "odgear/hgs/moves/pair_move.hpp"

namespace odgear::hgs {

// Moves positions i .. i + count - 1 of route `from` between positions j and j + 1 of route `to`.
inline Plan plan_relocate(const SearchState& state, int from, int i, int count, int to, int j,
                          bool reversed) {
    const int last = i + count - 1;
    const int size = state.route(from).size;
    Plan plan;
    if (last > size) return plan;
    if (from != to) {
        plan.first = NewRoute(from).then(from, 1, i - 1).then(from, last + 1, size);
        plan.second = NewRoute(to)
                          .then(to, 1, j)
                          .then(from, i, last, reversed)
                          .then(to, j + 1, state.route(to).size);
        plan.valid = true;
        return plan;
    }
    if (j >= i - 1 && j <= last) return plan;  // they are there already
    plan.first = j < i ? NewRoute(from)
                             .then(from, 1, j)
                             .then(from, i, last, reversed)
                             .then(from, j + 1, i - 1)
                             .then(from, last + 1, size)
                       : NewRoute(from)
                             .then(from, 1, i - 1)
                             .then(from, last + 1, j)
                             .then(from, i, last, reversed)
                             .then(from, j + 1, size);
    plan.valid = true;
    return plan;
}

// `count` customers from u on move to the position after v (between v and y) or before it (between
// q and v).
template <int count, bool reversed, Side side>
struct Relocate {
    static constexpr bool behind = side == Side::behind;
    static constexpr bool ends_with_u = count == 1 || reversed;
    static constexpr bool within_route = true;
    static constexpr bool turns = false;  // change() includes the true cost of the reversed pair
    static constexpr bool in_common_bound = true;

    static Plan plan(const SearchState& state, const PairPlaces& at) {
        return plan_relocate(state, at.ru, at.i, count, at.rv, behind ? at.j : at.j - 1, reversed);
    }
    template <class Row>
    static float change(const Around<Row>& a, const PairDistances& d) {
        const float gone = count == 1 ? a.u_gone
                           : reversed ? a.pair_gone + a.pair_reversed
                                      : a.pair_gone;
        if constexpr (behind)
            return gone + ((reversed ? d.vx : d.vu) + (ends_with_u ? d.uy : d.xy) - d.vy);
        else
            return gone + ((reversed ? d.qx : d.qu) + (ends_with_u ? d.uv : d.xv) - d.qv);
    }
    static float load_shift(const PairLoads& loads) { return count == 1 ? loads.u : loads.ux; }
    static constexpr bool overlaps(int offset) {
        if (count == 1) return offset == (behind ? -1 : 1);
        return offset == 1 || offset == (behind ? -1 : 2);
    }
};

}  // namespace odgear::hgs
