#include <fmt/format.h>

#include <string>

#include "command.hpp"
#include "odgear/policy/models/models.hpp"

namespace odgear::cli {

namespace {

void list_models() {
    const std::vector<policy::Model> models = policy::list_models();
    if (models.empty()) fmt::print("there are no models inside this binary\n");
    for (const policy::Model& model : models) {
        const policy::Architecture& a = model.architecture;
        fmt::print("{}\n", model.name);
        fmt::print("  scale       {} {}, {} instances{}\n", model.training_size,
                   model.problem == Problem::tsp ? "cities of a TSP" : "customers", model.instances,
                   model.for_comparison ? "; for comparison, never the default" : "");
        fmt::print("  network     {}, {} layers x {} units, {} heads, {} features, {} logits\n",
                   name_of(a.backbone), a.layers, a.units, a.heads, name_of(a.features),
                   a.state_terms > 0 ? "state" : "static");
        fmt::print("  neighbours  attention {}, decoding {}\n", model.attention.text(),
                   model.decode.text());
        fmt::print("  rho         {}\n", model.rho);
        fmt::print("  training    {}, seed {}\n", model.training, model.seed);
        fmt::print("  validation  {}\n", model.validation);
    }
}

}  // namespace

void add_models(CLI::App& app) {
    CLI::App* command = app.add_subcommand("models", "List the models inside this binary");
    command->footer("odgear solve --model NAME uses one of them; without it, the solver chooses.");
    command->callback(list_models);
}

}  // namespace odgear::cli
