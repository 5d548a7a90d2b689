// The table of latencies, stored with the other results: latency/latency.csv in their folder.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "odgear/bench/environment.hpp"
#include "odgear/bench/grid.hpp"
#include "odgear/policy/latency.hpp"

namespace odgear::bench {

void write_latency(const std::filesystem::path& results,
                   const std::vector<policy::LatencyRow>& rows, const Environment& environment);

// Nothing if it was not measured. Throws InputError if the file is something else.
std::optional<Grid> read_latency(const std::filesystem::path& results);

}  // namespace odgear::bench
