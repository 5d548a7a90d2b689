// The local search of HGS: granular relocate, exchange, 2-opt, 2-opt* and or-opt moves, then SWAP*
// between routes whose sectors overlap, until no move lowers the penalised cost (Vidal 2022,
// section 2.3). It can be used alone: load routes, feasible or not, run it, read the routes.
//
// A sweep costs O(N K) for the granular moves and O(sum of m n) over the pairs of routes for SWAP*.
// A move is tried again only where something has changed since. Memory O(N).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "odgear/core/random.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/hgs/individual.hpp"
#include "odgear/hgs/moves/swap_star.hpp"
#include "odgear/hgs/penalties.hpp"
#include "odgear/hgs/search_space.hpp"
#include "odgear/hgs/search_state.hpp"
#include "odgear/hgs/split.hpp"

namespace odgear::hgs {

class LocalSearch {
public:
    struct Options {
        bool swap_star = true;
        // checked from time to time; its iterations do not count here
        const StopRule* stop = nullptr;
    };

    // Improves the individual in place until it is a local optimum under the weights. False when
    // the stop rule ended the search earlier; the individual is then complete and no worse than
    // before. The individual must not have more routes than the fleet. Memory is reused from call
    // to call, for any space.
    bool run(const SearchSpace& space, const PenaltyWeights& weights, Random& random,
             const Options& options, Individual& individual);

private:
    template <class Distances>
    class Run;

    void store(const SearchSpace& space, Individual& individual);

    SearchState state_;
    SwapStar swap_star_;
    std::vector<int> customer_order_;
    std::vector<int> route_order_;
    std::vector<int> scratch_first_;
    std::vector<int> scratch_second_;
    std::vector<std::pair<double, int>> placed_routes_;
};

// Search space, local search and the steps to a feasible result, for callers with many solutions of
// one instance.
class Improver {
public:
    Improver(const Instance& instance, const NeighborLists& neighbors);

    // A feasible local optimum near the given routes, which may be infeasible or more than the
    // fleet. It is never worse than they are, if they are feasible. Empty when even high penalties
    // do not lead to a feasible solution.
    std::optional<Solution> improve(std::span<const Route> routes, Random& random,
                                    const StopRule* stop = nullptr);

private:
    SearchSpace space_;
    LocalSearch search_;
    Split split_;
    Individual individual_;
};

// The same for a single solution.
std::optional<Solution> improve(const Instance& instance, const NeighborLists& neighbors,
                                std::span<const Route> routes, std::uint64_t seed,
                                const StopRule* stop = nullptr);

}  // namespace odgear::hgs
