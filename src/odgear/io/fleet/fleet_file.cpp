#include "odgear/io/fleet/fleet_file.hpp"

#include <array>
#include <utility>

#include "odgear/core/errors.hpp"
#include "odgear/io/files.hpp"
#include "odgear/io/fleet/fleet_formats.hpp"

namespace odgear {

namespace {

constexpr std::array<std::pair<FleetRounding, std::string_view>, 7> roundings{{
    {FleetRounding::automatic, "auto"},
    {FleetRounding::none, "none"},
    {FleetRounding::nearest, "nint"},
    {FleetRounding::up, "ceil"},
    {FleetRounding::down, "floor"},
    {FleetRounding::dimacs, "dimacs"},
    {FleetRounding::exact, "exact"},
}};

}  // namespace

std::string_view name_of(FleetRounding rounding) {
    for (const auto& [value, name] : roundings)
        if (value == rounding) return name;
    return "none";
}

FleetRounding fleet_rounding(std::string_view name) {
    for (const auto& [value, known] : roundings)
        if (known == name) return value;
    throw ConfigurationError("unknown rounding '" + std::string(name) +
                             "' (known: auto, none, nint, ceil, floor, dimacs, exact)");
}

Rounder::Rounder(FleetRounding rounding) {
    switch (rounding) {
        case FleetRounding::automatic:
        case FleetRounding::none: break;
        case FleetRounding::nearest: rule = {1, Rounding::nearest}; break;
        case FleetRounding::up: rule = {1, Rounding::up}; break;
        case FleetRounding::down: rule = {1, Rounding::down}; break;
        case FleetRounding::dimacs: rule = {10, Rounding::down}; break;
        case FleetRounding::exact: rule = {1000, Rounding::nearest}; break;
    }
}

bool is_fleet_text(std::string_view text) {
    return is_rich_vrplib(text) || is_solomon(text) || is_li_lim(text);
}

FleetReadResult parse_fleet(std::string_view text, const std::string& file,
                            const FleetReadOptions& options) {
    require_text(text, file);
    if (is_rich_vrplib(text)) return read_rich_vrplib(text, file, options);
    if (is_solomon(text)) return read_solomon(text, file, options);
    if (is_li_lim(text)) return read_li_lim(text, file, options);
    throw InputError({file, 0, ""},
                     "is not a rich problem: expected a .vrp file with sections such as "
                     "TIME_WINDOW_SECTION, or Solomon's or Li & Lim's format");
}

FleetReadResult read_fleet(const std::filesystem::path& path, const FleetReadOptions& options) {
    return parse_fleet(read_text_file(path), path.string(), options);
}

}  // namespace odgear
