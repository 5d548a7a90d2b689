#include "odgear/train/checks.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "odgear/core/check.hpp"
#include "odgear/core/errors.hpp"

namespace odgear::train {

namespace {

bool all_finite(const std::vector<float>& values) {
    return std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); });
}

// After the first step there are moments, one for each parameter.
bool fits(const OptimizerState& optimizer, std::size_t parameters) {
    const auto right = [&](const std::vector<float>& moments) {
        return (moments.size() == parameters || (moments.empty() && optimizer.steps == 0)) &&
               all_finite(moments);
    };
    return optimizer.steps >= 0 && right(optimizer.first) && right(optimizer.second);
}

}  // namespace

void require_state(const TrainingState& state, const Recipe& recipe, const NetworkSizes& sizes,
                   const InstanceSource& source, const std::filesystem::path& path) {
    const auto require = [&](bool holds, const char* field, const std::string& what) {
        if (!holds) throw InputError(Place{path.string(), 0, field}, what);
    };
    require(state.step >= 0 && state.step <= recipe.total_steps(), "step",
            std::to_string(state.step) + " is outside the " + std::to_string(recipe.total_steps()) +
                " steps of the recipe");
    require(state.instances >= 0, "instances", "must not be negative");
    require(state.skipped >= 0, "skipped", "must not be negative");
    require(std::isfinite(state.seconds) && state.seconds >= 0, "seconds", "must be finite");
    require(std::isfinite(state.best_gap), "best_gap", "must be finite");
    require(state.best_step >= -1 && state.best_step <= state.step, "best_step",
            "lies after the run's last step");
    const std::size_t averaged = recipe.optimizer.average > 0 ? sizes.generator : 0;
    const std::size_t used = recipe.discriminator.enabled ? sizes.discriminator : 0;
    require(state.generator.size() == sizes.generator && state.average.size() == averaged &&
                state.discriminator.size() == used,
            "", "of another network than the run's recipe");
    require(fits(state.generator_optimizer, sizes.generator), "generator",
            "the optimizer's moments do not fit the network");
    require(fits(state.discriminator_optimizer, used), "discriminator",
            "the optimizer's moments do not fit the network");
    require(
        all_finite(state.generator) && all_finite(state.average) && all_finite(state.discriminator),
        "", "holds weights that are not finite");
    for (const PendingSample& sample : state.pending) {
        const CheckReport report =
            check(*source.draw(Stream::training, sample.index), sample.routes);
        require(report.feasible(), "pending", "is not a solution: " + report.summary(1));
    }
}

bool usable(const Instance& instance, const Solution& solution) {
    return std::isfinite(solution.cost) && check(instance, solution).feasible();
}

void require_teachable(const Instance& instance) {
    if (std::isfinite(instance.radius()) && instance.radius() > 0) return;
    throw InputError(
        Place{instance.name(), 0, ""},
        "all distances to the depot are 0 or not finite, so there is nothing to learn; "
        "scale the coordinates (EUC_2D rounds distances to whole numbers)");
}

}  // namespace odgear::train
