// What the moves around a pair of near customers u and v read: the distances between
//  p - u - x - xx   and   q - v - y - yy,
// that is, each customer with those before and after it. Every move's change of distance is a sum
// of these and of existing edges, so one pass of loads serves all moves of the pair.
#pragma once

#include <algorithm>
#include <limits>

#include "odgear/hgs/search_state.hpp"

namespace odgear::hgs {

template <class Row>
struct Around {  // one customer u and the rows of distances from and to its surroundings
    int u, p, x, xx;
    float pu, ux;         // existing edges
    float u_gone;         // change when u is removed
    float pair_gone;      // change when u and x are removed; +infinity when x is the depot
    float pair_reversed;  // change when x - u is driven instead of u - x
    float pair_cut;       // pu + x_xx; -infinity when x is the depot
    Row from_p, from_u, to_u, from_x, to_x, to_xx;
};

template <class Distances>
auto around(const SearchState& state, const Distances& distances, int u) {
    using Row = decltype(distances.from(0));
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const CustomerState& at_u = state.customer(u);
    const int p = at_u.previous;
    const int x = at_u.next;
    const int xx = at_u.after_next;
    Around<Row> result{u,
                       p,
                       x,
                       xx,
                       at_u.from_previous,
                       at_u.to_next,
                       distances(p, x) - at_u.from_previous - at_u.to_next,
                       infinity,
                       0,
                       -infinity,
                       distances.from(p),
                       distances.from(u),
                       distances.to(u),
                       distances.from(x),
                       distances.to(x),
                       distances.to(xx)};
    if (x != 0) {
        result.pair_cut = at_u.from_previous + at_u.next_edge;
        result.pair_gone = distances(p, xx) - result.pair_cut;
        if constexpr (!Distances::symmetric) result.pair_reversed = distances(x, u) - at_u.to_next;
    }
    return result;
}

// Directed: vu is the distance from v to u. In symmetric spaces the compiler merges vu and uv.
struct PairDistances {
    float uv, vu, uy, uq, qu;
    float xy, xv, vx, qx, x_yy;
    float pv, pq, py;
    float v_xx, y_xx;
    float qv, vy, y_yy;  // existing edges
};

template <class Row>
[[gnu::always_inline]] inline PairDistances read_pair(const Around<Row>& a,
                                                      const CustomerState& at_v, int v) {
    const int q = at_v.previous;
    const int y = at_v.next;
    return {.uv = a.from_u[v],
            .vu = a.to_u[v],
            .uy = a.from_u[y],
            .uq = a.from_u[q],
            .qu = a.to_u[q],
            .xy = a.from_x[y],
            .xv = a.from_x[v],
            .vx = a.to_x[v],
            .qx = a.to_x[q],
            .x_yy = a.from_x[at_v.after_next],
            .pv = a.from_p[v],
            .pq = a.from_p[q],
            .py = a.from_p[y],
            .v_xx = a.to_xx[v],
            .y_xx = a.to_xx[y],
            .qv = at_v.from_previous,
            .vy = at_v.to_next,
            .y_yy = at_v.next_edge};
}

}  // namespace odgear::hgs
