// A table of texts, and its two plain shapes: columns on a terminal, Markdown in a file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "odgear/bench/summary.hpp"

namespace odgear::bench {

struct Grid {
    enum class Mark { measured, reported };
    struct Line {
        std::vector<std::string> fields;
        Mark mark = Mark::measured;
    };
    std::string title;
    std::vector<std::string> header;
    int texts = 1;  // columns from the left that hold texts; the others hold numbers
    std::vector<Line> lines;
    std::vector<std::string> notes;  // below it, one line each
};

std::string as_text(const Grid& grid);
std::string as_markdown(const Grid& grid);

// "29.36 ± 0.01"; the deviation only where there are several runs.
std::string with_deviation(const Summary& value, int decimals);
// Few digits for small numbers, fewer for large ones.
std::string objective_text(const Summary& value);
std::string seconds_text(double seconds);

// A set's part of the table: our figure and the paper's for each row.
Grid set_grid(const TableSummary& summary, const SetDefinition& set);
// Which rows could be measured and were not, and why.
std::vector<std::string> unmeasured_notes(const TableSummary& summary);
// Rows by families, for a set that has them.
Grid family_grid(const TableSummary& summary, const SetDefinition& set);
// Welch's tests; no lines where nothing was compared.
Grid comparison_grid(const TableSummary& summary);
// Instance by instance: the mean and gap of each measured row.
Grid instance_grid(const TableSummary& summary, const SetDefinition& set);
// Where the figures come from.
Grid session_grid(const TableSummary& summary);

}  // namespace odgear::bench
