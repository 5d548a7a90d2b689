#include "odgear/expert/local_optimum.hpp"

#include "odgear/core/errors.hpp"
#include "odgear/core/random.hpp"
#include "odgear/decompose/decompose.hpp"
#include "odgear/hgs/local_search.hpp"
#include "odgear/spatial/neighbors.hpp"

namespace odgear::expert {

Solution local_optimum(const Instance& instance, const Solution& start,
                       const LocalOptimumParameters& parameters, const StopRule& stop,
                       const Workers& workers, std::uint64_t seed) {
    if (parameters.part_size < 1 || parameters.neighbors < 1 || parameters.passes < 1)
        throw ConfigurationError("local optimum: every count must be at least 1");
    const DecomposeParameters decomposition{.clustering = Clustering::bisection,
                                            .part_size = parameters.part_size,
                                            .keep_route_count = false};
    const ForEachPart in_parallel = [&](std::size_t count, const auto& task) {
        workers.for_each(count, task);
    };
    Solution best = start;
    for (int pass = 0; pass < parameters.passes && !stop.out_of_time(); ++pass) {
        const std::uint64_t pass_seed = Random::stream(seed, std::uint64_t(pass))();
        const auto inner = [&](const Subproblem& part, std::size_t i) -> std::optional<Solution> {
            if (stop.out_of_time()) return std::nullopt;
            return hgs::improve(part.instance,
                                nearest_neighbors(part.instance, parameters.neighbors),
                                part.start.routes, Random::stream(pass_seed, i)(), &stop);
        };
        const double before = best.cost;
        best = decompose(instance, best, decomposition, inner, pass_seed, in_parallel);
        if (best.cost > (1 - parameters.least_gain) * before) break;
    }
    return best;
}

}  // namespace odgear::expert
