#include "odgear/solve/policy_stage.hpp"

#include <algorithm>

#include "odgear/hgs/local_search.hpp"
#include "odgear/policy/models/models.hpp"

namespace odgear {

std::optional<std::string> policy_obstacle(const Instance& instance, const PolicySettings& settings,
                                           NetworkStore& networks) {
    if (instance.has_length_limit()) return "the policy does not support route length limits";
    if (settings.model == "auto" && !networks.has_model(instance.problem()))
        return std::string("this binary contains no model trained for a ") +
               (instance.is_tsp() ? "TSP" : "CVRP");
    if (settings.split && instance.is_tsp())
        throw ConfigurationError("a TSP has one route, so it cannot be split into routes");
    // A named model must match the problem, even if the policy is not used in the end.
    if (settings.model != "auto")
        policy::require_match(networks.network(settings.model, instance).model(), instance);
    return std::nullopt;
}

PolicySettings mostly_by_region(PolicySettings settings) {
    settings.rerolls += settings.rollouts * 3 / 10;
    settings.rollouts = std::max(1, settings.rollouts / 10);
    return settings;
}

bool affordable(const Instance& instance, const HybridParameters& parameters, const StopRule& stop,
                int threads) {
    return parameters.policy_seconds * instance.customers() <=
           parameters.policy_share * stop.seconds * threads;
}

std::vector<std::optional<Solution>> improve_all(const Instance& instance,
                                                 const NeighborLists& neighbors,
                                                 std::span<const Solution> solutions,
                                                 const StopRule& stop, std::uint64_t seed,
                                                 std::size_t first, const Workers& workers) {
    std::vector<std::optional<Solution>> improved(solutions.size());
    workers.for_each(solutions.size(), [&](std::size_t i) {
        if (stop.out_of_time()) return;
        Random random = Random::stream(seed, first + i);
        improved[i] =
            hgs::Improver(instance, neighbors).improve(solutions[i].routes, random, &stop);
    });
    return improved;
}

}  // namespace odgear
