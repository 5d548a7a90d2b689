// What a user can ask of a solve: the one parameter struct behind the library and the command line.
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
    policy,  // the paper's inference (Algorithm 3) and nothing else
    expert,  // HGS, decomposed when large
    hybrid,  // the policy's routes, improved by the expert
};

std::string_view name_of(Mode mode);
// Throws ConfigurationError on a name that is none.
Mode mode_from(std::string_view name);

// How much the hybrid spends on the policy before the expert begins. Above these figures the policy
// costs more than its start is worth (docs/lab-notes.md).
struct HybridParameters {
    // Of the time limit: rollouts end there. The policy is not asked at all where it is estimated
    // to take longer.
    double policy_share = 0.1;
    // The estimate, in processor seconds for each customer: graph, network and first rollouts.
    double policy_seconds = 8e-5;
    // Different rollouts that join a population, and the share of the time limit after which no
    // further one is improved for it.
    int rollouts_of_a_population = 8;
    double improvement_share = 0.15;
    // Cities up to which the search for one tour starts from the policy's. Larger tours are
    // searched by parts; what the policy gives there was not measured.
    int most_cities = 12000;

    // Throws ConfigurationError naming the first setting that is out of range.
    void check() const;
};

struct Options {
    Mode mode = Mode::hybrid;
    int threads = 0;  // at most those of the solver; 0: all of them
    std::uint64_t seed = 1;

    PolicySettings policy{};
    HybridParameters hybrid{};
    expert::Parameters expert{};

    // Routes to start from; may be partial or infeasible, they are repaired first.
    std::vector<Route> warm_start{};

    // Who does the parts of a large instance; empty: the threads of this solve.
    expert::CrewMaker crew{};

    // Called with each notice of the result as soon as it is known. May be empty.
    std::function<void(const std::string&)> on_notice{};

    // What the policy drew and how likely it finds each edge, in the result.
    bool keep_trajectories = false;
    bool keep_edge_probabilities = false;
};

// Seconds for an instance of this size when the user sets no limit at all.
double default_seconds(int customers);

}  // namespace odgear
