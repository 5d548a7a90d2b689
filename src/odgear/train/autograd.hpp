// The fused kernels as torch autograd functions, for losses written in torch: any expression of
// these results can be differentiated by backward(). The trainer's own losses give their
// derivatives themselves and need no tape.
#pragma once

#include <torch/torch.h>

#include <memory>
#include <span>

#include "odgear/train/fused_network.hpp"

namespace odgear::train {

struct FusedOutput {
    torch::Tensor logits;  // [1 + T, stride], the planes of LogitView
    torch::Tensor log_z;   // [1]
};

// parameters: flat, laid out as `network`'s layout. The network keeps what backward() needs, so it
// takes one call at a time; it and the graph must live until then.
FusedOutput fused_network(const torch::Tensor& parameters, FusedNetwork& network,
                          const TrainingGraph& graph);

// log p of each step of a given trajectory, [steps], from logits [1 + T, stride].
torch::Tensor trajectory_log_probs(const torch::Tensor& logits, const TrainingGraph& graph,
                                   const Trajectory& trajectory);

}  // namespace odgear::train
