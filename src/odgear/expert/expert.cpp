#include "odgear/expert/expert.hpp"

#include <vector>

#include "odgear/hgs/genetic.hpp"

namespace odgear::expert {

Result solve(const Instance& instance, const Parameters& parameters, std::span<const Solution> warm,
             const StopRule& stop, int /*threads*/, std::uint64_t seed, const Observer& observer) {
    std::vector<std::vector<Route>> starts;
    for (const Solution& solution : warm) starts.push_back(solution.routes);
    hgs::Result found = hgs::solve(instance, parameters.hgs, starts, stop, seed, observer);
    return {std::move(found.best), found.iterations};
}

}  // namespace odgear::expert
