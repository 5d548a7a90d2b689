#include "odgear/solve/options.hpp"

#include <algorithm>
#include <array>

#include "odgear/core/errors.hpp"
#include "odgear/solve/result.hpp"

namespace odgear {

std::string_view name_of(Mode mode) {
    switch (mode) {
        case Mode::policy: return "policy";
        case Mode::expert: return "expert";
        case Mode::hybrid: return "hybrid";
    }
    return "";
}

Mode mode_from(std::string_view name) {
    for (const Mode mode : {Mode::policy, Mode::expert, Mode::hybrid})
        if (name == name_of(mode)) return mode;
    throw ConfigurationError("unknown mode '" + std::string(name) +
                             "'; it is policy, expert or hybrid");
}

void HybridParameters::check() const {
    const auto share = [](double value) { return value >= 0 && value <= 1; };
    if (!share(policy_share) || !share(improvement_share))
        throw ConfigurationError("hybrid: policy_share and improvement_share are shares");
    if (!(policy_seconds >= 0))
        throw ConfigurationError("hybrid: policy_seconds must be at least 0");
    if (rollouts_of_a_population < 1)
        throw ConfigurationError("hybrid: rollouts_of_a_population must be at least 1");
}

std::string_view name_of(StartChoice::Taken taken) {
    switch (taken) {
        case StartChoice::Taken::policy: return "policy";
        case StartChoice::Taken::construction: return "construction";
        case StartChoice::Taken::both: return "both";
    }
    return "";
}

StartChoice::Taken start_from(std::string_view name) {
    using Taken = StartChoice::Taken;
    for (const Taken taken : {Taken::policy, Taken::construction, Taken::both})
        if (name == name_of(taken)) return taken;
    throw ConfigurationError("unknown start '" + std::string(name) +
                             "'; it is policy, construction or both");
}

double default_seconds(int customers) { return std::clamp(customers / 50.0, 2.0, 600.0); }

}  // namespace odgear
