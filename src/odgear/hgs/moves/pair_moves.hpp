// All granular moves of one pair of near customers (u, v), tried together: one pass of loads, a
// lower bound on the change of all moves, and a single comparison that mostly ends it. What passes
// is weighed with the loads in a second pass over all moves at once; only what then still pays is
// spelt out as a plan and evaluated exactly.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <limits>

#include "odgear/hgs/moves/candidate.hpp"
#include "odgear/hgs/moves/exchange.hpp"
#include "odgear/hgs/moves/plan.hpp"
#include "odgear/hgs/moves/relocate.hpp"
#include "odgear/hgs/moves/surroundings.hpp"
#include "odgear/hgs/moves/two_opt.hpp"
#include "odgear/hgs/moves/two_opt_star.hpp"

namespace odgear::hgs {

enum PairMove : std::size_t {
    relocate_one_behind,
    relocate_one_before,
    relocate_two_behind,
    relocate_two_before,
    relocate_turned_behind,
    relocate_turned_before,
    exchange_one_one,
    exchange_two_one,
    exchange_two_two,
    turn_behind_behind,  // 2-opt within a route, 2-opt* with a part turned between two
    turn_before_before,
    turn_behind_before,
    turn_before_behind,
    tails_behind_behind,  // 2-opt*, only between two routes
    tails_behind_before,
    tails_before_behind,
    pair_move_count,
};

using PairChanges = std::array<float, pair_move_count>;

// Change of distance of every move. Within a route only right for moves that plan_pair_move calls
// valid.
template <class Distances, class Row>
PairChanges pair_changes(const MoveContext<Distances>& context, const Around<Row>& a, int v);

inline Plan plan_pair_move(const SearchState& state, std::size_t move, int u, int v) {
    const int ru = state.customer(u).route;
    const int rv = state.customer(v).route;
    const int i = state.customer(u).position;
    const int j = state.customer(v).position;
    const auto turn = [&](int cut_u, int cut_v) {
        return ru == rv ? plan_two_opt(state, ru, cut_u, cut_v)
                        : plan_turned_tails(state, ru, cut_u, rv, cut_v);
    };
    switch (move) {
        case relocate_one_behind: return plan_relocate(state, ru, i, 1, rv, j, false);
        case relocate_one_before: return plan_relocate(state, ru, i, 1, rv, j - 1, false);
        case relocate_two_behind: return plan_relocate(state, ru, i, 2, rv, j, false);
        case relocate_two_before: return plan_relocate(state, ru, i, 2, rv, j - 1, false);
        case relocate_turned_behind: return plan_relocate(state, ru, i, 2, rv, j, true);
        case relocate_turned_before: return plan_relocate(state, ru, i, 2, rv, j - 1, true);
        case exchange_one_one: return plan_exchange(state, ru, i, 1, rv, j, 1);
        case exchange_two_one: return plan_exchange(state, ru, i, 2, rv, j, 1);
        case exchange_two_two: return plan_exchange(state, ru, i, 2, rv, j, 2);
        case turn_behind_behind: return turn(i, j);
        case turn_before_before: return turn(i - 1, j - 1);
        case turn_behind_before: return turn(i, j - 1);
        case turn_before_behind: return turn(i - 1, j);
        case tails_behind_behind: return plan_tails(state, ru, i, rv, j);
        case tails_behind_before: return plan_tails(state, ru, i, rv, j - 1);
        case tails_before_behind: return plan_tails(state, ru, i - 1, rv, j);
        default: return {};
    }
}

// Load that leaves u's route for v's, another one, by each move. Floats: for the filter only.
inline PairChanges load_shifts(const SearchSpace& space, const SearchState& state, int u, int v) {
    const CustomerState& at_u = state.customer(u);
    const CustomerState& at_v = state.customer(v);
    const auto of_u = static_cast<float>(space.demand(u));
    const auto of_v = static_cast<float>(space.demand(v));
    const auto of_ux = of_u + static_cast<float>(space.demand(at_u.next));
    const auto of_vy = of_v + static_cast<float>(space.demand(at_v.next));
    const auto tail_u = static_cast<float>(state.route(at_u.route).load - at_u.load);
    const auto tail_v = static_cast<float>(state.route(at_v.route).load - at_v.load);
    const auto head_v = static_cast<float>(at_v.load);
    return {of_u,
            of_u,
            of_ux,
            of_ux,
            of_ux,
            of_ux,
            of_u - of_v,
            of_ux - of_v,
            of_ux - of_vy,
            tail_u - head_v,
            (tail_u + of_u) - (head_v - of_v),
            tail_u - (head_v - of_v),
            (tail_u + of_u) - head_v,
            tail_u - tail_v,
            tail_u - (tail_v + of_v),
            (tail_u + of_u) - tail_v};
}

// What turning round costs besides the cut edges, where distances are asymmetric: the ways driven
// backwards, and within a route, when v comes first, the cut edges' true directions.
template <class Distances>
void add_turning(const MoveContext<Distances>& context, int u, int v, PairChanges& changes) {
    const SearchState& state = context.state;
    const auto& d = context.distances;
    const CustomerState& at_u = state.customer(u);
    const CustomerState& at_v = state.customer(v);
    const RouteState& route = state.route(at_u.route);
    const double whole = route.reversed - route.distance;
    const auto turned = [&](int c, double at_depot) {
        return c == 0 ? at_depot : state.customer(c).reversed - state.customer(c).travelled;
    };
    // Cuts the edges u1 - u2 and v1 - v2.
    const auto add = [&](std::size_t move, int u1, int u2, int v1, int v2) {
        double extra = 0;
        if (at_u.route != at_v.route)
            extra = turned(v1, 0) + whole - turned(u2, whole);
        else if (at_u.position < at_v.position)
            extra = turned(v1, 0) - turned(u2, 0);
        else
            extra = turned(u1, 0) - turned(v2, 0) + d(v1, u1) + d(v2, u2) - d(u1, v1) - d(u2, v2);
        changes[move] += static_cast<float>(extra);
    };
    const auto [p, x] = std::pair(at_u.previous, at_u.next);
    const auto [q, y] = std::pair(at_v.previous, at_v.next);
    add(turn_behind_behind, u, x, v, y);
    add(turn_before_before, p, u, q, v);
    add(turn_behind_before, u, x, q, v);
    add(turn_before_behind, p, u, v, y);
}

template <class Distances, class Row>
PairChanges pair_changes(const MoveContext<Distances>& context, const Around<Row>& a, int v) {
    const PairDistances d = read_pair(a, context.state.customer(v), v);
    const RelocateChange<Row> relocate{a, d};
    const ExchangeChange<Row> exchange{a, d};
    const TurnChange<Row> turn{a, d};
    const TailChange<Row> tails{a, d};
    PairChanges changes{relocate.one_behind(), relocate.one_before(),    relocate.two_behind(),
                        relocate.two_before(), relocate.turned_behind(), relocate.turned_before(),
                        exchange.one_one(),    exchange.two_one(),       exchange.two_two(),
                        turn.behind_behind(),  turn.before_before(),     turn.behind_before(),
                        turn.before_behind(),  tails.behind_behind(),    tails.behind_before(),
                        tails.before_behind()};
    if constexpr (!Distances::symmetric) add_turning(context, a.u, v, changes);
    return changes;
}

// The least of pair_changes in a symmetric space, with the common terms of the moves taken once.
// Floats round differently here and there; callers allow for it by the tolerance.
template <class Row>
[[gnu::always_inline]] inline float least_change(const Around<Row>& a, const PairDistances& d) {
    const float with_x = std::min(a.pair_gone, -a.ux);
    const float behind = std::min(d.uv + d.xy, d.uy + d.xv) - d.vy + with_x;
    const float before = std::min(d.uv + d.qx, d.uq + d.xv) - d.qv + with_x;
    const float alone = std::min(d.uy - d.vy, d.uq - d.qv) + (d.uv + a.u_gone);
    const float before_u =
        std::min(d.uv + std::min(d.pq - d.qv, d.py - d.vy), d.pv + d.uy - d.vy) - a.pu;
    const float one = (d.uy + d.xv - d.vy) - (a.pu + a.ux);
    const float two = std::min(d.v_xx + d.xy - d.vy, d.y_xx + d.x_yy - d.y_yy) - a.pair_cut;
    const float exchanged = (d.pv + d.uq - d.qv) + std::min(one, two);
    return std::min(std::min(std::min(behind, before), std::min(alone, before_u)), exchanged);
}

// Moves of one route whose pieces would overlap, by the distance from u to v along the route (-2 to
// 2): their sums mean nothing.
constexpr bool impossible_nearby(std::size_t move, int offset) {
    switch (move) {
        case relocate_one_behind: return offset == -1;
        case relocate_one_before: return offset == 1;
        case relocate_two_behind:
        case relocate_turned_behind: return offset == -1 || offset == 1;
        case relocate_two_before:
        case relocate_turned_before: return offset == 1 || offset == 2;
        case exchange_one_one: return offset == -1 || offset == 1;
        case exchange_two_one: return offset == -1 || offset == 1 || offset == 2;
        case exchange_two_two: return true;
        case turn_behind_before: return offset == 1;
        case turn_before_behind: return offset == -1;
        default: return false;
    }
}

// Added to the change of every move within a route: infinity where it is impossible. Entry 5 is for
// customers further apart, between whom only tails cannot be exchanged.
constexpr std::array<PairChanges, 6> same_route_additions = [] {
    std::array<PairChanges, 6> table{};
    for (int offset = -2; offset <= 3; ++offset)
        for (std::size_t move = 0; move < pair_move_count; ++move)
            if (move >= tails_behind_behind || (offset <= 2 && impossible_nearby(move, offset)))
                table[static_cast<std::size_t>(offset + 2)][move] =
                    std::numeric_limits<float>::infinity();
    return table;
}();

// Weighs every move: its change of distance plus the change of penalties as far as loads tell.
template <class Distances, class Row>
PairChanges weighed_changes(const MoveContext<Distances>& context, const Around<Row>& a, int v,
                            float bound) {
    const SearchState& state = context.state;
    const CustomerState& at_u = state.customer(a.u);
    const CustomerState& at_v = state.customer(v);
    PairChanges changes = pair_changes(context, a, v);
    if (at_u.route == at_v.route) {
        const int offset = std::clamp(at_v.position - at_u.position, -3, 3);
        const PairChanges& added = same_route_additions[offset < -2 ? 5 : offset + 2];
        for (std::size_t move = 0; move < pair_move_count; ++move)
            changes[move] += added[move] - bound;
        return changes;
    }
    const Load capacity = context.space.capacity();
    const auto over_u = static_cast<float>(state.route(at_u.route).load - capacity);
    const auto over_v = static_cast<float>(state.route(at_v.route).load - capacity);
    const auto weight = static_cast<float>(context.weights.load);
    const PairChanges shifts = load_shifts(context.space, state, a.u, v);
    for (std::size_t move = 0; move < pair_move_count; ++move)
        changes[move] += weight * (std::max(0.0f, over_u - shifts[move]) +
                                   std::max(0.0f, over_v + shifts[move])) -
                         bound;
    return changes;
}

template <class Distances, class Row>
[[gnu::noinline]] bool find_weighed(const MoveContext<Distances>& context, const Around<Row>& a,
                                    int v, float bound, Candidate& found) {
    const PairChanges changes = weighed_changes(context, a, v, bound);
    found.change = -context.space.tolerance();
    float least = changes[0];
    for (std::size_t move = 1; move < pair_move_count; ++move)
        least = std::min(least, changes[move]);
    if (least >= found.change) return false;
    bool any = false;
    for (std::size_t move = 0; move < pair_move_count; ++move)
        if (changes[move] < found.change)
            any |= found.take_if_better(context, plan_pair_move(context.state, move, a.u, v));
    return any;
}

// Finds the best improving move of the pair, if any. `penalty_u` is that of u's route.
template <class Distances, class Row>
[[gnu::always_inline]] inline bool find_pair_move(const MoveContext<Distances>& context,
                                                  const Around<Row>& a, int v, int route_u,
                                                  float penalty_u, float tolerance,
                                                  Candidate& found) {
    const CustomerState& at_v = context.state.customer(v);
    float bound = penalty_u;
    if (at_v.route != route_u) bound += static_cast<float>(context.state.route(at_v.route).penalty);
    if constexpr (Distances::symmetric)
        if (least_change(a, read_pair(a, at_v, v)) >= bound - tolerance) return false;
    return find_weighed(context, a, v, bound, found);
}

// The same with an empty route: u alone, u and x, or the tail behind u move there.
template <class Distances, class Row>
bool find_move_to_empty(const MoveContext<Distances>& context, const Around<Row>& a, int empty,
                        Candidate& found) {
    const SearchState& state = context.state;
    const CustomerState& at_u = state.customer(a.u);
    const double bound = state.route(at_u.route).penalty - context.space.tolerance();
    const int i = at_u.position;
    const float one = a.u_gone + a.from_u[0] + a.to_u[0];
    const float two = a.pair_gone + a.to_u[0] + a.ux + a.from_x[0];
    const float tail = a.from_u[0] + a.to_x[0] - a.ux;
    found.change = -context.space.tolerance();
    bool any = false;
    const auto consider = [&](const Plan& plan) { any |= found.take_if_better(context, plan); };
    if (one < bound) consider(plan_relocate(state, at_u.route, i, 1, empty, 0, false));
    if (two < bound) consider(plan_relocate(state, at_u.route, i, 2, empty, 0, false));
    if (tail < bound) consider(plan_tails(state, at_u.route, i, empty, 0));
    return any;
}

}  // namespace odgear::hgs
