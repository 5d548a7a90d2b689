#include "odgear/io/fleet/rich_sections.hpp"

#include <algorithm>
#include <array>

#include "odgear/io/tsplib_matrix.hpp"

namespace odgear {

using std::string_view;

namespace {

// The keys and sections that make a .vrp file a rich problem.
constexpr std::array<string_view, 18> rich_words{
    "TIME_WINDOW_SECTION",
    "SERVICE_TIME_SECTION",
    "RELEASE_TIME_SECTION",
    "PRIZE_SECTION",
    "BACKHAUL_SECTION",
    "LINEHAUL_SECTION",
    "CAPACITY_SECTION",
    "MUTUALLY_EXCLUSIVE_GROUP_SECTION",
    "VEHICLES_DEPOT_SECTION",
    "VEHICLES_FIXED_COST_SECTION",
    "VEHICLES_UNIT_DISTANCE_COST_SECTION",
    "VEHICLES_ALLOWED_CLIENTS_SECTION",
    "VEHICLES_RELOAD_DEPOT_SECTION",
    "VEHICLES_MAX_DURATION",
    "VEHICLES_MAX_DURATION_SECTION",
    "VEHICLES_MAX_DISTANCE",
    "VEHICLES_MAX_DISTANCE_SECTION",
    "VEHICLES_MAX_RELOADS",
};

constexpr std::array<string_view, 7> plain_keys{
    "NAME", "COMMENT", "TYPE", "DIMENSION", "VEHICLES", "CAPACITY", "EDGE_WEIGHT_TYPE",
};
constexpr std::array<string_view, 2> more_keys{"EDGE_WEIGHT_FORMAT", "SERVICE_TIME"};
constexpr std::array<string_view, 4> plain_sections{
    "NODE_COORD_SECTION",
    "DEMAND_SECTION",
    "DEPOT_SECTION",
    "EDGE_WEIGHT_SECTION",
};

bool known(string_view word) {
    const auto in = [word](const auto& list) {
        return std::find(list.begin(), list.end(), word) != list.end();
    };
    return in(rich_words) || in(plain_keys) || in(more_keys) || in(plain_sections);
}

}  // namespace

bool is_rich_vrplib(string_view content) { return VrplibDocument::mentions(content, rich_words); }

void RichSections::refuse_unknown() const {
    for (const auto& [name, value] : document_.keys())
        if (!known(name)) document_.fail(value.line, name, "is not supported");
    for (const auto& [name, section] : document_.sections())
        if (!known(name)) document_.fail(section.line, name, "is not supported");
}

std::string RichSections::text_of(string_view key, const std::string& otherwise) const {
    const auto* value = document_.key(key);
    return value == nullptr ? otherwise : std::string(value->text);
}

NumberPlace RichSections::place(std::size_t line, string_view field) const {
    return {document_.file(), line, field};
}

std::optional<std::int64_t> RichSections::whole(string_view key, std::int64_t least,
                                                std::int64_t most) const {
    const auto* value = document_.key(key);
    if (value == nullptr) return std::nullopt;
    return place(value->line, key).integer(value->text, least, most);
}

RichSections::Rows RichSections::rows_by_index(string_view name, std::size_t count,
                                               std::size_t least_columns) const {
    const auto* section = document_.section(name);
    if (section == nullptr) return {};
    Rows rows(count, nullptr);
    for (const VrplibDocument::Row& row : section->rows) {
        const NumberPlace where = place(row.line, name);
        const auto index = where.integer(row.tokens.front(), 1, static_cast<std::int64_t>(count));
        auto& slot = rows[static_cast<std::size_t>(index - 1)];
        if (slot != nullptr) where.fail("row " + std::to_string(index) + " is given twice");
        if (row.tokens.size() < 1 + least_columns)
            where.fail("expected " + std::to_string(least_columns) +
                       " values after the index, found " + std::to_string(row.tokens.size() - 1));
        slot = &row;
    }
    for (std::size_t i = 0; i < count; ++i)
        if (rows[i] == nullptr)
            document_.fail(section->rows.empty() ? section->line : section->rows.back().line, name,
                           "row " + std::to_string(i + 1) + " is missing");
    return rows;
}

std::vector<double> RichSections::matrix(std::size_t nodes, const Rounder& round) const {
    const auto* section = document_.section("EDGE_WEIGHT_SECTION");
    if (section == nullptr) document_.fail(document_.lines(), "EDGE_WEIGHT_SECTION", "missing");
    const std::string name = text_of("EDGE_WEIGHT_FORMAT", "FULL_MATRIX");
    const auto format = tsplib::matrix_format(name);
    if (!format)
        document_.fail(section->line, "EDGE_WEIGHT_FORMAT", "unknown format " + text::quoted(name));
    std::vector<double> values;
    for (const VrplibDocument::Row& row : section->rows)
        for (const string_view token : row.tokens)
            values.push_back(round(place(row.line, "EDGE_WEIGHT_SECTION").amount(token)));
    const std::size_t expected = tsplib::value_count(*format, nodes);
    if (values.size() != expected)
        document_.fail(section->line, "EDGE_WEIGHT_SECTION",
                       std::to_string(values.size()) + " values, but " + name + " of " +
                           std::to_string(nodes) + " nodes has " + std::to_string(expected));
    return tsplib::unpack(*format, values, nodes);
}

}  // namespace odgear
