// 2-opt: a stretch of a route is driven in reverse. Between two routes the same cuts give the
// 2-opt* that reverses a part, so this is one move with the same sums.
#pragma once

#include "odgear/hgs/moves/pair_move.hpp"
#include "odgear/hgs/moves/two_opt_star.hpp"

namespace odgear::hgs {

// Reverses the customers between the cuts after positions i and j, in either order.
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

// Cuts the edge on side at_u of u and the edge on side at_v of v.
template <Side at_u, Side at_v>
struct Turn {
    static constexpr bool behind_u = at_u == Side::behind;
    static constexpr bool behind_v = at_v == Side::behind;
    static constexpr bool within_route = true;
    static constexpr bool turns = true;
    static constexpr bool in_common_bound = true;

    static Plan plan(const SearchState& state, const PairPlaces& at) {
        const int cut_u = behind_u ? at.i : at.i - 1;
        const int cut_v = behind_v ? at.j : at.j - 1;
        return at.ru == at.rv ? plan_two_opt(state, at.ru, cut_u, cut_v)
                              : plan_reversed_tails(state, at.ru, cut_u, at.rv, cut_v);
    }
    static CutEdges cut(const SearchState& state, int u, int v) {
        const CustomerState& of_u = state.customer(u);
        const CustomerState& of_v = state.customer(v);
        return {behind_u ? u : of_u.previous, behind_u ? of_u.next : u,
                behind_v ? v : of_v.previous, behind_v ? of_v.next : v};
    }
    // The whole change in symmetric spaces.
    template <class Row>
    static float change(const Around<Row>& a, const PairDistances& d) {
        if constexpr (behind_u && behind_v)
            return (d.uv + d.xy) - a.ux - d.vy;
        else if constexpr (!behind_u && !behind_v)
            return (d.uv + d.pq) - a.pu - d.qv;
        else if constexpr (behind_u)
            return (d.uq + d.xv) - a.ux - d.qv;
        else
            return (d.pv + d.uy) - a.pu - d.vy;
    }
    // u's tail leaves and v's head arrives.
    static float load_shift(const PairLoads& loads) {
        return (behind_u ? loads.tail_u : loads.tail_u + loads.u) -
               (behind_v ? loads.head_v : loads.head_v - loads.v);
    }
    static constexpr bool overlaps(int offset) {
        return behind_u != behind_v && offset == (behind_u ? 1 : -1);
    }
};

}  // namespace odgear::hgs
