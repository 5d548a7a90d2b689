#include "odgear/solve/policy_stage.hpp"

#include <algorithm>
#include <utility>

#include "odgear/core/check.hpp"
#include "odgear/hgs/local_search.hpp"
#include "odgear/parallel/workers.hpp"
#include "odgear/policy/models/models.hpp"

namespace odgear {

namespace {

policy::Model chosen_model(const Options& options, const Instance& instance) {
    return options.model == "auto" ? policy::default_model(instance)
                                   : policy::find_model(options.model);
}

policy::Options policy_options(const Options& options, int keep) {
    policy::Options result;
    result.rollouts = options.rollouts;
    result.rerolls = options.rerolls;
    result.rho = options.rho;
    if (options.neighbors) result.neighbors = policy::NeighborRule{*options.neighbors};
    if (options.depot_sampling) result.decoding = policy::Decoding::depot_sampling;
    result.split = options.split;
    result.keep = keep;
    result.seed = options.seed;
    return result;
}

}  // namespace

std::optional<std::string> policy_obstacle(const Instance& instance, const Options& options) {
    if (instance.has_length_limit()) return "the policy does not know route length limits";
    if (options.model == "auto" && !policy::has_model(instance.problem()))
        return std::string("this binary carries no model trained for a ") +
               (instance.is_tsp() ? "TSP" : "CVRP");
    // One that cannot be read is an error even where the policy turns out not to be asked.
    if (options.model != "auto") policy::require_match(policy::find_model(options.model), instance);
    return std::nullopt;
}

Options mostly_by_region(Options options) {
    options.rerolls += options.rollouts * 3 / 10;
    options.rollouts = std::max(1, options.rollouts / 10);
    return options;
}

PolicyStage run_policy(const Instance& instance, const Options& options, int keep,
                       const StopRule& stop, int threads) {
    const policy::Model model = chosen_model(options, instance);
    return {policy::run(instance, model, policy_options(options, keep), stop, threads), model.name};
}

std::vector<Solution> improve_all(const Instance& instance, const NeighborLists& neighbors,
                                  const std::vector<Solution>& solutions, const StopRule& stop,
                                  std::uint64_t seed, int threads) {
    std::vector<std::optional<Solution>> improved(solutions.size());
    Workers(threads).for_each(solutions.size(), [&](std::size_t i) {
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
