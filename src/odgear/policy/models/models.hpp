// The trained models in the binary (from models/*.safetensors at build time; there may be none),
// and how a model is chosen by name, file or instance.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/policy/models/weights.hpp"

namespace odgear::policy {

struct EmbeddedModel {
    std::string_view file;  // without folder and extension
    std::span<const std::byte> bytes;
};

std::span<const EmbeddedModel> embedded_models();

// Reads all embedded models, sorted by their training size.
std::vector<Model> list_models();

// The embedded model of that name (its own or that of its file), or else the file of that name.
// Throws ConfigurationError, with a list of the embedded models.
Model find_model(const std::string& name_or_file);

// The kinds of instances that models are trained for.
enum class InstanceKind : std::uint8_t {
    uniform,      // as in the paper: customers spread evenly, about ten per route
    long_routes,  // more than 25 customers per route
    mixed,        // everything else
};

// O(N).
InstanceKind kind_of(const Instance& instance);

// The embedded model that fits best. Throws ConfigurationError when there is none.
Model default_model(const Instance& instance);

// Throws ConfigurationError when the model is for another problem (CVRP or TSP) than the instance.
void require_match(const Model& model, const Instance& instance);

// The same choice among the given models. If there are models for the instance's kind, or else for
// a mixture, only those are considered. The one with the nearest training size, as a ratio, is
// chosen. Models for comparison are used only if there is no other. Null for an empty list.
const Model* fitting_model(std::span<const Model> models, int customers, InstanceKind kind,
                           Problem problem = Problem::cvrp);

}  // namespace odgear::policy
