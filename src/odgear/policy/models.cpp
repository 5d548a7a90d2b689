#include "odgear/policy/models.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "odgear/core/errors.hpp"

namespace odgear::policy {

namespace {

Model read(const EmbeddedModel& embedded) {
    const std::string source = "embedded model " + std::string(embedded.file);
    return model_from(parse_safetensors(embedded.bytes, source), source);
}

}  // namespace

std::vector<Model> list_models() {
    std::vector<Model> models;
    for (const EmbeddedModel& embedded : embedded_models()) models.push_back(read(embedded));
    std::stable_sort(models.begin(), models.end(), [](const Model& a, const Model& b) {
        return a.training_size < b.training_size;
    });
    return models;
}

Model find_model(const std::string& name_or_file) {
    for (const EmbeddedModel& embedded : embedded_models())
        if (embedded.file == name_or_file) return read(embedded);
    std::string names;
    for (Model& model : list_models()) {
        if (model.name == name_or_file) return std::move(model);
        names += (names.empty() ? "" : ", ") + model.name;
    }
    std::error_code ignored;
    if (std::filesystem::is_regular_file(name_or_file, ignored)) return load_model(name_or_file);
    throw ConfigurationError("there is no model and no file named \"" + name_or_file +
                             "\"; embedded models: " + (names.empty() ? "none" : names));
}

const Model* nearest_model(std::span<const Model> models, int customers) {
    const auto ratio = [&](const Model& model) {
        return std::abs(std::log(std::max(1, model.training_size)) - std::log(customers));
    };
    const auto nearest =
        std::min_element(models.begin(), models.end(),
                         [&](const Model& a, const Model& b) { return ratio(a) < ratio(b); });
    return nearest == models.end() ? nullptr : &*nearest;
}

Model default_model(int customers) {
    const std::vector<Model> models = list_models();
    const Model* nearest = nearest_model(models, customers);
    if (nearest == nullptr)
        throw ConfigurationError("this binary carries no trained model; name a file");
    return *nearest;
}

}  // namespace odgear::policy
