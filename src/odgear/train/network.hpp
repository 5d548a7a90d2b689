// The network as the trainer needs it: logits of an instance, and the gradient of the parameters
// from the gradient of the logits. Two implementations: the fused kernels (fused_network.hpp) and
// the plain torch expression (torch_network.hpp), the reference and the way to other devices.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "odgear/train/kernels/rollout.hpp"
#include "odgear/train/parameters.hpp"
#include "odgear/train/training_graph.hpp"

namespace odgear::train {

// One instance at a time; each worker has its own.
class Network {
public:
    virtual ~Network() = default;

    // The results stay valid until the next call. `graph` and `parameters` must live until
    // backward() is done. Where `edges` names some, only their logits are needed, and only their
    // gradients count; empty: all edges.
    virtual void forward(const TrainingGraph& graph, std::span<const float> parameters,
                         std::span<const std::int32_t> edges) = 0;
    void forward(const TrainingGraph& graph, std::span<const float> parameters) {
        forward(graph, parameters, {});
    }
    virtual LogitView logits() const = 0;
    virtual double log_z() const = 0;

    // d_logits is laid out as the logits. Adds to `gradient`, which is laid out as the parameters.
    virtual void backward(std::span<const float> d_logits, double d_log_z,
                          std::span<float> gradient) = 0;
};

using NetworkFactory = std::function<std::unique_ptr<Network>()>;

}  // namespace odgear::train
