// The sections of a .vrp with PyVRP's extensions, read row by row; errors name the line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "odgear/io/fleet/fleet_formats.hpp"
#include "odgear/io/fleet/number_rows.hpp"
#include "odgear/io/vrplib_document.hpp"

namespace odgear {

class RichSections {
public:
    // Refers to the document.
    explicit RichSections(const VrplibDocument& document) : document_(document) {}

protected:
    // Throws InputError for a key or section that no rich problem has.
    void refuse_unknown() const;

    std::string text_of(std::string_view key, const std::string& otherwise) const;
    NumberPlace place(std::size_t line, std::string_view field) const;
    std::optional<std::int64_t> whole(std::string_view key, std::int64_t least,
                                      std::int64_t most) const;

    // The rows of a section with one row for each of the indices 1..count, in their order and
    // without the index. Empty if the section is missing.
    using Rows = std::vector<const VrplibDocument::Row*>;
    Rows rows_by_index(std::string_view name, std::size_t count, std::size_t least_columns) const;

    // EDGE_WEIGHT_SECTION as a full matrix.
    std::vector<double> matrix(std::size_t nodes, const Rounder& round) const;

    const VrplibDocument& document_;
};

}  // namespace odgear
