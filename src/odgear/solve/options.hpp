// All options of a solve, in one struct for the library and the command line.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "odgear/core/solution.hpp"
#include "odgear/expert/crew_maker.hpp"
#include "odgear/expert/parameters.hpp"
#include "odgear/policy/settings.hpp"

namespace odgear {

enum class Mode : std::uint8_t {
    policy,  // only the paper's inference (Algorithm 3)
    expert,  // HGS, decomposed when large
    hybrid,  // the policy's routes, improved by the expert
};

std::string_view name_of(Mode mode);
// Throws ConfigurationError on an unknown name.
Mode mode_from(std::string_view name);

// How much time the hybrid gives to the policy before the expert begins. Beyond these limits the
// policy costs more than its start gains (docs/lab-notes.md).
struct HybridParameters {
    // Share of the time limit after which rollouts end. If the policy is estimated to take longer,
    // it is not used at all.
    double policy_share = 0.1;
    // The estimate, in processor seconds per customer: graph, network and first rollouts.
    double policy_seconds = 8e-5;
    // The number of different rollouts that join a population, and the share of the time limit
    // after which no further one is improved for it.
    int rollouts_of_a_population = 8;
    double improvement_share = 0.15;
    // Up to this number of cities, the search for one tour starts from the policy's tour. Larger
    // tours are searched by parts; the effect of the policy on them was not measured.
    int most_cities = 12000;

    // Throws ConfigurationError, which names the first setting that is out of range.
    void check() const;
};

struct Options {
    Mode mode = Mode::hybrid;
    int threads = 0;  // at most those of the solver; 0: all of these
    std::uint64_t seed = 1;

    PolicySettings policy{};
    HybridParameters hybrid{};
    expert::Parameters expert{};

    // Routes to start from. They may be partial or infeasible and are repaired first.
    std::vector<Route> warm_start{};

    // Makes the crew that solves the parts of a large instance; empty: the threads of this solve.
    expert::CrewMaker crew{};

    // Called with each notice of the result as soon as it is known. May be empty.
    std::function<void(const std::string&)> on_notice{};

    // Puts the policy's trajectories and edge probabilities into the result.
    bool keep_trajectories = false;
    bool keep_edge_probabilities = false;
};

// The default time limit for an instance of this size, in seconds.
double default_seconds(int customers);

}  // namespace odgear
