// The granular moves that the local search tries. A line here registers a move.
#pragma once

#include <cstddef>

#include "odgear/hgs/moves/exchange.hpp"
#include "odgear/hgs/moves/pair_move.hpp"
#include "odgear/hgs/moves/relocate.hpp"
#include "odgear/hgs/moves/two_opt.hpp"
#include "odgear/hgs/moves/two_opt_star.hpp"

namespace odgear::hgs {

template <PairMove... Moves>
struct PairMoveList {
    static constexpr std::size_t size = sizeof...(Moves);
};

// clang-format off
using PairMoves = PairMoveList<
    Relocate<1, false, Side::behind>,
    Relocate<1, false, Side::before>,
    Relocate<2, false, Side::behind>,
    Relocate<2, false, Side::before>,
    Relocate<2, true, Side::behind>,
    Relocate<2, true, Side::before>,
    Exchange<1, 1>,
    Exchange<2, 1>,
    Exchange<2, 2>,
    Turn<Side::behind, Side::behind>,
    Turn<Side::before, Side::before>,
    Turn<Side::behind, Side::before>,
    Turn<Side::before, Side::behind>,
    Tails<Side::behind, Side::behind>,
    Tails<Side::behind, Side::before>,
    Tails<Side::before, Side::behind>>;
// clang-format on

}  // namespace odgear::hgs
