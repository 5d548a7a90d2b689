// All granular moves of one pair of near customers (u, v), tried together: one pass of loads, the
// change of distance of every move, and a single comparison that nearly always ends it. Only what
// could still pay after penalties is spelt out as a plan and evaluated exactly.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
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
    turn_behind,  // 2-opt within a route, 2-opt* with a part turned between two
    turn_before,
    tails_crossed,  // 2-opt*, only between two routes
    tails_joined,
    pair_move_count,
};

using PairChanges = std::array<float, pair_move_count>;

// What turning round costs besides the cut edges, where distances are asymmetric: the ways driven
// backwards, and within a route the cut edges' true directions.
template <class Distances>
void add_turning(const MoveContext<Distances>& context, int u, int v, PairChanges& changes) {
    const SearchState& state = context.state;
    const auto& d = context.distances;
    const CustomerState& at_u = state.customer(u);
    const CustomerState& at_v = state.customer(v);
    const auto [p, x] = std::pair(at_u.previous, at_u.next);
    const auto [q, y] = std::pair(at_v.previous, at_v.next);
    const RouteState& route = state.route(at_u.route);
    const double whole = route.reversed - route.distance;
    const auto turned = [&](int c, double at_depot) {
        return c == 0 ? at_depot : state.customer(c).reversed - state.customer(c).travelled;
    };
    double behind = 0;
    double before = 0;
    if (at_u.route != at_v.route) {
        behind = turned(v, 0) + whole - turned(x, whole);
        before = turned(q, 0) + whole - turned(u, 0);
    } else if (at_u.position < at_v.position) {
        behind = turned(v, 0) - turned(x, 0);
        before = turned(q, 0) - turned(u, 0);
    } else {
        behind = turned(u, 0) - turned(y, 0) + d(v, u) + d(y, x) - d(u, v) - d(x, y);
        before = turned(p, 0) - turned(v, 0) + d(q, p) + d(v, u) - d(p, q) - d(u, v);
    }
    changes[turn_behind] += static_cast<float>(behind);
    changes[turn_before] += static_cast<float>(before);
}

template <class Distances, class Row>
PairChanges pair_changes(const MoveContext<Distances>& context, const Around<Row>& a, int v) {
    const CustomerState& at_v = context.state.customer(v);
    const PairDistances d = read_pair(a, at_v, v);
    const RelocateChange<Row> relocate{a, d};
    const ExchangeChange<Row> exchange{a, d};
    const TwoOptChange<Row> turn{a, d};
    const TailChange<Row> tails{a, d};
    PairChanges changes{relocate.one_behind(),
                        relocate.one_before(),
                        relocate.two_behind(),
                        relocate.two_before(),
                        relocate.turned_behind(),
                        relocate.turned_before(),
                        exchange.one_one(),
                        exchange.two_one(),
                        exchange.two_two(),
                        turn.behind(),
                        turn.before(),
                        tails.crossed(),
                        tails.joined()};
    if constexpr (!Distances::symmetric) add_turning(context, a.u, v, changes);
    return changes;
}

inline Plan plan_pair_move(const SearchState& state, std::size_t move, int u, int v) {
    const int ru = state.customer(u).route;
    const int rv = state.customer(v).route;
    const int i = state.customer(u).position;
    const int j = state.customer(v).position;
    const bool same = ru == rv;
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
        case turn_behind:
            return same ? plan_two_opt(state, ru, std::min(i, j) + 1, std::max(i, j))
                        : plan_turned_tails(state, ru, i, rv, j);
        case turn_before:
            return same ? plan_two_opt(state, ru, std::min(i, j), std::max(i, j) - 1)
                        : plan_turned_tails(state, ru, i - 1, rv, j - 1);
        case tails_crossed: return plan_tails(state, ru, i, rv, j);
        case tails_joined: return plan_tails(state, ru, i, rv, j - 1);
        default: return {};
    }
}

// Load that leaves u's route for v's, another one.
inline Load load_shift(const SearchSpace& space, const SearchState& state, std::size_t move, int u,
                       int v) {
    const CustomerState& at_u = state.customer(u);
    const CustomerState& at_v = state.customer(v);
    const Load of_u = space.demand(u);
    const Load of_v = space.demand(v);
    const Load of_x = space.demand(at_u.next);
    const Load route_u = state.route(at_u.route).load;
    const Load route_v = state.route(at_v.route).load;
    switch (move) {
        case relocate_one_behind:
        case relocate_one_before: return of_u;
        case exchange_one_one: return of_u - of_v;
        case exchange_two_one: return of_u + of_x - of_v;
        case exchange_two_two: return of_u + of_x - of_v - space.demand(at_v.next);
        case turn_behind: return route_u - (at_u.load + at_v.load);
        case turn_before: return route_u - (at_u.load - of_u + at_v.load - of_v);
        case tails_crossed: return route_u - (at_u.load + route_v - at_v.load);
        case tails_joined: return route_u - (at_u.load + route_v - at_v.load + of_v);
        default: return of_u + of_x;  // relocations of two
    }
}

// The best of the moves whose change of distance alone is below `bound`, the penalty there is to
// win. Rarely reached.
template <class Distances>
[[gnu::noinline]] Candidate best_below(const MoveContext<Distances>& context, int u, int v,
                                       const PairChanges& changes, double bound) {
    const SearchSpace& space = context.space;
    const SearchState& state = context.state;
    const RouteState& route_u = state.route(state.customer(u).route);
    const RouteState& route_v = state.route(state.customer(v).route);
    const bool same = &route_u == &route_v;
    Candidate best{-space.tolerance(), {}};
    for (std::size_t move = 0; move < pair_move_count; ++move) {
        if (changes[move] - bound >= best.change) continue;
        if (same && move >= tails_crossed) continue;
        if (!same) {
            const Load shift = load_shift(space, state, move, u, v);
            const double excess =
                double(std::max<Load>(0, route_u.load - shift - space.capacity()) +
                       std::max<Load>(0, route_v.load + shift - space.capacity()));
            if (changes[move] + context.weights.load * excess - bound >= best.change) continue;
        }
        const Plan plan = plan_pair_move(state, move, u, v);
        if (!plan.valid) continue;
        const double change = evaluate(context, plan);
        if (change < best.change) best = {change, plan};
    }
    return best;
}

// The best improving move of the pair, if any.
template <class Distances, class Row>
Candidate best_pair_move(const MoveContext<Distances>& context, const Around<Row>& a, int v) {
    const SearchState& state = context.state;
    const PairChanges changes = pair_changes(context, a, v);
    const int ru = state.customer(a.u).route;
    const int rv = state.customer(v).route;
    double bound = state.route(ru).penalty;
    if (ru != rv) bound += state.route(rv).penalty;
    float least = changes[0];
    for (std::size_t move = 1; move < pair_move_count; ++move)
        least = std::min(least, changes[move]);
    if (least >= bound - context.space.tolerance()) return {};
    return best_below(context, a.u, v, changes, bound);
}

// The same with an empty route: u alone, u and x, or the tail behind u move there.
template <class Distances, class Row>
Candidate best_move_to_empty(const MoveContext<Distances>& context, const Around<Row>& a,
                             int empty) {
    const SearchState& state = context.state;
    const CustomerState& at_u = state.customer(a.u);
    const double bound = state.route(at_u.route).penalty - context.space.tolerance();
    const int i = at_u.position;
    const float one = a.u_gone + a.from_u[0] + a.to_u[0];
    const float two = a.pair_gone + a.to_u[0] + a.ux + a.from_x[0];
    const float tail = a.from_u[0] + a.to_x[0] - a.ux;
    Candidate best{-context.space.tolerance(), {}};
    const auto consider = [&](const Plan& plan) {
        if (!plan.valid) return;
        const double change = evaluate(context, plan);
        if (change < best.change) best = {change, plan};
    };
    if (one < bound) consider(plan_relocate(state, at_u.route, i, 1, empty, 0, false));
    if (two < bound) consider(plan_relocate(state, at_u.route, i, 2, empty, 0, false));
    if (tail < bound) consider(plan_tails(state, at_u.route, i, empty, 0));
    return best;
}

}  // namespace odgear::hgs
