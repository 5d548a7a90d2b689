// Everything that a folder of results holds, as one page or as a section of a Markdown file.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "odgear/bench/environment.hpp"
#include "odgear/bench/grid.hpp"
#include "odgear/bench/tables.hpp"

namespace odgear::bench {

struct Report {
    std::vector<TableSummary> tables;  // those that were measured, in the order of their names
    std::vector<Grid> further;
};

// Throws InputError when the folder holds no results.
Report read_report(const Tables& tables, const std::filesystem::path& results);

std::string report_markdown(const Report& report);

constexpr std::string_view section_begin =
    "<!-- bench: made by `odgear bench report --markdown` -->";
constexpr std::string_view section_end = "<!-- end of bench -->";
// `text` with what stands between the two marks replaced. Throws InputError, naming `file`, where
// it has not both of them in this order.
std::string with_section(std::string_view text, std::string_view content, const std::string& file);

}  // namespace odgear::bench
