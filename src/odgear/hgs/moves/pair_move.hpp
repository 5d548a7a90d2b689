// What a granular move of a pair of near customers (u, v) is: a type without data that has all
// members of the concept below. A new move is one file with such a type and one line in
// pair_move_list.hpp; a member that is missing does not compile.
#pragma once

#include <concepts>

#include "odgear/hgs/moves/plan.hpp"
#include "odgear/hgs/moves/surroundings.hpp"

namespace odgear::hgs {

// Beside which end of a customer something is cut or inserted.
enum class Side : bool { before, behind };

// Where u and v are: route and position of each.
struct PairPlaces {
    int ru, i;
    int rv, j;
};

// Loads of u, v, their successors x and y, and what lies behind and up to them. Floats: for the
// filter only.
struct PairLoads {
    float u, v;
    float ux, vy;          // of two customers
    float tail_u, tail_v;  // behind u and v
    float head_v;          // up to v, which is included
};

// The edges u1 - u2 and v1 - v2.
struct CutEdges {
    int u1, u2;
    int v1, v2;
};

// A route and a pair of distances to check the templates with.
using AnyAround = Around<const float*>;

template <class Move>
concept PairMove = requires(const SearchState& state, const PairPlaces& places,
                            const PairLoads& loads, const AnyAround& a, const PairDistances& d,
                            int offset) {
    // The new routes; invalid where the move is impossible.
    { Move::plan(state, places) } -> std::same_as<Plan>;
    // Change of distance; infinite where a successor is missing. Within a route it must be right
    // only where the plan is valid. Where the move reverses a stretch: of the cut edges alone.
    { Move::change(a, d) } -> std::same_as<float>;
    // Load that leaves u's route for v's, another one.
    { Move::load_shift(loads) } -> std::same_as<float>;
    // Whether it can be done when u and v are in one route.
    { Move::within_route } -> std::convertible_to<bool>;
    // Whether its pieces would overlap within a route, by the distance from u to v along it (-2 to
    // 2): then the change means nothing.
    requires std::same_as<bool, decltype(Move::overlaps(offset))>;
    // Whether a stretch is driven backwards, which costs more than the cut edges where distances
    // are asymmetric. Then the move has cut(state, u, v), which gives the CutEdges.
    { Move::turns } -> std::convertible_to<bool>;
    // Whether common_bound() of pair_moves.hpp has the terms of this move. If not, the first filter
    // reads its change().
    { Move::in_common_bound } -> std::convertible_to<bool>;
};

}  // namespace odgear::hgs
