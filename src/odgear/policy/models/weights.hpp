// Reads and writes weights files: safetensors (an 8-byte length, a JSON header, raw little-endian
// tensors), and the Model that such a file holds (docs/network.md, "Weights file"). A truncated,
// mismatched or foreign file is rejected with its name and the reason.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "odgear/core/instance.hpp"
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
// Written to a temporary file and then renamed, so a reader sees either the old file or the new
// one.
void write_safetensors(const std::filesystem::path& path, const SafeTensors& content);

// A network, the settings to run it with, and its origin.
struct Model {
    Architecture architecture;
    std::string name;
    NeighborRule attention{20};
    NeighborRule decode{40};
    double rho = 0.05;                  // recommended share of sampled steps
    int training_size = 0;              // customers of the instances it was trained on
    Problem problem = Problem::cvrp;    // the problem it was trained for and can solve
    std::string instances = "uniform";  // their kind: "uniform", or else any mixture
    bool for_comparison = false;        // used only when named
    std::string training;               // recipe, instances, hardware
    std::string seed;
    std::string validation;
    std::string version;
    std::map<std::string, Tensor> tensors;

    std::span<const float> tensor(const std::string& tensor_name) const;
};

constexpr std::string_view weights_format = "odgear-policy-1";

std::string_view name_of(Problem problem);  // "cvrp" or "tsp"
// Throws InputError on any other text.
Problem problem_from(std::string_view text);

// Throws InputError unless the tensors are exactly those of the architecture, in shape too.
Model model_from(SafeTensors content, const std::string& source);
SafeTensors to_safetensors(const Model& model);
Model load_model(const std::filesystem::path& path);
void save_model(const std::filesystem::path& path, const Model& model);

// The mean of the weights, often better than either if one was trained from the other. Everything
// else is taken from the first. Throws ConfigurationError if the architectures differ.
Model mean_of(const Model& first, const Model& second);

}  // namespace odgear::policy
