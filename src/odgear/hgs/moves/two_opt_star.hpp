// 2-opt*: two routes exchange their tails. The variant in which each route gets a part of the other
// reversed is Turn, in two_opt.hpp.
#pragma once

#include "odgear/hgs/moves/pair_move.hpp"

namespace odgear::hgs {

// Route `one` keeps 1 .. i and gets the tail of `two` after j. Route `two` keeps 1 .. j and gets
// the tail of `one`.
inline Plan plan_tails(const SearchState& state, int one, int i, int two, int j) {
    Plan plan;
    if (one == two) return plan;
    plan.first = NewRoute(one).then(one, 1, i).then(two, j + 1, state.route(two).size);
    plan.second = NewRoute(two).then(two, 1, j).then(one, i + 1, state.route(one).size);
    plan.valid = true;
    return plan;
}

// Route `one` keeps 1 .. i and gets the head 1 .. j of `two` reversed. Route `two` becomes the tail
// of `one` reversed, followed by its own tail after j.
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

// Cuts the edge on side at_u of u and the edge on side at_v of v. Both before is the same move as
// both behind of the predecessors, which are a pair of their own.
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
