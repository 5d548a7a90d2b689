// The probabilities behind rollouts, on request: of whole trajectories and of single edges. They
// are computed by repeating the walk step by step, so a request for them changes no rollout.
#pragma once

#include <vector>

#include "odgear/parallel/workers.hpp"
#include "odgear/policy/drawn.hpp"
#include "odgear/policy/rollout/rollout.hpp"

namespace odgear::policy {

// The trajectories in the given order, with log-probabilities. O(N K) time each.
std::vector<DrawnTrajectory> drawn_trajectories(const RolloutProblem& problem,
                                                const std::vector<Trajectory>& trajectories,
                                                double inverse_temperature, const Workers& workers);

// The depot's row first, then the customers in the order of the graph. O(N (N + K)) time, of which
// the N^2 is a copy of masks.
EdgeProbabilities edge_probabilities(const RolloutProblem& problem, double inverse_temperature);

}  // namespace odgear::policy
