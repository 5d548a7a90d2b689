// Comma-separated values: one record a line, fields quoted as in RFC 4180 where they hold a comma
// or a quote. A field never holds a line end, so that a file of records can be appended to and cut
// at lines. O(length).
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

// The records of a text, blank lines left out. InputError, naming `file`, on a quote that does not
// end in its line.
std::vector<Record> read(std::string_view text, const std::string& file);

// As it stands in a line: quoted where needed, control characters replaced by '?'.
std::string field(std::string_view text);

}  // namespace odgear::csv
