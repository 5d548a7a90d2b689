// Tables of stops with columns for planners: time windows, pickups, skills, priorities, prizes, and
// rows that describe vehicles. docs/formats.md lists the columns. O(table).
#pragma once

#include <string>
#include <string_view>

#include "odgear/io/fleet/fleet_file.hpp"
#include "odgear/io/instance_file.hpp"

namespace odgear {

// Whether a table of stops uses such a column or has a row for a vehicle.
bool is_fleet_table(std::string_view text, const std::string& file);

// Times are in minutes. On the globe, distances are in metres, driven at `TableOptions::speed`. In
// a plane, times are in the unit of the distances. Throws InputError as "FILE:LINE: COLUMN:
// message".
FleetReadResult read_fleet_table(std::string_view text, const std::string& file,
                                 const TableOptions& options = {});

}  // namespace odgear
