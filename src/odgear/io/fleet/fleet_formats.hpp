// The readers behind fleet_file, one for each format, and their shared parts.
#pragma once

#include <string>
#include <string_view>

#include "odgear/core/distance.hpp"
#include "odgear/io/fleet/fleet_file.hpp"

namespace odgear {

// Applies one rounding to every real number of a file.
struct Rounder {
    struct Rule {
        double scale = 1;
        Rounding rounding = Rounding::none;
    };
    Rule rule;

    explicit Rounder(FleetRounding rounding);
    // Infinity stays infinity.
    double operator()(double value) const { return rounded(rule.scale * value, rule.rounding); }
    DistanceRule distances(Metric metric = Metric::euclidean) const {
        return {metric, rule.rounding, rule.scale};
    }
    fleet::Units units() const { return {rule.scale, rule.scale, rule.scale}; }
};

// VRPLIB with PyVRP's sections (TIME_WINDOW_SECTION, VEHICLES_DEPOT_SECTION ...).
bool is_rich_vrplib(std::string_view text);
FleetReadResult read_rich_vrplib(std::string_view text, const std::string& file,
                                 const FleetReadOptions& options);

// Solomon's table: VEHICLE with NUMBER and CAPACITY, then CUSTOMER with seven columns.
bool is_solomon(std::string_view text);
FleetReadResult read_solomon(std::string_view text, const std::string& file,
                             const FleetReadOptions& options);

// Li & Lim: a line of vehicles, capacity and speed, then rows of nine numbers.
bool is_li_lim(std::string_view text);
FleetReadResult read_li_lim(std::string_view text, const std::string& file,
                            const FleetReadOptions& options);

}  // namespace odgear
