// A table of texts, written as columns on a terminal or as Markdown.
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
    int texts = 1;  // number of columns from the left with text; the others have numbers
    std::vector<Line> lines;
    std::vector<std::string> notes;  // below it, one line each
};

std::string as_text(const Grid& grid);
std::string as_markdown(const Grid& grid);

// "29.36 ± 0.01"; the deviation only if there are several runs.
std::string with_deviation(const Summary& value, int decimals);
// The number of decimals depends on the size of the number.
std::string objective_text(const Summary& value);
std::string seconds_text(double seconds);

// The table of one set: our figure and the paper's for each row.
Grid set_grid(const TableSummary& summary, const SetDefinition& set);
// Which rows could have been measured but were not, and why.
std::vector<std::string> unmeasured_notes(const TableSummary& summary);
// Rows by family, for a set that has families.
Grid family_grid(const TableSummary& summary, const SetDefinition& set);
// Welch's tests; empty if nothing was compared.
Grid comparison_grid(const TableSummary& summary);
// The mean and gap of each measured row, instance by instance.
Grid instance_grid(const TableSummary& summary, const SetDefinition& set);
// The sessions that measured the figures.
Grid session_grid(const TableSummary& summary);

}  // namespace odgear::bench
