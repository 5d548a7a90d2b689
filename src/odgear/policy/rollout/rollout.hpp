// Many trajectories of one instance (paper, Algorithm 3): rho-greedy, or sampled as in training.
// Each has its own random generator, seeded by its index, so neither the threads nor the number of
// trajectories change any of them. O(N K) time per trajectory, O(N) memory each.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/parallel/workers.hpp"
#include "odgear/policy/rollout/rollout_problem.hpp"
#include "odgear/policy/rollout/sorted_rows.hpp"
#include "odgear/policy/settings.hpp"

namespace odgear::policy {

struct RolloutOptions {
    int trajectories = 100;
    Decoding decoding = Decoding::rho_greedy;
    double rho = 0.05;               // 1: every step is sampled, as in training
    double inverse_temperature = 1;  // of sampled steps and of log-probabilities
    bool first_greedy = true;        // trajectory 0 takes the best at every step
    bool log_probabilities = false;  // compute log P_F of the steps, however they were chosen
    std::uint64_t seed = 1;
};

struct Trajectory {
    int index = 0;           // index of this trajectory
    std::vector<int> nodes;  // numbered as in the graph; each route ends with a 0
    double cost = 0;
    int routes = 0;
    double log_probability = 0;  // if requested
};

// The trajectories in the order of their index. Trajectory 0 is always completed; later ones may be
// missing if clock or flag of the stop rule ended the work. `rows` must be made from the problem's
// table with the inverse temperature of the options; the second form makes them itself.
std::vector<Trajectory> rollout(const RolloutProblem& problem, const SortedRows& rows,
                                const RolloutOptions& options, const Workers& workers = Workers(),
                                const StopRule& stop = {});
std::vector<Trajectory> rollout(const RolloutProblem& problem, const RolloutOptions& options,
                                const Workers& workers = Workers(), const StopRule& stop = {});

// The routes of a trajectory, in the numbering of the instance.
std::vector<Route> routes_of(const Graph& graph, std::span<const int> nodes);
// The inverse: the trajectory that visits these routes in this order and direction.
std::vector<int> trajectory_of(const Graph& graph, const std::vector<Route>& routes);

}  // namespace odgear::policy
