// 2-opt*: two routes exchange their tails, or each gets a part of the other turned round.
#pragma once

#include "odgear/hgs/moves/plan.hpp"
#include "odgear/hgs/moves/surroundings.hpp"

namespace odgear::hgs {

// Change of distance when tails are exchanged, named like the turns.
template <class Row>
struct TailChange {
    const Around<Row>& a;
    const PairDistances& d;

    float behind_behind() const { return (d.uy + d.vx) - a.ux - d.vy; }
    float behind_before() const { return (d.uv + d.qx) - a.ux - d.qv; }
    float before_behind() const { return (d.vu + d.py) - a.pu - d.vy; }
};

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
inline Plan plan_turned_tails(const SearchState& state, int one, int i, int two, int j) {
    Plan plan;
    if (one == two) return plan;
    plan.first = NewRoute(one).then(one, 1, i).then(two, 1, j, true);
    plan.second = NewRoute(two)
                      .then(one, i + 1, state.route(one).size, true)
                      .then(two, j + 1, state.route(two).size);
    plan.valid = true;
    return plan;
}

}  // namespace odgear::hgs
