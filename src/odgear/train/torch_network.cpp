#include "odgear/train/torch_network.hpp"

#include <torch/torch.h>

#include "odgear/core/errors.hpp"
#include "odgear/train/kernels/edge_decoder.hpp"
#include "odgear/train/torch_module.hpp"

namespace odgear::train {

namespace {

torch::Device parse_device(const std::string& name) {
    try {
        torch::Device device(name);
        torch::zeros({1}, torch::TensorOptions().device(device));
        return device;
    } catch (const c10::Error&) {
        throw ConfigurationError("device \"" + name + "\" is not one this LibTorch can use");
    }
}

}  // namespace

struct TorchNetwork::Tensors {
    torch::Device device;
    NetworkModule module;
    NetworkOutput output;
};

TorchNetwork::TorchNetwork(const ParameterLayout& layout, const std::string& device)
    : layout_(layout),
      tensors_(new Tensors{parse_device(device), NetworkModule(layout.architecture()), {}}) {
    tensors_->module.to(tensors_->device);
}

TorchNetwork::~TorchNetwork() = default;

void TorchNetwork::forward(const TrainingGraph& graph, std::span<const float> parameters,
                           std::span<const std::int32_t> /*all edges cost the same here*/) {
    load_parameters(tensors_->module, layout_, parameters);
    const GraphView view = graph.view();
    tensors_->output = tensors_->module.forward(graph_tensors(view, tensors_->device));
    edges_ = view.edges();
    stride_ = padded(edges_);
    const auto outputs = static_cast<std::size_t>(layout_.architecture().outputs());
    planes_.assign(outputs * stride_, 0.0f);
    const torch::Tensor flat = tensors_->output.logits.detach().to(torch::kCPU).t().contiguous();
    for (std::size_t t = 0; t < outputs; ++t)
        std::copy_n(flat.data_ptr<float>() + t * edges_, edges_, planes_.data() + t * stride_);
    log_z_ = tensors_->output.log_z.item<double>();
}

LogitView TorchNetwork::logits() const {
    return {planes_.data(), stride_, static_cast<std::size_t>(layout_.architecture().state_terms)};
}

double TorchNetwork::log_z() const { return log_z_; }

void TorchNetwork::backward(std::span<const float> d_logits, double d_log_z,
                            std::span<float> gradient) {
    const auto outputs = static_cast<std::int64_t>(layout_.architecture().outputs());
    const torch::Tensor d = torch::tensor(at::ArrayRef<float>(d_logits.data(), d_logits.size()))
                                .view({outputs, static_cast<std::int64_t>(stride_)})
                                .slice(1, 0, static_cast<std::int64_t>(edges_))
                                .t()
                                .to(tensors_->device);
    tensors_->module.zero_grad();
    const torch::Tensor surrogate =
        (tensors_->output.logits * d).sum() + tensors_->output.log_z * d_log_z;
    surrogate.backward();
    for (const ParameterLayout::Entry& entry : layout_.entries()) {
        const torch::Tensor& g = tensors_->module.parameter(entry.spec.name).grad();
        if (!g.defined()) continue;
        const torch::Tensor flat = g.to(torch::kCPU).contiguous();
        for (std::size_t i = 0; i < entry.size; ++i)
            gradient[entry.offset + i] += flat.data_ptr<float>()[i];
    }
}

void use_single_threaded_torch() { at::set_num_threads(1); }

}  // namespace odgear::train
