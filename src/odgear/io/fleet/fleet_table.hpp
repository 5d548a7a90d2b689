// Tables of stops with what a planner adds to them: time windows, pickups, skills, priorities,
// prizes, and rows that describe vehicles. docs/formats.md lists the columns. O(table).
#pragma once

#include <string>
#include <string_view>

#include "odgear/io/fleet/fleet_file.hpp"
#include "odgear/io/instance_file.hpp"

namespace odgear {

// Whether a table of stops has such a column with something in it, or a row of a vehicle.
bool is_fleet_table(std::string_view text, const std::string& file);

// Times are minutes; on the globe distances are metres, driven at `TableOptions::speed`. In a plane
// times are in the unit of the distances. InputError as "FILE:LINE: COLUMN: message".
FleetReadResult read_fleet_table(std::string_view text, const std::string& file,
                                 const TableOptions& options = {});

}  // namespace odgear
