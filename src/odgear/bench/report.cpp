#include "odgear/bench/report.hpp"

#include "odgear/bench/latency_files.hpp"
#include "odgear/bench/outputs.hpp"
#include "odgear/core/errors.hpp"

namespace odgear::bench {

namespace fs = std::filesystem;

Report read_report(const Tables& tables, const fs::path& results) {
    Report report;
    for (const std::string& name : tables.names()) {
        if (!fs::exists(results / name / "cells.csv")) continue;
        const Table table = tables.table(name);
        std::vector<SetDefinition> sets;
        for (const std::string& id : table.sets) sets.push_back(tables.set(id));
        report.tables.push_back(summarize_table(table, sets, CellStore(results / name)));
    }
    if (std::optional<Grid> latency = read_latency(results))
        report.further.push_back(std::move(*latency));
    if (report.tables.empty() && report.further.empty())
        throw InputError({results.string(), 0, ""},
                         "there are no results; odgear bench makes them");
    return report;
}

std::string report_markdown(const Report& report) {
    std::string out;
    for (const TableSummary& summary : report.tables) out += table_markdown(summary, 2) + "\n";
    for (const Grid& grid : report.further)
        out += "## " + grid.title + "\n\n" + as_markdown(grid) + "\n";
    return out;
}

std::string with_section(std::string_view text, std::string_view content, const std::string& file) {
    const std::size_t begin = text.find(section_begin);
    const std::size_t end = text.find(section_end);
    if (begin == std::string_view::npos || end == std::string_view::npos || end < begin)
        throw InputError({file, 0, ""}, "the lines \"" + std::string(section_begin) + "\" and \"" +
                                            std::string(section_end) + "\" are needed");
    return std::string(text.substr(0, begin + section_begin.size())) + "\n\n" +
           std::string(content) + std::string(text.substr(end));
}

}  // namespace odgear::bench
