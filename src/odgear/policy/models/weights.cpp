#include "odgear/policy/models/weights.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "odgear/core/errors.hpp"
#include "odgear/io/numbers.hpp"
#include "odgear/io/text.hpp"

namespace odgear::policy {

namespace {

constexpr const char* comparison_role = "comparison";

std::string shape_text(const std::vector<std::int64_t>& shape) {
    std::ostringstream text;
    text << '[';
    for (std::size_t i = 0; i < shape.size(); ++i) text << (i == 0 ? "" : ", ") << shape[i];
    text << ']';
    return text.str();
}

void check_tensors(const Architecture& architecture, const std::map<std::string, Tensor>& tensors,
                   const std::string& source) {
    const std::vector<TensorSpec> specs = policy::tensors(architecture);
    for (const TensorSpec& spec : specs) {
        const auto found = tensors.find(spec.name);
        if (found == tensors.end())
            throw InputError(Place{source, 0, spec.name}, "the tensor is missing");
        if (found->second.shape != spec.shape)
            throw InputError(Place{source, 0, spec.name},
                             "the tensor is " + shape_text(found->second.shape) +
                                 ", but the architecture asks for " + shape_text(spec.shape));
        for (const float value : found->second.data)
            if (!std::isfinite(value))
                throw InputError(Place{source, 0, spec.name}, "the tensor holds non-finite values");
    }
    for (const auto& [name, tensor] : tensors)
        if (std::none_of(specs.begin(), specs.end(), [&, &wanted = name](const TensorSpec& spec) {
                return spec.name == wanted;
            }))
            throw InputError(Place{source, 0, name}, "the architecture has no such tensor");
}

}  // namespace

int NeighborRule::at(int customers) const {
    const int paper = std::max(5, customers < 5000 ? customers / 5 : customers / 10);
    return std::min(fixed > 0 ? fixed : paper, customers - 1);
}

std::string NeighborRule::text() const { return fixed > 0 ? std::to_string(fixed) : "paper"; }

NeighborRule NeighborRule::parse(std::string_view text) {
    if (text == "paper") return {0};
    return {whole_number_as<int>(text, {"", 0, "neighbours"}, 1)};
}

std::span<const float> Model::tensor(const std::string& tensor_name) const {
    const auto found = tensors.find(tensor_name);
    if (found == tensors.end()) throw InternalError("no tensor named " + tensor_name);
    return found->second.data;
}

std::string_view name_of(Problem problem) { return problem == Problem::tsp ? "tsp" : "cvrp"; }

Problem problem_from(std::string_view text) {
    if (text == "cvrp") return Problem::cvrp;
    if (text == "tsp") return Problem::tsp;
    throw InputError("the problem must be cvrp or tsp, not \"" + std::string(text) + "\"");
}

Model model_from(SafeTensors content, const std::string& source) {
    const auto text = [&](const char* key, bool required) -> std::string {
        const auto found = content.metadata.find(key);
        if (found != content.metadata.end()) return found->second;
        if (required) throw InputError(Place{source, 0, key}, "the metadata lack this key");
        return "";
    };
    if (const std::string format = text("format", true); format != weights_format)
        throw InputError(Place{source, 0, "format"},
                         "\"" + format + "\" is not \"" + std::string(weights_format) + "\"");
    const std::string stated = text("architecture", true);
    if (fnv1a_hex(stated) != text("architecture_hash", true))
        throw InputError(Place{source, 0, "architecture_hash"},
                         "the hash does not match the architecture");
    Model model;
    try {
        model.architecture = architecture_from_json(stated);
        if (const std::string problem = text("problem", false); !problem.empty())
            model.problem = problem_from(problem);
        if (has_prices(model.architecture.features) && model.problem != Problem::tsp)
            throw InputError("the features \"tour\" are those of a TSP");
        model.attention = NeighborRule::parse(text("k_attention", true));
        model.decode = NeighborRule::parse(text("k_decode", true));
    } catch (const InputError& error) {
        throw InputError(Place{source, 0, ""}, error.what());
    }
    check_tensors(model.architecture, content.tensors, source);
    model.tensors = std::move(content.tensors);
    model.name = text("name", true);
    model.rho = real_number(text("rho", true), {source, 0, "rho"}, {.least = 0, .most = 1});
    model.training_size =
        whole_number_as<int>(text("training_size", true), {source, 0, "training_size"}, 0);
    if (const std::string kind = text("instances", false); !kind.empty()) model.instances = kind;
    model.for_comparison = text("role", false) == comparison_role;
    model.training = text("training", false);
    model.seed = text("seed", false);
    model.validation = text("validation", false);
    model.version = text("version", false);
    return model;
}

SafeTensors to_safetensors(const Model& model) {
    check_tensors(model.architecture, model.tensors, model.name);
    SafeTensors content;
    content.tensors = model.tensors;
    auto& metadata = content.metadata;
    metadata["format"] = weights_format;
    metadata["architecture"] = to_json(model.architecture);
    metadata["architecture_hash"] = fnv1a_hex(metadata["architecture"]);
    metadata["name"] = model.name;
    metadata["k_attention"] = model.attention.text();
    metadata["k_decode"] = model.decode.text();
    metadata["rho"] = text::from_double(model.rho);
    metadata["training_size"] = std::to_string(model.training_size);
    if (model.problem != Problem::cvrp) metadata["problem"] = name_of(model.problem);
    metadata["instances"] = model.instances;
    if (model.for_comparison) metadata["role"] = comparison_role;
    metadata["training"] = model.training;
    metadata["seed"] = model.seed;
    metadata["validation"] = model.validation;
    metadata["version"] = model.version;
    return content;
}

Model load_model(const std::filesystem::path& path) {
    return model_from(read_safetensors(path), path.string());
}

void save_model(const std::filesystem::path& path, const Model& model) {
    write_safetensors(path, to_safetensors(model));
}

Model mean_of(const Model& first, const Model& second) {
    if (first.architecture != second.architecture)
        throw ConfigurationError(first.name + " and " + second.name +
                                 ": weights of two architectures have no mean");
    Model mean = first;
    mean.seed = first.seed + ", " + second.seed;
    mean.training = "the mean of two: " + first.training + "; and " + second.training;
    mean.validation.clear();
    for (auto& [name, tensor] : mean.tensors) {
        const std::vector<float>& other = second.tensors.at(name).data;
        for (std::size_t i = 0; i < tensor.data.size(); ++i)
            tensor.data[i] = (tensor.data[i] + other[i]) / 2;
    }
    return mean;
}

}  // namespace odgear::policy
