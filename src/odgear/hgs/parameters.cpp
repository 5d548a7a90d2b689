#include "odgear/hgs/parameters.hpp"

#include <string>

#include "odgear/core/errors.hpp"

namespace odgear::hgs {

namespace {

void require(bool holds, const char* setting, const char* range) {
    if (!holds) throw ConfigurationError(std::string("hgs: ") + setting + " must be " + range);
}

}  // namespace

void Parameters::check() const {
    require(neighbors >= 1, "neighbors", "at least 1");
    require(min_population >= 1, "min_population", "at least 1");
    require(generation_size >= 1, "generation_size", "at least 1");
    require(elite >= 0, "elite", "at least 0");
    require(close >= 1, "close", "at least 1");
    require(initial_factor >= 1, "initial_factor", "at least 1");
    require(batch >= 1, "batch", "at least 1");
    require(target_feasible >= 0 && target_feasible <= 1, "target_feasible", "in [0, 1]");
    require(penalty_increase > 1, "penalty_increase", "above 1");
    require(penalty_decrease > 0 && penalty_decrease < 1, "penalty_decrease", "in (0, 1)");
    require(penalty_interval >= 1, "penalty_interval", "at least 1");
    require(repair_probability >= 0 && repair_probability <= 1, "repair_probability", "in [0, 1]");
    require(repair_factor >= 1, "repair_factor", "at least 1");
    require(restart_after >= 1, "restart_after", "at least 1");
}

}  // namespace odgear::hgs
