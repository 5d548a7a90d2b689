// All results of a folder, as one page or as a section of a Markdown file.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "odgear/bench/environment.hpp"
#include "odgear/bench/grid.hpp"
#include "odgear/bench/tables.hpp"

namespace odgear::bench {

struct Report {
    std::vector<TableSummary> tables;  // the measured tables, sorted by name
    std::vector<Grid> further;
};

// Throws InputError when the folder holds no results.
Report read_report(const Tables& tables, const std::filesystem::path& results);

std::string report_markdown(const Report& report);

constexpr std::string_view section_begin =
    "<!-- bench: made by `odgear bench report --markdown` -->";
constexpr std::string_view section_end = "<!-- end of bench -->";
// Replaces the part of `text` between the two marks. Throws InputError, which names `file`, unless
// it has both marks in this order.
std::string with_section(std::string_view text, std::string_view content, const std::string& file);

}  // namespace odgear::bench
