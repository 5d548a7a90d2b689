// Trajectories under the current logits: sampling them (Eq. 8 of the paper and the state terms of
// docs/network.md), and walking along given ones for log P_F and its gradient. A step costs O(K),
// from the depot O(N). The gradient is a second walk at the same cost.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "odgear/core/random.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/train/training_graph.hpp"

namespace odgear::train {

// The output of the network for an instance: planes u, v_0, …, each `stride` long.
struct LogitView {
    const float* planes = nullptr;
    std::size_t stride = 0;
    std::size_t state_terms = 0;  // T: 0 or 3
};

// Number of state features that the per-step baseline uses (see step_credit.hpp).
constexpr std::size_t state_features = 14;
using StateFeatures = std::array<float, state_features>;

struct Trajectory {
    // node after each step; the start at the depot is left out, the return is included
    std::vector<std::int32_t> visits;
    std::vector<float> lengths;    // scaled distance of each step
    std::vector<float> log_probs;  // of each step
    std::vector<StateFeatures> states;
    double cost = 0;      // scaled
    double log_prob = 0;  // log P_F
    double entropy = 0;   // mean over the steps that had a choice

    std::size_t steps() const { return visits.size(); }
};

// The routes of the instance that the trajectory visits.
std::vector<Route> routes_of(const TrainingGraph& graph, const Trajectory& trajectory);
// The trajectory that visits all routes in the given order, without probabilities.
Trajectory trajectory_of(const TrainingGraph& graph, std::span<const Route> routes);
// The trajectory of a TSP's route that begins with its city number `start` (0: the depot of the
// instance).
Trajectory tour_trajectory(const TrainingGraph& graph, const Route& route, std::size_t start,
                           bool reversed);

// Reused from trajectory to trajectory.
struct WalkScratch {
    std::vector<float> weights;  // of the current row
};

struct SamplingOptions {
    float inverse_temperature = 1;
    bool states = false;  // record StateFeatures
};

void sample(const TrainingGraph& graph, const LogitView& logits, const SamplingOptions& options,
            Random& random, WalkScratch& scratch, Trajectory& trajectory);

// Fills log_probs and log_prob of a trajectory given by its visits.
void evaluate(const TrainingGraph& graph, const LogitView& logits, WalkScratch& scratch,
              Trajectory& trajectory);

// Adds Σ_t weights[t] · d log p_t / d logits to `gradient` (laid out as the logits).
void add_gradient(const TrainingGraph& graph, const LogitView& logits, const Trajectory& trajectory,
                  std::span<const float> weights, WalkScratch& scratch, float* gradient);

}  // namespace odgear::train
