// Comma-separated values: one record per line, fields quoted as in RFC 4180 if they contain a comma
// or a quote. A field never contains a line end, so records can be appended to a file and a file
// can be cut at line ends. O(length).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "odgear/core/errors.hpp"

namespace odgear::csv {

struct Record {
    std::size_t line = 0;
    std::vector<std::string> fields;
};

// The records of a text, without blank lines. Throws InputError, which names `file`, for a quote
// that is not closed in its line.
std::vector<Record> read(std::string_view text, const std::string& file);

// The field as written in a line: quoted where needed, control characters replaced by '?'.
std::string field(std::string_view text);

}  // namespace odgear::csv
