// Everything solve() allocates, kept for the next call: thousands of small solves then cost no
// allocation but their answers. One per thread.
#pragma once

#include "odgear/hgs/crossover.hpp"
#include "odgear/hgs/individual.hpp"
#include "odgear/hgs/local_search.hpp"
#include "odgear/hgs/population.hpp"
#include "odgear/hgs/search_space.hpp"
#include "odgear/hgs/split.hpp"

namespace odgear::hgs {

struct Workspace {
    SearchSpace space;
    LocalSearch local_search;
    Split split;
    OrderedCrossover crossover;
    Population population;
    Individual offspring;
    Individual best;
};

}  // namespace odgear::hgs
