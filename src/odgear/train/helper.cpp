#include "odgear/train/fused_network.hpp"
#include "odgear/train/torch_network.hpp"
#include "odgear/train/trainer.hpp"
#include "odgear/train/trainer_internal.hpp"

namespace odgear::train {

namespace {

std::unique_ptr<Network> make_network(const ParameterLayout& layout,
                                      const TrainerOptions& options) {
    const bool fused =
        options.device == "cpu" && !options.plain && fused_kernels_fit(layout.architecture());
    if (fused) return std::make_unique<FusedNetwork>(layout);
    return std::make_unique<TorchNetwork>(layout, options.device);
}

}  // namespace

policy::Architecture without_state_terms(policy::Architecture architecture) {
    architecture.state_terms = 0;
    return architecture;
}

std::vector<std::unique_ptr<InstanceWorker>> make_instance_workers(
    const Recipe& recipe, const TrainerOptions& options, const ParameterLayout& layout,
    const ParameterLayout& discriminator_layout, int threads) {
    std::vector<std::unique_ptr<InstanceWorker>> instance_workers;
    for (int t = 0; t < threads; ++t)
        instance_workers.push_back(std::make_unique<InstanceWorker>(
            recipe, make_network(layout, options),
            recipe.discriminator.enabled ? make_network(discriminator_layout, options) : nullptr));
    return instance_workers;
}

StepTools step_tools(const Recipe& recipe, const TrainerOptions& options, const TrainerHooks& hooks,
                     const ParameterLayout& layout, const ParameterLayout& discriminator_layout,
                     const InstanceSource& source, const Workers& workers,
                     std::vector<std::unique_ptr<InstanceWorker>>& instance_workers) {
    StepTools tools;
    tools.recipe = &recipe;
    tools.seed = options.seed;
    tools.source = &source;
    tools.workers = &workers;
    tools.instance_workers = &instance_workers;
    tools.solver = hooks.solver;
    tools.refiner = hooks.refiner;
    tools.model = [&recipe, &layout](const std::vector<float>& weights) {
        return bare_model(recipe, layout, weights);
    };
    tools.generator_size = layout.size();
    tools.discriminator_size = discriminator_layout.size();
    return tools;
}

policy::Model bare_model(const Recipe& recipe, const ParameterLayout& layout,
                         const std::vector<float>& weights) {
    policy::Model model;
    model.architecture = recipe.architecture();
    model.name = recipe.name + "-" + std::to_string(recipe.instances.customers);
    model.attention = {recipe.network.attention_neighbors};
    model.decode = {recipe.network.decode_neighbors};
    model.rho = recipe.validation.rho;
    model.training_size = recipe.instances.customers;
    model.problem = policy::problem_from(recipe.problem);
    model.instances = recipe.instances.kind;
    model.version = "1";
    model.tensors = to_tensors(layout, weights);
    return model;
}

void help_training(const Recipe& recipe, const TrainerOptions& options, TrainerHooks hooks) {
    validate(recipe);
    use_single_threaded_torch();
    const ParameterLayout layout(recipe.architecture());
    const ParameterLayout discriminator_layout(without_state_terms(recipe.architecture()));
    const InstanceSource source(recipe.instances, options.seed,
                                policy::problem_from(recipe.problem));
    const Workers workers(options.threads);
    auto instance_workers =
        make_instance_workers(recipe, options, layout, discriminator_layout, workers.threads());
    StepItems(step_tools(recipe, options, hooks, layout, discriminator_layout, source, workers,
                         instance_workers),
              options.team)
        .help();
}

}  // namespace odgear::train
