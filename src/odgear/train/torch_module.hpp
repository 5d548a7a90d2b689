// The network of docs/network.md as torch expressions. Used by torch_network.cpp and the tests.
#pragma once

#include <torch/torch.h>

#include <map>
#include <span>
#include <string>

#include "odgear/policy/network/architecture.hpp"
#include "odgear/train/kernels/graph_view.hpp"
#include "odgear/train/parameters.hpp"

namespace odgear::train {

// The graph as tensors on the module's device. Attention uses the first of the E edges of each row;
// see GraphView for their order.
struct GraphTensors {
    torch::Tensor nodes;           // [n, F]
    torch::Tensor edges;           // [E, A]
    torch::Tensor source, target;  // [E] int64
    torch::Tensor attended;        // indices of the attended edges, int64
};

GraphTensors graph_tensors(const GraphView& view, const torch::Device& device);

struct NetworkOutput {
    torch::Tensor logits;  // [E, 1 + T]
    torch::Tensor log_z;   // scalar
};

class NetworkModule : public torch::nn::Module {
public:
    explicit NetworkModule(const policy::Architecture& architecture);

    NetworkOutput forward(const GraphTensors& graph);
    torch::Tensor parameter(const std::string& name) const { return tensors_.at(name); }

private:
    torch::Tensor attention_layer(int layer, const torch::Tensor& h, const torch::Tensor& e,
                                  const GraphTensors& graph) const;
    torch::Tensor transformer_layer(int layer, const torch::Tensor& h) const;
    torch::Tensor decode(const torch::Tensor& h, const torch::Tensor& e,
                         const GraphTensors& graph) const;

    policy::Architecture architecture_;
    std::map<std::string, torch::Tensor> tensors_;
};

// Copies flat parameters into the module, on any device.
void load_parameters(NetworkModule& module, const ParameterLayout& layout,
                     std::span<const float> parameters);

}  // namespace odgear::train
