// Tables as spreadsheets write them: separator comma, semicolon or tab, detected in the first line
// (or stated by "sep=;"), quoted cells, byte order mark, any line ends. O(text).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace odgear::spreadsheet {

struct Row {
    std::size_t line = 0;  // where it begins, from 1
    std::vector<std::string> cells;
};

struct Table {
    Row header;
    std::vector<Row> rows;  // without empty rows
    char separator = ',';
};

// Throws InputError if a quote is not closed, or a row has more cells than the header.
Table parse(std::string_view text, const std::string& file);

// The cells of the first line only.
Row header(std::string_view text);

// A number with a decimal point or a decimal comma; empty if it is neither, or has both.
std::optional<double> number(std::string_view cell);

// A cell for writing, quoted where necessary.
std::string cell(std::string_view text);

}  // namespace odgear::spreadsheet
