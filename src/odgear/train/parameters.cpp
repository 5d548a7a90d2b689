#include "odgear/train/parameters.hpp"

#include <algorithm>
#include <cmath>

#include "odgear/core/errors.hpp"

namespace odgear::train {

ParameterLayout::ParameterLayout(const policy::Architecture& architecture)
    : architecture_(architecture) {
    for (policy::TensorSpec& spec : policy::tensors(architecture)) {
        const auto size = static_cast<std::size_t>(spec.size());
        index_[spec.name] = entries_.size();
        entries_.push_back({std::move(spec), size_, size});
        size_ += size;
    }
}

const ParameterLayout::Entry& ParameterLayout::entry(const std::string& name) const {
    const auto found = index_.find(name);
    if (found == index_.end()) throw InternalError("the network has no tensor " + name);
    return entries_[found->second];
}

std::vector<float> initial_parameters(const ParameterLayout& layout, Random& random) {
    std::vector<float> parameters(layout.size(), 0.0f);
    double inputs = 1;  // number of inputs of the last weight: its bias has the same range
    for (const ParameterLayout::Entry& entry : layout.entries()) {
        float* values = parameters.data() + entry.offset;
        const std::string& name = entry.spec.name;
        if (name.find("norm") != std::string::npos) {
            std::fill_n(values, entry.size, name.ends_with("weight") ? 1.0f : 0.0f);
            continue;
        }
        if (entry.spec.shape.size() > 1) inputs = static_cast<double>(entry.spec.shape.back());
        // The first layer of the decoder has three blocks of inputs.
        if (name == "decoder.source.weight" || name == "decoder.target.weight" ||
            name == "decoder.edge.weight")
            inputs *= 3;
        const double range = 1 / std::sqrt(inputs);
        for (std::size_t i = 0; i < entry.size; ++i)
            values[i] = static_cast<float>((2 * random.unit() - 1) * range);
    }
    return parameters;
}

std::map<std::string, policy::Tensor> to_tensors(const ParameterLayout& layout,
                                                 std::span<const float> parameters) {
    std::map<std::string, policy::Tensor> tensors;
    for (const ParameterLayout::Entry& entry : layout.entries()) {
        const float* begin = parameters.data() + entry.offset;
        tensors[entry.spec.name] = {entry.spec.shape, {begin, begin + entry.size}};
    }
    return tensors;
}

std::vector<float> from_tensors(const ParameterLayout& layout,
                                const std::map<std::string, policy::Tensor>& tensors) {
    std::vector<float> parameters(layout.size());
    for (const ParameterLayout::Entry& entry : layout.entries()) {
        const auto found = tensors.find(entry.spec.name);
        if (found == tensors.end() || found->second.shape != entry.spec.shape)
            throw InputError("weights: tensor " + entry.spec.name +
                             " is missing or of another shape than the recipe's network");
        std::copy(found->second.data.begin(), found->second.data.end(),
                  parameters.begin() + static_cast<std::ptrdiff_t>(entry.offset));
    }
    return parameters;
}

void forget_features(const ParameterLayout& layout, policy::FeatureSet before,
                     std::span<float> parameters) {
    const policy::FeatureSet now = layout.architecture().features;
    const auto zero = [&](const std::string& name, std::initializer_list<std::size_t> columns) {
        const auto width = static_cast<std::size_t>(layout.entry(name).spec.shape.back());
        const std::size_t rows = layout.entry(name).size / width;
        float* weight = layout.at(parameters, name);
        for (std::size_t row = 0; row < rows; ++row)
            for (const std::size_t column : columns) weight[row * width + column] = 0;
    };
    // Positions of these columns: docs/network.md.
    if (policy::has_prices(before) != policy::has_prices(now)) {
        zero("node.weight", {2});
        zero("edge.weight", {4, 5});
    }
    if (policy::has_tree(before) != policy::has_tree(now)) zero("edge.weight", {8});
}

}  // namespace odgear::train
