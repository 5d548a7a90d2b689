#include "support/policy/replay.hpp"

#include <cmath>

#include "odgear/core/errors.hpp"
#include "odgear/policy/rollout/walk.hpp"

namespace odgear::policy {

namespace {

void fill_iso(const RolloutProblem& problem, const Walk& walk, std::vector<float>& iso) {
    const EdgeTable& table = problem.table();
    iso.resize(static_cast<std::size_t>(table.row_size(walk.node())));
    for (std::size_t s = 0; s < iso.size(); ++s) {
        const int j = walk.node() == 0 ? static_cast<int>(s) + 1 : table.targets(walk.node())[s];
        // The count of a visited customer is no longer known; its weight is 0.
        iso[s] = j == 0 || !walk.allows(j)
                     ? 0
                     : static_cast<float>(walk.visited_neighbors(j)) * problem.iso_unit();
    }
}

}  // namespace

double replay(const RolloutProblem& problem, std::span<const int> nodes, double inverse_temperature,
              const StepObserver& observer) {
    const EdgeTable& table = problem.table();
    Walk walk(problem, static_cast<float>(inverse_temperature));
    std::vector<float> iso;
    double log_probability = 0;
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        const int target = nodes[k];
        if (target < 0 || target > problem.customers() || !walk.allows(target))
            throw ConfigurationError("step " + std::to_string(k) + " of the trajectory, to node " +
                                     std::to_string(target) + ", is not allowed");
        const Walk::Distribution d = walk.distribution();
        Step step;
        step.index = static_cast<int>(k);
        step.node = walk.node();
        step.slot = table.slot(walk.node(), target);
        step.forced = d.forced;
        const double share = walk.load_share();
        step.load = static_cast<float>(share - 0.5);
        step.low =
            static_cast<float>(std::max(0.0, kernels::low_share - share) / kernels::low_share);
        step.weights = d.weights;
        step.total = d.total;
        const double weight =
            step.slot < 0 ? d.outside
                          : static_cast<double>(d.weights[static_cast<std::size_t>(step.slot)]);
        step.log_probability = std::log(weight) - std::log(d.total);
        log_probability += step.log_probability;
        if (observer) {
            if (table.terms() > 0) fill_iso(problem, walk, iso);
            step.iso = iso;
            observer(step);
        }
        walk.move(target);
    }
    if (!walk.finished()) throw ConfigurationError("the trajectory leaves customers unvisited");
    return log_probability;
}

}  // namespace odgear::policy
