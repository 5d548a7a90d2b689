// The network as the trainer needs it: logits of an instance, and the gradient of the parameters
// from the gradient of the logits. There are two implementations: the fused kernels
// (fused_network.hpp) and the plain torch expression (torch_network.hpp), which is the reference
// and supports other devices.
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
    // backward() is done. If `edges` is not empty, only the logits and gradients of these edges are
    // needed; empty: all edges.
    virtual void forward(const TrainingGraph& graph, std::span<const float> parameters,
                         std::span<const std::int32_t> edges) = 0;
    void forward(const TrainingGraph& graph, std::span<const float> parameters) {
        forward(graph, parameters, {});
    }
    virtual LogitView logits() const = 0;
    virtual double log_z() const = 0;

    // d_logits has the layout of the logits. Adds to `gradient`, which has the layout of the
    // parameters.
    virtual void backward(std::span<const float> d_logits, double d_log_z,
                          std::span<float> gradient) = 0;
};

using NetworkFactory = std::function<std::unique_ptr<Network>()>;

}  // namespace odgear::train
