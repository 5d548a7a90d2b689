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

struct Options {
    Mode mode = Mode::hybrid;
    int threads = 0;  // at most those of the solver; 0: all of them
    std::uint64_t seed = 1;

    PolicySettings policy{};
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
