// The discriminator's reward of a trajectory (Eq. 9 of the paper): the geometric mean of its edges'
// probabilities, R = exp(1/L Σ log M_ij), M_ij = sigmoid(u_ij); and the least-squares loss that
// trains it (Eq. 10): R² for the generator's own trajectories, (1 − R)² for the expert's. O(L).
#pragma once

#include <span>
#include <vector>

#include "odgear/train/kernels/rollout.hpp"

namespace odgear::train {

// The graph's edges on the trajectories, each once: the only edges that the discriminator has to
// decode.
std::vector<std::int32_t> traversed_edges(const TrainingGraph& graph,
                                          std::span<const Trajectory> trajectories);

double discriminator_reward(const TrainingGraph& graph, const LogitView& logits,
                            const Trajectory& trajectory);

enum class Sample { negative, positive };

// Returns the loss of one sample. Adds its gradient times `scale` to `gradient`, which has the
// layout of the logits.
double add_discriminator_gradient(const TrainingGraph& graph, const LogitView& logits,
                                  const Trajectory& trajectory, Sample sample, double scale,
                                  float* gradient);

}  // namespace odgear::train
