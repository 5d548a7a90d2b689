// Models for tests: random weights, and hand-made weights whose logits are known.
#pragma once

#include <cmath>
#include <string>
#include <utility>

#include "odgear/core/random.hpp"
#include "odgear/policy/models/weights.hpp"

namespace odgear::policy::testing {

inline double normal(Random& random) {
    return std::sqrt(-2 * std::log(1 - random.unit())) *
           std::cos(6.283185307179586 * random.unit());
}

// Every tensor drawn with a standard deviation of 1 / sqrt(inputs), norms near 1.
inline Model random_model(const Architecture& architecture, std::uint64_t seed = 1,
                          double gain = 1) {
    Random random(seed);
    Model model;
    model.architecture = architecture;
    model.name = "random";
    for (const TensorSpec& spec : tensors(architecture)) {
        Tensor tensor{spec.shape, {}};
        const bool is_norm = spec.name.find("norm") != std::string::npos;
        const bool is_scale = is_norm && spec.name.ends_with("weight");
        const double inputs = double(spec.shape.back());
        for (std::int64_t i = 0; i < spec.size(); ++i)
            tensor.data.push_back(float(
                (is_scale ? 1 : 0) + (is_norm ? 0.1 : gain / std::sqrt(inputs)) * normal(random)));
        model.tensors[spec.name] = std::move(tensor);
    }
    return model;
}

// logit(i, j) = -steepness * d_ij and nothing else: a nearest-neighbour policy. SiLU is the
// identity to within 4e-8 at 20, so the edge embedding carries d + 20.
inline Model nearest_neighbor_model(double steepness, Architecture architecture = {}) {
    architecture.decoder_hidden = 1;
    architecture.bound = 0;
    Model model = random_model(architecture, 1, 0);
    const auto set = [&](const std::string& name, std::size_t index, double value) {
        model.tensors.at(name).data.at(index) = float(value);
    };
    set("edge.weight", 0, 1);  // channel 0 holds d ...
    set("edge.bias", 0, 20);   // ... lifted to where SiLU is the identity
    set("decoder.edge.weight", 0, 1);
    set("decoder.out.weight", 0, -steepness);
    set("decoder.out.bias", 0, 20 * steepness);
    model.name = "nearest";
    return model;
}

}  // namespace odgear::policy::testing
