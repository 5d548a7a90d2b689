#include "odgear/train/recipe.hpp"

#define TOML_EXCEPTIONS 1
#include <toml++/toml.h>

#include <limits>
#include <sstream>

#include "odgear/core/errors.hpp"
#include "odgear/io/files.hpp"
#include "odgear/io/numbers.hpp"

namespace odgear::train {

namespace {

template <class... Handlers>
struct Overloaded : Handlers... {
    using Handlers::operator()...;
};
template <class... Handlers>
Overloaded(Handlers...) -> Overloaded<Handlers...>;  // older compilers do not deduce it

[[noreturn]] void reject(const std::string& key, const std::string& why) {
    throw ConfigurationError("recipe: " + key + ": " + why);
}

constexpr std::size_t largest_recipe = std::size_t{1} << 20;
constexpr WholeRange int_range{std::numeric_limits<int>::min(), std::numeric_limits<int>::max()};

Place place_of(const std::string& key) { return {"recipe", 0, key}; }

RecipeField find(Recipe& recipe, const std::string& key) {
    for (const RecipeField& field : fields(recipe))
        if (field.key == key) return field;
    reject(key, "no such key");
}

void assign(const RecipeField& field, const toml::node& node) {
    const std::string key(field.key);
    std::visit(
        Overloaded{[&](int* to) {
                       const auto value = node.value_exact<std::int64_t>();
                       if (!value) reject(key, "a whole number is needed");
                       *to = static_cast<int>(whole_in_range(*value, place_of(key), int_range));
                   },
                   [&](double* to) {
                       if (!node.is_number()) reject(key, "a number is needed");
                       *to = real_in_range(*node.value<double>(), place_of(key));
                   },
                   [&](bool* to) {
                       if (!node.is_boolean()) reject(key, "true or false is needed");
                       *to = *node.value<bool>();
                   },
                   [&](std::string* to) {
                       if (!node.is_string()) reject(key, "a text in quotes is needed");
                       *to = *node.value<std::string>();
                   }},
        field.value);
}

void read_table(Recipe& recipe, const toml::table& table, const std::string& prefix) {
    for (const auto& [key, node] : table) {
        const std::string name = prefix + std::string(key.str());
        if (const toml::table* inner = node.as_table())
            read_table(recipe, *inner, name + ".");
        else
            assign(find(recipe, name), node);
    }
}

toml::table parse_toml(std::string_view text, const std::string& source) {
    try {
        return toml::parse(text, source);
    } catch (const toml::parse_error& error) {
        throw InputError({source, error.source().begin.line, ""}, error.description());
    }
}

toml::table read_toml(const std::filesystem::path& path) {
    return parse_toml(read_text_file(path, {.most = largest_recipe}), path.string());
}

void require(bool holds, const char* key, const char* why) {
    if (!holds) reject(key, why);
}

void validate_policy(const PolicyRecipe& p) {
    require(p.steps >= 0, "policy.steps", "0 or more");
    require(p.batch >= 1, "policy.batch", "1 or more");
    require(p.group >= 2, "policy.group", "2 or more");
    require(p.late_group == 0 || p.late_group >= 2, "policy.late_group", "0, or 2 or more");
    require(p.learning_rate > 0, "policy.learning_rate", "above 0");
    require(p.final_rate > 0 && p.final_rate <= 1, "policy.final_rate", "above 0, at most 1");
    require(p.objective == "step-credit" || p.objective == "balance", "policy.objective",
            "step-credit or balance");
    require(p.alpha_start > 0 && p.alpha_end >= p.alpha_start, "policy.alpha_end",
            "at least alpha_start, both above 0");
    require(p.inverse_temperature > 0 && p.inverse_temperature <= 1, "policy.inverse_temperature",
            "above 0, at most 1");
    require(p.lambda >= 0 && p.lambda <= 1, "policy.lambda", "0 to 1");
}

}  // namespace

std::vector<RecipeField> fields(Recipe& r) {
    return {
        {"name", &r.name},
        {"problem", &r.problem},
        {"network.backbone", &r.network.backbone},
        {"network.features", &r.network.features},
        {"network.layers", &r.network.layers},
        {"network.units", &r.network.units},
        {"network.heads", &r.network.heads},
        {"network.edge_messages", &r.network.edge_messages},
        {"network.decoder_hidden", &r.network.decoder_hidden},
        {"network.state_terms", &r.network.state_terms},
        {"network.bound", &r.network.bound},
        {"network.attention_neighbors", &r.network.attention_neighbors},
        {"network.decode_neighbors", &r.network.decode_neighbors},
        {"network.weights", &r.network.weights},
        {"instances.kind", &r.instances.kind},
        {"instances.customers", &r.instances.customers},
        {"instances.max_customers", &r.instances.max_customers},
        {"instances.capacity", &r.instances.capacity},
        {"instances.like", &r.instances.like},
        {"imitation.steps", &r.imitation.steps},
        {"imitation.labels", &r.imitation.labels},
        {"imitation.label_iterations", &r.imitation.label_iterations},
        {"imitation.batch", &r.imitation.batch},
        {"imitation.learning_rate", &r.imitation.learning_rate},
        {"policy.steps", &r.policy.steps},
        {"policy.batch", &r.policy.batch},
        {"policy.group", &r.policy.group},
        {"policy.late_group", &r.policy.late_group},
        {"policy.learning_rate", &r.policy.learning_rate},
        {"policy.final_rate", &r.policy.final_rate},
        {"policy.warmup", &r.policy.warmup},
        {"policy.objective", &r.policy.objective},
        {"policy.lambda", &r.policy.lambda},
        {"policy.trajectory_weight", &r.policy.trajectory_weight},
        {"policy.entropy", &r.policy.entropy},
        {"policy.leader", &r.policy.leader},
        {"policy.alpha_start", &r.policy.alpha_start},
        {"policy.alpha_end", &r.policy.alpha_end},
        {"policy.learned_log_z", &r.policy.learned_log_z},
        {"policy.log_z_rate", &r.policy.log_z_rate},
        {"policy.group_advantage", &r.policy.group_advantage},
        {"policy.scaled_advantage", &r.policy.scaled_advantage},
        {"policy.policy_gradient", &r.policy.policy_gradient},
        {"policy.detailed_balance", &r.policy.detailed_balance},
        {"policy.inverse_temperature", &r.policy.inverse_temperature},
        {"discriminator.enabled", &r.discriminator.enabled},
        {"discriminator.every", &r.discriminator.every},
        {"discriminator.batch", &r.discriminator.batch},
        {"discriminator.refined", &r.discriminator.refined},
        {"discriminator.learning_rate", &r.discriminator.learning_rate},
        {"expert.kind", &r.expert.kind},
        {"expert.subproblem", &r.expert.subproblem},
        {"expert.iterations", &r.expert.iterations},
        {"optimizer.weight_decay", &r.optimizer.weight_decay},
        {"optimizer.clip", &r.optimizer.clip},
        {"optimizer.average", &r.optimizer.average},
        {"validation.instances", &r.validation.instances},
        {"validation.rollouts", &r.validation.rollouts},
        {"validation.rho", &r.validation.rho},
        {"validation.every", &r.validation.every},
        {"validation.reference_iterations", &r.validation.reference_iterations},
        {"run.log_every", &r.run.log_every},
        {"run.checkpoint_every", &r.run.checkpoint_every},
        {"run.max_skipped", &r.run.max_skipped},
    };
}

policy::Architecture Recipe::architecture() const {
    policy::Architecture a;
    a.backbone = network.backbone == "gat" ? policy::Backbone::gat : policy::Backbone::transformer;
    a.features = policy::feature_set(network.features).value_or(policy::FeatureSet::rich);
    a.layers = network.layers;
    a.units = network.units;
    a.heads = network.heads;
    a.edge_messages = network.edge_messages;
    a.decoder_hidden = network.decoder_hidden;
    a.state_terms = network.state_terms;
    a.bound = network.bound;
    return a;
}

Recipe parse_recipe(std::string_view toml, const std::string& source) {
    Recipe recipe;
    read_table(recipe, parse_toml(toml, source), "");
    validate(recipe);
    return recipe;
}

Recipe read_recipe(const std::filesystem::path& path) {
    std::vector<toml::table> tables{read_toml(path)};
    while (const toml::node* base = tables.back().get("base")) {
        if (!base->is_string()) reject("base", "the name of a recipe in quotes is needed");
        const std::string name = *base->value<std::string>();
        tables.back().erase("base");
        if (tables.size() > 8) reject("base", "\"" + name + "\" leads in a circle");
        tables.push_back(read_toml(path.parent_path() / (name + ".toml")));
    }
    Recipe recipe;
    for (auto table = tables.rbegin(); table != tables.rend(); ++table)
        read_table(recipe, *table, "");
    validate(recipe);
    return recipe;
}

void override_recipe(Recipe& recipe, std::string_view assignment) {
    const std::size_t sign = assignment.find('=');
    if (sign == std::string_view::npos)
        throw ConfigurationError("--set needs key=value, not \"" + std::string(assignment) + "\"");
    const std::string key(assignment.substr(0, sign));
    const std::string_view text = assignment.substr(sign + 1);
    std::visit(Overloaded{[&](int* to) { *to = whole_number_as<int>(text, place_of(key)); },
                          [&](double* to) { *to = real_number(text, place_of(key)); },
                          [&](bool* to) {
                              if (text != "true" && text != "false")
                                  reject(key, "true or false is needed");
                              *to = text == "true";
                          },
                          [&](std::string* to) { *to = text; }},
               find(recipe, key).value);
}

void validate(const Recipe& r) {
    require(r.problem == "cvrp" || r.problem == "tsp", "problem", "cvrp or tsp");
    require(r.network.backbone == "gat" || r.network.backbone == "transformer", "network.backbone",
            "gat or transformer");
    require(policy::feature_set(r.network.features).has_value(), "network.features",
            "paper, rich-edges, rich, rich-tree or tour");
    require(r.problem == "tsp" || r.network.features != "tour", "network.features",
            "tour only where the problem is tsp");
    policy::validate(r.architecture());
    require(r.network.attention_neighbors >= 0, "network.attention_neighbors", "0 or more");
    require(r.network.decode_neighbors >= r.network.attention_neighbors, "network.decode_neighbors",
            "at least attention_neighbors");
    require((r.network.decode_neighbors == 0) == (r.network.attention_neighbors == 0),
            "network.decode_neighbors", "the paper's rule (0) is for both or none");
    const std::string& kind = r.instances.kind;
    require(kind == "uniform" || kind == "uchoa" || kind == "mixed" || kind == "long-routes" ||
                kind == "like",
            "instances.kind", "uniform, uchoa, mixed, long-routes or like");
    require(r.problem == "cvrp" || kind == "uniform" || kind == "like", "instances.kind",
            "uniform or like where the problem is tsp");
    require((kind == "like") == !r.instances.like.empty(), "instances.like",
            "names the folder when the kind is like, and only then");
    require(r.instances.customers >= 2, "instances.customers", "2 or more");
    require(r.instances.capacity >= 9, "instances.capacity", "9 or more");
    require(r.imitation.steps >= 0, "imitation.steps", "0 or more");
    require(r.imitation.steps == 0 || (r.imitation.labels >= 1 && r.imitation.batch >= 1),
            "imitation.labels", "labels and batch are 1 or more");
    validate_policy(r.policy);
    require(r.discriminator.every >= 1 && r.discriminator.batch >= 1, "discriminator.every",
            "every and batch are 1 or more");
    require(r.discriminator.batch <= r.policy.batch, "discriminator.batch",
            "at most policy.batch: its samples are taken from that step's");
    require(r.discriminator.refined > 0 && r.discriminator.refined <= 1, "discriminator.refined",
            "above 0, at most 1");
    const std::string& expert = r.expert.kind;
    require(expert == "bcc-hgs" || expert == "hgs" || expert == "local-search", "expert.kind",
            "bcc-hgs, hgs or local-search");
    require(r.expert.subproblem >= 2, "expert.subproblem", "2 or more");
    require(r.optimizer.clip > 0, "optimizer.clip", "above 0");
    require(r.optimizer.average >= 0 && r.optimizer.average < 1, "optimizer.average",
            "0 or more, below 1");
    require(r.validation.instances >= 1 && r.validation.rollouts >= 1 && r.validation.every >= 1,
            "validation.instances", "instances, rollouts and every are 1 or more");
    require(r.run.log_every >= 1 && r.run.checkpoint_every >= 1, "run.log_every",
            "log_every and checkpoint_every are 1 or more");
}

std::string to_toml(const Recipe& recipe) {
    Recipe copy = recipe;
    std::ostringstream out;
    std::string section;
    for (const RecipeField& field : fields(copy)) {
        const std::size_t dot = field.key.find('.');
        if (dot != std::string_view::npos && field.key.substr(0, dot) != section) {
            section = field.key.substr(0, dot);
            out << "\n[" << section << "]\n";
        }
        out << (dot == std::string_view::npos ? field.key : field.key.substr(dot + 1)) << " = ";
        std::visit(Overloaded{[&](int* v) { out << *v; },
                              [&](double* v) { out << toml::value<double>(*v); },
                              [&](bool* v) { out << (*v ? "true" : "false"); },
                              [&](std::string* v) { out << toml::value<std::string>(*v); }},
                   field.value);
        out << "\n";
    }
    return out.str();
}

}  // namespace odgear::train
