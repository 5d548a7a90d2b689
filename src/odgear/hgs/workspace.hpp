// All memory that solve() allocates, kept for the next call. Thousands of small solves then
// allocate only their results. For one call at a time.
#pragma once

#include <vector>

#include "odgear/core/random.hpp"
#include "odgear/hgs/crossover.hpp"
#include "odgear/hgs/individual.hpp"
#include "odgear/hgs/local_search.hpp"
#include "odgear/hgs/population.hpp"
#include "odgear/hgs/search_space.hpp"
#include "odgear/hgs/split.hpp"

namespace odgear::hgs {

// The memory for making one individual. Makers share nothing, so several can work at once.
struct Maker {
    Random random;
    OrderedCrossover crossover;
    Split split;
    LocalSearch local_search;
    Individual offspring;
    Individual repaired;
    bool is_repaired = false;  // whether `repaired` holds something feasible
};

struct Workspace {
    SearchSpace space;
    Population population;
    std::vector<Maker> makers;
};

}  // namespace odgear::hgs
