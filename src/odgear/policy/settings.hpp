// Every setting of the policy, in one struct that the solver's options, the bench rows and
// policy::run share. Missing values come from the model.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace odgear {

namespace policy {

// The number of neighbours: fixed, or by the paper's rule N / 5 (N / 10 from 5000 on; at least 5).
struct NeighborRule {
    int fixed = 40;  // 0: the paper's rule

    int at(int customers) const;
    std::string text() const;
    static NeighborRule parse(std::string_view text);  // throws InputError
    bool operator==(const NeighborRule&) const = default;
};

enum class Decoding : std::uint8_t {
    rho_greedy,     // sample with probability rho at each step, else take the best
    depot_sampling  // sample at the depot, the best elsewhere (HBG's way)
};

}  // namespace policy

struct PolicySettings {
    // a name, a file, or "auto": chosen by size and kind of the instance
    std::string model = "auto";
    int rollouts = 100;
    // additional rollouts by region, starting from the best (policy/rollout/reroll.hpp)
    int rerolls = 0;
    std::optional<double> rho{};
    std::optional<policy::NeighborRule> neighbors{};  // for decoding
    std::optional<policy::NeighborRule> attention{};  // for attention
    double inverse_temperature = 1;
    policy::Decoding decoding = policy::Decoding::rho_greedy;
    bool split = false;  // divide each trajectory's customers optimally into routes
};

}  // namespace odgear
