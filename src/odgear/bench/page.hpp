// One self-contained HTML page over all measured tables: nothing loaded from elsewhere, readable in
// light and dark, on paper too.
#pragma once

#include <string>
#include <vector>

#include "odgear/bench/grid.hpp"
#include "odgear/bench/summary.hpp"

namespace odgear::bench {

// `further` are tables without rows and sets of their own (latency).
std::string report_page(const std::vector<TableSummary>& tables, const std::vector<Grid>& further,
                        const Environment& made_by);

}  // namespace odgear::bench
