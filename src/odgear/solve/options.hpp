// What a user can ask of a solve: the one parameter struct behind the command line, the server and
// the bindings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "odgear/core/solution.hpp"
#include "odgear/core/stop.hpp"

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
    int threads = 0;  // 0: all cores
    std::uint64_t seed = 1;

    // The policy. What is not set comes from the model.
    std::string model = "auto";  // a name, a file, or "auto": by the size and kind of the instance
    int rollouts = 100;
    int rerolls = 0;  // more of them, by region
    std::optional<double> rho{};
    std::optional<int> neighbors{};  // decoding neighbours
    bool split = false;              // optimal Split of each trajectory
    bool depot_sampling = false;     // sample at the depot, greedy elsewhere

    // Routes to start from; may be partial or infeasible, they are repaired first.
    std::vector<Route> warm_start{};
};

// Seconds for an instance of this size when the user sets no limit at all.
double default_seconds(int customers);

}  // namespace odgear
