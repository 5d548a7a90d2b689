// The curves of a run's log as one SVG picture: a small panel for each quantity that the run has.
#pragma once

#include <span>
#include <string>

#include "odgear/train/run_log.hpp"

namespace odgear::train {

// Throws InputError when no row holds anything to draw.
std::string plot_svg(std::span<const LogRow> rows, const std::string& title);

}  // namespace odgear::train
