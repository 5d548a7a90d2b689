// Weights files: safetensors (an 8-byte length, a JSON header, raw little-endian tensors) in and
// out, and the Model that such a file holds (docs/network.md, "Weights file"). A file that is
// truncated, mismatched or something else altogether is refused with its name and the reason.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "odgear/policy/network/architecture.hpp"
#include "odgear/policy/settings.hpp"

namespace odgear::policy {

struct Tensor {
    std::vector<std::int64_t> shape;
    std::vector<float> data;
};

struct SafeTensors {
    std::map<std::string, std::string> metadata;
    std::map<std::string, Tensor> tensors;
};

// `source` names the bytes in errors. Throws InputError. float32 only.
SafeTensors parse_safetensors(std::span<const std::byte> bytes, const std::string& source);
std::string serialize_safetensors(const SafeTensors& content);
SafeTensors read_safetensors(const std::filesystem::path& path);
// Written beside its place and then renamed: a reader sees the old file or the new one, whole.
void write_safetensors(const std::filesystem::path& path, const SafeTensors& content);

// A network with what is needed to run it well, and where it comes from.
struct Model {
    Architecture architecture;
    std::string name;
    NeighborRule attention{20};
    NeighborRule decode{40};
    double rho = 0.05;                  // share of sampled steps it is best run with
    int training_size = 0;              // customers of the instances it was trained on
    std::string instances = "uniform";  // kind of those: "uniform", else any mixture
    bool for_comparison = false;        // runs only when named
    std::string training;               // recipe, instances, hardware
    std::string seed;
    std::string validation;
    std::string version;
    std::map<std::string, Tensor> tensors;

    std::span<const float> tensor(const std::string& tensor_name) const;
};

constexpr std::string_view weights_format = "odgear-policy-1";

// Throws InputError unless all tensors of the architecture, and no others, are there in shape.
Model model_from(SafeTensors content, const std::string& source);
SafeTensors to_safetensors(const Model& model);
Model load_model(const std::filesystem::path& path);
void save_model(const std::filesystem::path& path, const Model& model);

// The mean of the weights, often better than either where one was trained on from the other; all
// else is the first one's. Throws ConfigurationError on two architectures.
Model mean_of(const Model& first, const Model& second);

}  // namespace odgear::policy
