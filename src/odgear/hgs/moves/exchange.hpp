// Exchange: u, or u with its successor x, changes places with v, or with v and its successor y.
// Within a route or between two.
#pragma once

#include "odgear/hgs/moves/plan.hpp"
#include "odgear/hgs/moves/surroundings.hpp"

namespace odgear::hgs {

// Change of distance when the two stretches do not touch.
template <class Row>
struct ExchangeChange {
    const Around<Row>& a;
    const PairDistances& d;

    float one_one() const { return (d.pv + d.vx - a.pu - a.ux) + (d.qu + d.uy - d.qv - d.vy); }
    float two_one() const { return (d.pv + d.v_xx - a.pair_cut) + (d.qu + d.xy - d.qv - d.vy); }
    float two_two() const { return (d.pv + d.y_xx - a.pair_cut) + (d.qu + d.x_yy - d.qv - d.y_yy); }
};

// Exchanges positions i .. i + a - 1 of route `one` with j .. j + b - 1 of route `two`. Stretches
// of one route that touch or overlap are no exchange: a relocation does the same.
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

}  // namespace odgear::hgs
