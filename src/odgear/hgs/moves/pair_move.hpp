// The interface of a granular move of a pair of near customers (u, v): a type without data that has
// all members of the concept below. A new move is one file with such a type and one line in
// pair_move_list.hpp. If a member is missing, it does not compile.
#pragma once

#include <concepts>

#include "odgear/hgs/moves/plan.hpp"
#include "odgear/hgs/moves/surroundings.hpp"

namespace odgear::hgs {

// On which side of a customer an edge is cut or customers are inserted.
enum class Side : bool { before, behind };

// The route and the position of u and of v.
struct PairPlaces {
    int ru, i;
    int rv, j;
};

// Loads of u, v, their successors x and y, and of the parts before and after them. They are floats
// and serve only the filter.
struct PairLoads {
    float u, v;
    float ux, vy;          // of two customers
    float tail_u, tail_v;  // after u and after v
    float head_v;          // up to and including v
};

// The edges u1 - u2 and v1 - v2.
struct CutEdges {
    int u1, u2;
    int v1, v2;
};

// A route and a pair of distances, for checking the templates.
using AnyAround = Around<const float*>;

template <class Move>
concept PairMove = requires(const SearchState& state, const PairPlaces& places,
                            const PairLoads& loads, const AnyAround& a, const PairDistances& d,
                            int offset) {
    // The new routes; invalid if the move is impossible.
    { Move::plan(state, places) } -> std::same_as<Plan>;
    // Change of distance; infinite if a successor is missing. Within a route it has to be right
    // only where the plan is valid. For a move that reverses a stretch, it covers only the cut
    // edges.
    { Move::change(a, d) } -> std::same_as<float>;
    // Load that moves from u's route to v's, if these differ.
    { Move::load_shift(loads) } -> std::same_as<float>;
    // Whether the move is possible when u and v are in one route.
    { Move::within_route } -> std::convertible_to<bool>;
    // Whether the pieces would overlap within a route, by the distance from u to v along it (-2 to
    // 2). The change then has no meaning.
    requires std::same_as<bool, decltype(Move::overlaps(offset))>;
    // Whether a stretch is driven backwards. Where distances are asymmetric, this costs more than
    // the cut edges. The move then has cut(state, u, v), which gives the CutEdges.
    { Move::turns } -> std::convertible_to<bool>;
    // Whether common_bound() of pair_moves.hpp includes the terms of this move. If not, the first
    // filter reads its change().
    { Move::in_common_bound } -> std::convertible_to<bool>;
};

}  // namespace odgear::hgs
