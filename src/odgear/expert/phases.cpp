#include "odgear/expert/phases.hpp"

#include "odgear/decompose/decompose.hpp"
#include "odgear/expert/refine.hpp"

namespace odgear::expert {

hgs::Phase decomposition_phase(const Instance& instance, const PhaseParameters& parameters,
                               const StopRule& stop, const Workers& workers) {
    if (instance.customers() < parameters.least_customers) return {};
    const auto improve = [&](const Solution& elite, std::uint64_t seed) {
        const ForEachPart in_parallel = [&](std::size_t count, const auto& task) {
            workers.for_each(count, task);
        };
        return refine(instance, elite, parameters.refine, seed, stop, in_parallel).routes;
    };
    return {parameters.interval, improve};
}

}  // namespace odgear::expert
