// The fused kernels as torch autograd functions, for losses written in torch: backward() can
// differentiate any expression of these results. The trainer's own losses compute their derivatives
// themselves and need no tape.
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

// parameters: flat, in the layout of `network`. The network stores what backward() needs, so it
// serves one call at a time. It and the graph must live until then.
FusedOutput fused_network(const torch::Tensor& parameters, FusedNetwork& network,
                          const TrainingGraph& graph);

// log p of each step of a given trajectory, [steps], from logits [1 + T, stride].
torch::Tensor trajectory_log_probs(const torch::Tensor& logits, const TrainingGraph& graph,
                                   const Trajectory& trajectory);

}  // namespace odgear::train
