// 2-opt*: two routes exchange their tails, or each gets a part of the other reversed (the move
// of that is Turn, in two_opt.hpp).
#pragma once

#include "odgear/hgs/moves/pair_move.hpp"

namespace odgear::hgs {

// Route `one` keeps 1 .. i and gets two's tail behind j; `two` keeps 1 .. j and gets one's.
inline Plan plan_tails(const SearchState& state, int one, int i, int two, int j) {
    Plan plan;
    if (one == two) return plan;
    plan.first = NewRoute(one).then(one, 1, i).then(two, j + 1, state.route(two).size);
    plan.second = NewRoute(two).then(two, 1, j).then(one, i + 1, state.route(one).size);
    plan.valid = true;
    return plan;
}

// Route `one` keeps 1 .. i, then two's head 1 .. j backwards; `two` becomes one's tail backwards,
// then its own behind j.
inline Plan plan_reversed_tails(const SearchState& state, int one, int i, int two, int j) {
    Plan plan;
    if (one == two) return plan;
    plan.first = NewRoute(one).then(one, 1, i).then(two, 1, j, true);
    plan.second = NewRoute(two)
                      .then(one, i + 1, state.route(one).size, true)
                      .then(two, j + 1, state.route(two).size);
    plan.valid = true;
    return plan;
}

// Cuts the edge on this side of u and the one on that side of v. Before both is the same as behind
// their predecessors, which are pairs of their own.
template <Side at_u, Side at_v>
struct Tails {
    static constexpr bool behind_u = at_u == Side::behind;
    static constexpr bool behind_v = at_v == Side::behind;
    static_assert(behind_u || behind_v);
    static constexpr bool within_route = false;
    static constexpr bool turns = false;
    static constexpr bool in_common_bound = true;

    static Plan plan(const SearchState& state, const PairPlaces& at) {
        return plan_tails(state, at.ru, behind_u ? at.i : at.i - 1, at.rv,
                          behind_v ? at.j : at.j - 1);
    }
    template <class Row>
    static float change(const Around<Row>& a, const PairDistances& d) {
        if constexpr (behind_u && behind_v)
            return (d.uy + d.vx) - a.ux - d.vy;
        else if constexpr (behind_u)
            return (d.uv + d.qx) - a.ux - d.qv;
        else
            return (d.vu + d.py) - a.pu - d.vy;
    }
    static float load_shift(const PairLoads& loads) {
        return (behind_u ? loads.tail_u : loads.tail_u + loads.u) -
               (behind_v ? loads.tail_v : loads.tail_v + loads.v);
    }
    static constexpr bool overlaps(int) { return false; }
};

}  // namespace odgear::hgs
