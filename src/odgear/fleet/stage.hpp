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
    std::vector<Sketch> last;  // where the annealing stood at the end
    double cost = 0;           // of the best, virtual prices included
    std::int64_t iterations = 0;
};

// The whole cooling for a problem, from the routes that a search holds. Longer routes are begun
// hotter: changing one takes a larger detour.
ruin::Cooling cooling_for(const Search& search, const Parameters& parameters);

// Goes on from where the search is, until the stop rule ends it; the iterations made.
std::int64_t anneal(Search& search, const route::Model& model, const ruin::Cooling& cooling,
                    const StopRule& stop, const Observer& observer, std::int64_t made_before = 0);

// Routes one after the other are taken out and their stops brought in elsewhere, for a share of the
// budget or until no fewer can do; the iterations made.
std::int64_t save_vehicles(Search& search, const route::Model& model, const Parameters& parameters,
                           const ruin::Cooling& cooling, const StopRule& stop,
                           const Observer& observer);

// Tells the observer of a new best plan.
void report(const Search& search, const route::Model& model, const char* stage,
            std::int64_t iteration, const StopRule& stop, const Observer& observer);

// The cost of what a search has found as its user counts it; infinity while stops are missing.
double real_cost(const Search& search, const route::Model& model);

}  // namespace odgear::fleet
