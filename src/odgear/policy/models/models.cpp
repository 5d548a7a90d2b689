#include "odgear/policy/models/models.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <tuple>
#include <utility>

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

namespace {

// Counts customers in equal cells. If positions are independent of each other, the variance of the
// counts is about their mean.
bool spread_evenly(const Instance& instance) {
    double low_x = instance.point(1).x, high_x = low_x, low_y = instance.point(1).y, high_y = low_y;
    for (int i = 2; i < instance.nodes(); ++i) {
        const Point p = instance.point(i);
        low_x = std::min(low_x, p.x), high_x = std::max(high_x, p.x);
        low_y = std::min(low_y, p.y), high_y = std::max(high_y, p.y);
    }
    constexpr double customers_per_cell = 8;
    constexpr double most_dispersion = 1.8;
    const int side = std::max(1, int(std::sqrt(instance.customers() / customers_per_cell)));
    const auto cell = [&](double value, double low, double high) {
        if (!(high > low)) return 0;
        return std::min(side - 1, int((value - low) / (high - low) * side));
    };
    std::vector<int> counts(std::size_t(side * side), 0);
    for (int i = 1; i < instance.nodes(); ++i) {
        const Point p = instance.point(i);
        ++counts[std::size_t(cell(p.x, low_x, high_x) * side + cell(p.y, low_y, high_y))];
    }
    const double mean = double(instance.customers()) / double(counts.size());
    double squares = 0;
    for (const int count : counts) squares += (count - mean) * (count - mean);
    return squares / double(counts.size()) <= most_dispersion * mean;
}

// The kind that a weights file names; any other word counts as a mixture.
InstanceKind trained_for(const Model& model) {
    if (model.instances == "uniform") return InstanceKind::uniform;
    if (model.instances == "long-routes") return InstanceKind::long_routes;
    return InstanceKind::mixed;
}

}  // namespace

InstanceKind kind_of(const Instance& instance) {
    const double route = instance.is_tsp() ? 10
                                           : double(instance.capacity()) * instance.customers() /
                                                 double(std::max<Load>(1, instance.total_demand()));
    if (route > 25) return InstanceKind::long_routes;
    if (route < 4 || !instance.has_points() || !spread_evenly(instance)) return InstanceKind::mixed;
    return InstanceKind::uniform;
}

void require_match(const Model& model, const Instance& instance) {
    if (model.problem == instance.problem()) return;
    const auto words = [](Problem problem) {
        return problem == Problem::tsp ? std::string("a TSP") : std::string("a CVRP");
    };
    throw ConfigurationError("the model " + model.name + " is trained for " + words(model.problem) +
                             ", but " + instance.name() + " is " + words(instance.problem()));
}

const Model* fitting_model(std::span<const Model> models, int customers, InstanceKind kind,
                           Problem problem) {
    const auto misfit = [&](const Model& model) {
        const InstanceKind trained = trained_for(model);
        const int other_kind = trained == kind ? 0 : trained == InstanceKind::mixed ? 1 : 2;
        const double size = std::log(double(std::max(1, model.training_size)) / customers);
        return std::tuple(model.problem != problem, model.for_comparison, other_kind,
                          std::abs(size));
    };
    const auto fitting =
        std::min_element(models.begin(), models.end(),
                         [&](const Model& a, const Model& b) { return misfit(a) < misfit(b); });
    if (fitting == models.end() || fitting->problem != problem) return nullptr;
    return &*fitting;
}

Model default_model(const Instance& instance) {
    const std::vector<Model> models = list_models();
    const Model* fitting =
        fitting_model(models, instance.customers(), kind_of(instance), instance.problem());
    if (fitting == nullptr)
        throw ConfigurationError(std::string("this binary contains no model trained for a ") +
                                 (instance.is_tsp() ? "TSP" : "CVRP") + "; name a file");
    return *fitting;
}

}  // namespace odgear::policy
