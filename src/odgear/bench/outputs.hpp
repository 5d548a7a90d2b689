// The files of a measured table: table.md, rows.csv and instances.csv beside cells.csv.
#pragma once

#include <filesystem>
#include <string>

#include "odgear/bench/summary.hpp"

namespace odgear::bench {

// For a terminal.
std::string table_text(const TableSummary& summary);
// Headings begin at `level` (2: "## ...").
std::string table_markdown(const TableSummary& summary, int level = 2);
// One line for each row, set and source, with machine, commit, seeds, threads and date.
std::string rows_csv(const TableSummary& summary);
std::string instances_csv(const TableSummary& summary);

void write_outputs(const std::filesystem::path& folder, const TableSummary& summary);

}  // namespace odgear::bench
