// Every setting of the policy: the one struct that the solver's options, the bench rows and
// policy::run share. What is not set comes from the model.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace odgear {

namespace policy {

// How many neighbours: a fixed number, or the paper's N / 5 (N / 10 from 5000 on; 5 at the least).
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
    std::string model = "auto";  // a name, a file, or "auto": by the size and kind of the instance
    int rollouts = 100;
    int rerolls = 0;  // more of them, by region, from the best (policy/rollout/reroll.hpp)
    std::optional<double> rho{};
    std::optional<policy::NeighborRule> neighbors{};  // to decode over
    std::optional<policy::NeighborRule> attention{};  // to attend over
    double inverse_temperature = 1;
    policy::Decoding decoding = policy::Decoding::rho_greedy;
    bool split = false;  // divide each trajectory's customers optimally into routes
};

}  // namespace odgear
