// The curves of a run's log as one SVG picture, with a small panel for each quantity that was
// logged.
#pragma once

#include <span>
#include <string>

#include "odgear/train/run_log.hpp"

namespace odgear::train {

// Throws InputError if no row has anything to draw.
std::string plot_svg(std::span<const LogRow> rows, const std::string& title);

}  // namespace odgear::train
