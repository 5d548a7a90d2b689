#include "odgear/expert/refine.hpp"

#include <array>

#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/core/random.hpp"
#include "odgear/decompose/decompose.hpp"

namespace odgear::expert {

Solution refine(const Instance& instance, const Solution& start, const RefineParameters& parameters,
                std::uint64_t seed, hgs::Workspace* workspace) {
    if (parameters.iterations < 1)
        throw ConfigurationError("refine: at least one iteration is needed");
    const CheckReport report = check(instance, start.routes);
    if (!report.feasible())
        throw ConfigurationError("refine: the start is not feasible: " + report.summary());
    const DecomposeParameters decomposition{.clustering = Clustering::barycentre,
                                            .part_size = parameters.part_size,
                                            .keep_route_count = parameters.keep_route_count};
    StopRule stop;
    stop.iterations = parameters.iterations;
    const auto inner = [&](const Subproblem& part, std::size_t index) {
        const std::array warm{part.start.routes};
        const std::uint64_t part_seed = Random::stream(seed, index + 1)();
        return hgs::solve(part.instance, parameters.hgs, warm, stop, part_seed, {}, workspace).best;
    };
    return decompose(instance, start, decomposition, inner, seed);
}

}  // namespace odgear::expert
