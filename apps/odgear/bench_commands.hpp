// The parts of `odgear bench`.
#pragma once

#include <string>

#include "command.hpp"

namespace odgear::cli {

// The default place of results: one folder per table.
constexpr const char* default_results = "bench/results";

void add_bench_latency(CLI::App& bench, const Context& context);
void add_bench_report(CLI::App& bench);

}  // namespace odgear::cli
