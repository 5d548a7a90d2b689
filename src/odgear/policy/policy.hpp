// The paper's inference (Algorithm 3): graph, encoder, decoder, rollouts, best solution. It uses no
// clustering and no local search. Beyond the paper: rollouts by region, on request, and tiles of
// space above 50,000 customers (tiles.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/policy/models/weights.hpp"
#include "odgear/policy/network/network.hpp"
#include "odgear/policy/rollout/probabilities.hpp"
#include "odgear/policy/rollout/rollout.hpp"
#include "odgear/policy/settings.hpp"

namespace odgear::policy {

// Options of one run, in addition to the settings.
struct RunOptions {
    std::uint64_t seed = 1;
    int keep = 5;  // distinct solutions to return, best first
    bool keep_trajectories = false;
    bool keep_edge_probabilities = false;
    // Until this time the work before the first rollout may take; then OutOfTime is thrown. Null:
    // no limit.
    const StopRule* deadline = nullptr;
};

struct StageSeconds {
    double graph = 0;
    double encode = 0;
    double decode = 0;
    double rollout = 0;  // including the choice of the best

    double total() const { return graph + encode + decode + rollout; }
};

struct PolicyResult {
    Solution best;                    // equal to solutions.front()
    std::vector<Solution> solutions;  // distinct; within the fleet limit first, then by cost
    std::vector<double> costs;        // of all rollouts, by index; fewer if time ran out
    double mean_cost = 0;
    double log_z = 0;
    // false: every rollout exceeds the limit on vehicles, and so does `best`
    bool within_fleet = true;
    int k_attention = 0;
    int k_decode = 0;
    StageSeconds seconds;
    // On request: every rollout as drawn, by index. It is before Split and excludes rollouts by
    // region.
    std::vector<DrawnTrajectory> trajectories{};
    EdgeProbabilities edge_probabilities{};
};

// Trajectory 0 is always completed; clock and flag of the stop rule may end the work before later
// ones. The given network is used, whatever settings.model says.
PolicyResult run(const Instance& instance, const Network& network, const PolicySettings& settings,
                 const RunOptions& options, const StopRule& stop, const Workers& workers);
PolicyResult run(const Instance& instance, const Model& model, const PolicySettings& settings = {},
                 const RunOptions& options = {}, const StopRule& stop = {}, int threads = 1);

}  // namespace odgear::policy
