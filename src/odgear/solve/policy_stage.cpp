#include "odgear/solve/policy_stage.hpp"

#include <algorithm>
#include <utility>

#include "odgear/hgs/local_search.hpp"
#include "odgear/policy/models/models.hpp"

namespace odgear {

std::optional<std::string> policy_obstacle(const Instance& instance, const PolicySettings& settings,
                                           NetworkStore& networks) {
    if (instance.has_length_limit()) return "the policy does not know route length limits";
    if (settings.model == "auto" && !networks.has_model(instance.problem()))
        return std::string("this binary carries no model trained for a ") +
               (instance.is_tsp() ? "TSP" : "CVRP");
    // A model that is named must fit, also where the policy turns out not to be asked.
    if (settings.model != "auto")
        policy::require_match(networks.network(settings.model, instance).model(), instance);
    return std::nullopt;
}

PolicySettings mostly_by_region(PolicySettings settings) {
    settings.rerolls += settings.rollouts * 3 / 10;
    settings.rollouts = std::max(1, settings.rollouts / 10);
    return settings;
}

std::vector<Solution> improve_all(const Instance& instance, const NeighborLists& neighbors,
                                  const std::vector<Solution>& solutions, const StopRule& stop,
                                  std::uint64_t seed, const Workers& workers) {
    std::vector<std::optional<Solution>> improved(solutions.size());
    workers.for_each(solutions.size(), [&](std::size_t i) {
        if (stop.out_of_time()) return;
        Random random = Random::stream(seed, i);
        improved[i] =
            hgs::Improver(instance, neighbors).improve(solutions[i].routes, random, &stop);
    });
    std::vector<Solution> result;
    for (auto& solution : improved)
        if (solution) result.push_back(std::move(*solution));
    return result;
}

}  // namespace odgear
