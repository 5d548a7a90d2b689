// The parameters of a network as one flat array: names and positions of the tensors of an
// architecture, their initial values, and conversion from and to weights files.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "odgear/core/random.hpp"
#include "odgear/policy/models/weights.hpp"
#include "odgear/policy/network/architecture.hpp"

namespace odgear::train {

class ParameterLayout {
public:
    struct Entry {
        policy::TensorSpec spec;
        std::size_t offset = 0;
        std::size_t size = 0;
    };

    explicit ParameterLayout(const policy::Architecture& architecture);

    const policy::Architecture& architecture() const { return architecture_; }
    std::size_t size() const { return size_; }
    const std::vector<Entry>& entries() const { return entries_; }
    bool has(const std::string& name) const { return index_.contains(name); }
    const Entry& entry(const std::string& name) const;

    template <class T>
    T* at(std::span<T> parameters, const std::string& name) const {
        return parameters.data() + entry(name).offset;
    }
    // Like `at`, or null if the architecture has no such tensor.
    template <class T>
    T* find(std::span<T> parameters, const std::string& name) const {
        return has(name) ? at(parameters, name) : nullptr;
    }

private:
    policy::Architecture architecture_;
    std::vector<Entry> entries_;
    std::map<std::string, std::size_t> index_;
    std::size_t size_ = 0;
};

// The usual initial values: uniform in ±1/√inputs for weights; 1 and 0 for normalisation.
std::vector<float> initial_parameters(const ParameterLayout& layout, Random& random);

std::map<std::string, policy::Tensor> to_tensors(const ParameterLayout& layout,
                                                 std::span<const float> parameters);
std::vector<float> from_tensors(const ParameterLayout& layout,
                                const std::map<std::string, policy::Tensor>& tensors);
// Sets the weights of the columns that had another meaning in the set `before` to zero.
void forget_features(const ParameterLayout& layout, policy::FeatureSet before,
                     std::span<float> parameters);

}  // namespace odgear::train
