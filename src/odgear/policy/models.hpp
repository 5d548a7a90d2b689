// The trained models inside the binary (from models/*.safetensors at build time; there may be
// none), and the way from a name, a file or the size of an instance to a model.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "odgear/policy/weights.hpp"

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

// The embedded model whose training size is nearest to the number of customers, as a ratio. Throws
// ConfigurationError when there is none.
Model default_model(int customers);

// The same choice among given models; none for an empty list.
const Model* nearest_model(std::span<const Model> models, int customers);

}  // namespace odgear::policy
