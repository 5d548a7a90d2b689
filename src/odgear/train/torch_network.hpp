// The network as plain torch expressions, for generator and discriminator. It is the reference for
// tests of the fused kernels, and it supports other devices and the transformer backbone. Headers
// of torch are not included here.
#pragma once

#include <memory>
#include <string>

#include "odgear/train/network.hpp"

namespace odgear::train {

class TorchNetwork final : public Network {
public:
    // `device` in torch's notation: "cpu", "cuda", "cuda:1". Throws ConfigurationError.
    TorchNetwork(const ParameterLayout& layout, const std::string& device);
    ~TorchNetwork() override;

    using Network::forward;
    void forward(const TrainingGraph& graph, std::span<const float> parameters,
                 std::span<const std::int32_t> edges) override;
    LogitView logits() const override;
    double log_z() const override;
    void backward(std::span<const float> d_logits, double d_log_z,
                  std::span<float> gradient) override;

private:
    struct Tensors;
    const ParameterLayout& layout_;
    std::unique_ptr<Tensors> tensors_;
    std::vector<float> planes_;
    std::size_t stride_ = 0;
    std::size_t edges_ = 0;
    double log_z_ = 0;
};

// One thread per operation, because instances run in parallel.
void use_single_threaded_torch();

}  // namespace odgear::train
