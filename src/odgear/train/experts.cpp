#include "odgear/train/experts.hpp"

#include "odgear/core/errors.hpp"
#include "odgear/hgs/genetic.hpp"

namespace odgear::train {

namespace {

// For small budgets a small population is worth more than a diverse one.
Solution solve_by_hgs(const ExpertTask& task) {
    hgs::Parameters parameters;
    if (task.iterations < 1000) {
        parameters.min_population = 10;
        parameters.generation_size = 20;
        parameters.initial_factor = 2;
    }
    StopRule stop;
    stop.iterations = task.iterations;
    std::vector<std::vector<Route>> starts;
    if (!task.start.empty()) starts.push_back(task.start);
    const hgs::Result result = hgs::solve(*task.instance, parameters, starts, stop, task.seed);
    if (!result.best)
        throw InfeasibleError("the expert found no feasible solution of " + task.instance->name());
    return *result.best;
}

}  // namespace

Expert make_solver() { return solve_by_hgs; }

Expert make_refiner(const ExpertRecipe&) { return solve_by_hgs; }

}  // namespace odgear::train
