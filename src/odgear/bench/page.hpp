// One self-contained HTML page over all measured tables. It loads nothing from elsewhere and is
// readable in light and dark and on paper.
#pragma once

#include <string>
#include <vector>

#include "odgear/bench/grid.hpp"
#include "odgear/bench/summary.hpp"

namespace odgear::bench {

// `further` tables have no rows and sets of their own (latency).
std::string report_page(const std::vector<TableSummary>& tables, const std::vector<Grid>& further,
                        const Environment& made_by);

}  // namespace odgear::bench
