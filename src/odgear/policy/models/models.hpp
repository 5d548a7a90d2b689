// The trained models inside the binary (from models/*.safetensors at build time; there may be
// none), and the way from a name, a file or an instance to a model.
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
    std::string_view file;  // without folder and ending
    std::span<const std::byte> bytes;
};

std::span<const EmbeddedModel> embedded_models();

// All of them read, in the order of their training size.
std::vector<Model> list_models();

// The embedded model of that name (its own or its file's), else the file of that name. Throws
// ConfigurationError naming what there is.
Model find_model(const std::string& name_or_file);

// The kinds of instances that models are trained for.
enum class InstanceKind : std::uint8_t {
    uniform,      // the paper's: customers spread evenly, some ten to a route
    long_routes,  // more than 25 customers to a route
    mixed,        // all else
};

// O(N).
InstanceKind kind_of(const Instance& instance);

// The embedded model that fits best. Throws ConfigurationError when there is none.
Model default_model(const Instance& instance);

// Throws ConfigurationError when the model is for another problem than the instance's.
void require_match(const Model& model, const Instance& instance);

// The same choice among given models of the problem: of those trained on the instance's kind, else
// on a mixture, if there are any, the one whose training size is nearest as a ratio; none for an
// empty list. One that is there for comparison only if there is no other.
const Model* fitting_model(std::span<const Model> models, int customers, InstanceKind kind,
                           Problem problem = Problem::cvrp);

}  // namespace odgear::policy
