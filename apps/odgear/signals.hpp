// Ctrl-C and SIGTERM: the first raises a flag that the search checks, so that the best solution is
// still written; the second ends the process at once. Other code may raise the flag too.
#pragma once

#include "odgear/core/stop.hpp"

namespace odgear::cli {

// Installs the handlers and returns the flag they raise. Call it first thing in main.
StopFlag& watch_signals();

}  // namespace odgear::cli
