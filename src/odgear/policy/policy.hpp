// The paper's inference, whole (Algorithm 3): graph, encoder, decoder, rollouts, best solution. No
// clustering, no local search. Beyond the paper, and only when asked for: rollouts by region.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/policy/models/weights.hpp"
#include "odgear/policy/network/network.hpp"
#include "odgear/policy/rollout/rollout.hpp"

namespace odgear::policy {

// What is not set comes from the model.
struct Options {
    int rollouts = 100;
    int rerolls = 0;  // more of them, by region, from the best (reroll.hpp)
    std::optional<double> rho = {};
    std::optional<NeighborRule> neighbors = {};  // to decode over; attention keeps the model's own
    std::optional<NeighborRule> attention = {};
    double inverse_temperature = 1;
    Decoding decoding = Decoding::rho_greedy;
    bool split = false;  // divide each trajectory's customers optimally into routes
    int keep = 5;        // distinct solutions to return, best first
    std::uint64_t seed = 1;
};

struct StageSeconds {
    double graph = 0;
    double encode = 0;
    double decode = 0;
    double rollout = 0;  // with the choice of the best

    double total() const { return graph + encode + decode + rollout; }
};

struct PolicyResult {
    Solution best;                    // equal to solutions.front()
    std::vector<Solution> solutions;  // distinct; within the fleet limit first, then by cost
    std::vector<double> costs;        // of all rollouts, by index; fewer if time ran out
    double mean_cost = 0;
    double log_z = 0;
    bool within_fleet = true;  // false: no rollout kept the limit on vehicles, `best` exceeds it
    int k_attention = 0;
    int k_decode = 0;
    StageSeconds seconds;
};

// Trajectory 0 is always completed; the stop rule's clock and flag may leave out later ones.
PolicyResult run(const Instance& instance, const Network& network, const Options& options,
                 const StopRule& stop, const Workers& workers);
PolicyResult run(const Instance& instance, const Model& model, const Options& options = {},
                 const StopRule& stop = {}, int threads = 1);

}  // namespace odgear::policy
