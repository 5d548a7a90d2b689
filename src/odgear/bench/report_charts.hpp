// The plots of a report.
#pragma once

#include <vector>

#include "odgear/bench/charts.hpp"
#include "odgear/bench/summary.hpp"

namespace odgear::bench {

// Gap against seconds per instance: our rows filled, the paper's hollow.
Chart quality_against_time(const TableSummary& summary, const SetDefinition& set);
// The gap of each measured row on each instance, small instances first (or family by family).
Chart gap_by_instance(const TableSummary& summary, const SetDefinition& set);
// Seconds per instance against its customers, over all tables that ask for it.
Chart cost_of_growth(const std::vector<TableSummary>& tables);

// The colour of a measured row in the plots of its table; -1 if it was not measured.
int colour_of(const TableSummary& summary, const std::string& row);

}  // namespace odgear::bench
