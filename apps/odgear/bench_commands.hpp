// The parts of `odgear bench`.
#pragma once

#include <string>

#include "command.hpp"

namespace odgear::cli {

// Where results are kept unless told otherwise: a folder a table.
constexpr const char* default_results = "bench/results";

void add_bench_latency(CLI::App& bench, const Context& context);
void add_bench_report(CLI::App& bench);

}  // namespace odgear::cli
