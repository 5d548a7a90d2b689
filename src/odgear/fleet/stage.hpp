// One stage of annealing on one problem, or on a part of one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "odgear/core/progress.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/fleet/search.hpp"

namespace odgear::fleet {

struct Outcome {
    std::vector<Sketch> best;
    std::vector<Sketch> last;  // the current solution at the end of the stage
    double cost = 0;           // of the best solution, including virtual prices
    std::int64_t iterations = 0;
};

// The whole cooling for a problem, from the current routes of a search. Longer routes start hotter,
// because changing one takes a larger detour.
ruin::Cooling cooling_for(const Search& search, const Parameters& parameters);

// Continues from the current solution until the stop rule ends it. Returns the iterations made.
std::int64_t anneal(Search& search, const route::Model& model, const ruin::Cooling& cooling,
                    const StopRule& stop, const Observer& observer, std::int64_t made_before = 0);

// Removes one route after the other and inserts its stops elsewhere, for a share of the budget or
// until no smaller number is possible. Returns the iterations made.
std::int64_t save_vehicles(Search& search, const route::Model& model, const Parameters& parameters,
                           const ruin::Cooling& cooling, const StopRule& stop,
                           const Observer& observer);

// Reports a new best plan to the observer.
void report(const Search& search, const route::Model& model, const char* stage,
            std::int64_t iteration, const StopRule& stop, const Observer& observer);

// The cost of the best solution without virtual prices; infinity while required stops are missing.
double real_cost(const Search& search, const route::Model& model);

}  // namespace odgear::fleet
