// What a user can ask of a solve: the one parameter struct behind the library and the command line.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "odgear/core/fleet/plan.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/expert/parameters.hpp"
#include "odgear/fleet/parameters.hpp"
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

    // What the policy drew and how likely it finds each edge, in the result.
    bool keep_trajectories = false;
    bool keep_edge_probabilities = false;
};

// The same for rich problems, which the policy does not know.
struct FleetOptions {
    int threads = 0;  // at most those of the solver; 0: all of them
    std::uint64_t seed = 1;
    fleet::Parameters search{};
    // A plan to start from; may be partial or infeasible.
    std::optional<fleet::Plan> warm_start{};
};

// Seconds for an instance of this size when the user sets no limit at all.
double default_seconds(int customers);

}  // namespace odgear
