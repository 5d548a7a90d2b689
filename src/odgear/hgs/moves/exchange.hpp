// Exchange: u, or u with its successor x, swaps positions with v, or with v and its successor y.
// Within a route or between two.
#pragma once

#include "odgear/hgs/moves/pair_move.hpp"

namespace odgear::hgs {

// Exchanges positions i .. i + a - 1 of route `one` with j .. j + b - 1 of route `two`. Stretches
// of one route that touch or overlap are not exchanged, because a relocation does the same.
inline Plan plan_exchange(const SearchState& state, int one, int i, int a, int two, int j, int b) {
    Plan plan;
    if (i + a - 1 > state.route(one).size || j + b - 1 > state.route(two).size) return plan;
    if (one != two) {
        plan.first = NewRoute(one)
                         .then(one, 1, i - 1)
                         .then(two, j, j + b - 1)
                         .then(one, i + a, state.route(one).size);
        plan.second = NewRoute(two)
                          .then(two, 1, j - 1)
                          .then(one, i, i + a - 1)
                          .then(two, j + b, state.route(two).size);
        plan.valid = true;
        return plan;
    }
    if (j < i) return plan_exchange(state, two, j, b, one, i, a);
    if (j <= i + a) return plan;
    plan.first = NewRoute(one)
                     .then(one, 1, i - 1)
                     .then(one, j, j + b - 1)
                     .then(one, i + a, j - 1)
                     .then(one, i, i + a - 1)
                     .then(one, j + b, state.route(one).size);
    plan.valid = true;
    return plan;
}

// `of_u` customers from u on swap positions with `of_v` customers from v on.
template <int of_u, int of_v>
struct Exchange {
    static constexpr bool within_route = true;
    static constexpr bool turns = false;
    static constexpr bool in_common_bound = true;

    static Plan plan(const SearchState& state, const PairPlaces& at) {
        return plan_exchange(state, at.ru, at.i, of_u, at.rv, at.j, of_v);
    }
    // Correct when the two stretches do not touch.
    template <class Row>
    static float change(const Around<Row>& a, const PairDistances& d) {
        if constexpr (of_u == 1 && of_v == 1)
            return (d.pv + d.vx - a.pu - a.ux) + (d.qu + d.uy - d.qv - d.vy);
        else if constexpr (of_v == 1)
            return (d.pv + d.v_xx - a.pair_cut) + (d.qu + d.xy - d.qv - d.vy);
        else
            return (d.pv + d.y_xx - a.pair_cut) + (d.qu + d.x_yy - d.qv - d.y_yy);
    }
    static float load_shift(const PairLoads& loads) {
        return (of_u == 1 ? loads.u : loads.ux) - (of_v == 1 ? loads.v : loads.vy);
    }
    static constexpr bool overlaps(int offset) {
        if (of_v == 2) return true;
        return offset == -1 || offset == 1 || (of_u == 2 && offset == 2);
    }
};

}  // namespace odgear::hgs
