// All granular moves of one pair of near customers (u, v), tried together. One pass of loads gives
// a lower bound on the change of all moves, and one comparison with it ends most cases. For the
// rest, a second pass computes the change of each move including the loads. Only a move that still
// pays becomes a plan and is evaluated exactly.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <limits>

#include "odgear/hgs/moves/candidate.hpp"
#include "odgear/hgs/moves/pair_move_list.hpp"

namespace odgear::hgs {

constexpr std::size_t pair_move_count = PairMoves::size;

using PairChanges = std::array<float, pair_move_count>;

namespace detail {

template <PairMove... Moves>
Plan plan(PairMoveList<Moves...>, const SearchState& state, std::size_t move,
          const PairPlaces& places) {
    using Function = Plan (*)(const SearchState&, const PairPlaces&);
    static constexpr std::array<Function, sizeof...(Moves)> plans{&Moves::plan...};
    return plans[move](state, places);
}

template <PairMove... Moves>
PairChanges load_shifts(PairMoveList<Moves...>, const PairLoads& loads) {
    return {Moves::load_shift(loads)...};
}

template <class Row, PairMove... Moves>
[[gnu::always_inline]] inline PairChanges changes(PairMoveList<Moves...>, const Around<Row>& a,
                                                  const PairDistances& d) {
    return {Moves::change(a, d)...};
}

// Added to the change of every move within a route: infinity where the move is impossible. Entry 5
// is for customers further apart.
template <PairMove... Moves>
constexpr std::array<PairChanges, 6> same_route_additions(PairMoveList<Moves...>) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    std::array<PairChanges, 6> table{};
    for (int offset = -2; offset <= 3; ++offset)
        table[static_cast<std::size_t>(offset + 2)] = {
            (!Moves::within_route || (offset <= 2 && Moves::overlaps(offset)) ? infinity : 0)...};
    return table;
}

// The minimum over the moves that common_bound() does not include.
template <class Row, PairMove... Moves>
[[gnu::always_inline]] inline float least_other(PairMoveList<Moves...>, const Around<Row>& a,
                                                const PairDistances& d, float least) {
    const auto take = [&]<class Move>() {
        if constexpr (!Move::in_common_bound) least = std::min(least, Move::change(a, d));
    };
    (take.template operator()<Moves>(), ...);
    return least;
}

// The cost of reversing beyond the cut edges, where distances are asymmetric: the edges driven
// backwards and, within a route when v comes first, the true directions of the cut edges.
template <class Distances>
double turning_cost(const MoveContext<Distances>& context, int u, int v, const CutEdges& cut) {
    const SearchState& state = context.state;
    const auto& d = context.distances;
    const CustomerState& at_u = state.customer(u);
    const CustomerState& at_v = state.customer(v);
    const RouteState& route = state.route(at_u.route);
    const double whole = route.reversed - route.distance;
    const auto reversed = [&](int c, double at_depot) {
        return c == 0 ? at_depot : state.customer(c).reversed - state.customer(c).travelled;
    };
    const auto [u1, u2, v1, v2] = cut;
    if (at_u.route != at_v.route) return reversed(v1, 0) + whole - reversed(u2, whole);
    if (at_u.position < at_v.position) return reversed(v1, 0) - reversed(u2, 0);
    return reversed(u1, 0) - reversed(v2, 0) + d(v1, u1) + d(v2, u2) - d(u1, v1) - d(u2, v2);
}

template <class Distances, PairMove... Moves>
void add_turning(PairMoveList<Moves...>, const MoveContext<Distances>& context, int u, int v,
                 PairChanges& changes) {
    std::size_t index = 0;
    const auto add = [&]<class Move>() {
        if constexpr (Move::turns)
            changes[index] +=
                static_cast<float>(turning_cost(context, u, v, Move::cut(context.state, u, v)));
        ++index;
    };
    (add.template operator()<Moves>(), ...);
}

}  // namespace detail

inline Plan plan_pair_move(const SearchState& state, std::size_t move, int u, int v) {
    const CustomerState& at_u = state.customer(u);
    const CustomerState& at_v = state.customer(v);
    return detail::plan(PairMoves{}, state, move,
                        {at_u.route, at_u.position, at_v.route, at_v.position});
}

// For each move, the load that moves from u's route to v's, if these differ.
inline PairChanges load_shifts(const SearchSpace& space, const SearchState& state, int u, int v) {
    const CustomerState& at_u = state.customer(u);
    const CustomerState& at_v = state.customer(v);
    const auto of_u = static_cast<float>(space.demand(u));
    const auto of_v = static_cast<float>(space.demand(v));
    return detail::load_shifts(
        PairMoves{}, {.u = of_u,
                      .v = of_v,
                      .ux = of_u + static_cast<float>(space.demand(at_u.next)),
                      .vy = of_v + static_cast<float>(space.demand(at_v.next)),
                      .tail_u = static_cast<float>(state.route(at_u.route).load - at_u.load),
                      .tail_v = static_cast<float>(state.route(at_v.route).load - at_v.load),
                      .head_v = static_cast<float>(at_v.load)});
}

// Change of distance of every move. Within a route it is right only for moves whose plan_pair_move
// is valid.
template <class Distances, class Row>
PairChanges pair_changes(const MoveContext<Distances>& context, const Around<Row>& a, int v) {
    const PairDistances d = read_pair(a, context.state.customer(v), v);
    PairChanges changes = detail::changes(PairMoves{}, a, d);
    if constexpr (!Distances::symmetric) detail::add_turning(PairMoves{}, context, a.u, v, changes);
    return changes;
}

// The minimum of pair_changes in a symmetric space over relocate, exchange, reversals and tails,
// with the common terms of the moves computed once. Some floats are rounded differently; the
// tolerance of the callers covers this.
template <class Row>
[[gnu::always_inline]] inline float common_bound(const Around<Row>& a, const PairDistances& d) {
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

// The minimum of pair_changes in a symmetric space.
template <class Row>
[[gnu::always_inline]] inline float least_change(const Around<Row>& a, const PairDistances& d) {
    return detail::least_other(PairMoves{}, a, d, common_bound(a, d));
}

constexpr std::array<PairChanges, 6> same_route_additions =
    detail::same_route_additions(PairMoves{});

// For every move, the change of distance plus the change of penalties as far as the loads determine
// it.
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

// Finds the best improving move of the pair, if any. `penalty_u` is the penalty of u's route.
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

// The same with an empty route: u alone, u and x, or the tail after u moves there.
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
