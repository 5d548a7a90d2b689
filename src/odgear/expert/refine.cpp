#include "odgear/expert/refine.hpp"

#include <array>
#include <limits>

#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/core/random.hpp"

namespace odgear::expert {

namespace {

Solution refine_parts(const Instance& instance, const Solution& start,
                      const RefineParameters& parameters, std::uint64_t seed, StopRule stop,
                      hgs::Workspace* workspace, const ForEachPart& for_each) {
    if (parameters.iterations < 1)
        throw ConfigurationError("refine: at least one iteration is needed");
    const CheckReport report = check(instance, start.routes);
    if (!report.feasible())
        throw ConfigurationError("refine: the start is not feasible: " + report.summary());
    const DecomposeParameters decomposition{.clustering = Clustering::barycentre,
                                            .part_size = parameters.part_size,
                                            .keep_route_count = parameters.keep_route_count};
    stop.iterations = parameters.iterations;
    stop.no_improvement = std::numeric_limits<std::int64_t>::max();
    stop.target = -std::numeric_limits<double>::infinity();
    const auto inner = [&](const Subproblem& part, std::size_t index) {
        const std::array warm{part.start.routes};
        const std::uint64_t part_seed = Random::stream(seed, index + 1)();
        return hgs::solve(part.instance, parameters.hgs, warm, stop, part_seed, {}, workspace).best;
    };
    return decompose(instance, start, decomposition, inner, seed, for_each);
}

}  // namespace

Solution refine(const Instance& instance, const Solution& start, const RefineParameters& parameters,
                std::uint64_t seed, hgs::Workspace* workspace) {
    return refine_parts(instance, start, parameters, seed, StopRule(), workspace, {});
}

Solution refine(const Instance& instance, const Solution& start, const RefineParameters& parameters,
                std::uint64_t seed, const StopRule& stop, const ForEachPart& for_each) {
    return refine_parts(instance, start, parameters, seed, stop, nullptr, for_each);
}

}  // namespace odgear::expert
