#include "odgear/solve/options.hpp"

#include <algorithm>
#include <array>

#include "odgear/core/errors.hpp"

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

double default_seconds(int customers) { return std::clamp(customers / 50.0, 2.0, 600.0); }

}  // namespace odgear
