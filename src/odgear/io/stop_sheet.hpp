// A table of stops cell by cell: the meaning of each column, numbers, times and locations, and
// which row is the depot. stop_table and fleet/fleet_table make problems of it. O(table).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "odgear/core/distance.hpp"
#include "odgear/core/instance.hpp"
#include "odgear/io/instance_file.hpp"
#include "odgear/io/spreadsheet.hpp"

namespace odgear {

enum class StopColumn : std::uint8_t {
    id,
    name,
    latitude,
    longitude,
    x,
    y,
    demand,
    service,
    kind,
    capacity,
    vehicles,
    // The columns from here on make the problem a rich one.
    earliest,
    latest,
    window,
    pickup,
    skills,
    priority,
    prize,
    release,
    after,
    alternatives,
    only_vehicles,
    fixed_cost,
    cost_per_km,
    cost_per_hour,
    longest_distance,
    longest_duration,
    most_stops,
    rest,
    rest_minutes,
    count
};

class StopSheet {
public:
    // Throws InputError if two columns have the same meaning, or none has the locations.
    StopSheet(std::string_view text, const std::string& file);

    const std::string& file() const { return file_; }
    const std::vector<spreadsheet::Row>& rows() const { return table_.rows; }
    std::size_t columns() const { return table_.header.cells.size(); }
    // Whether locations are degrees rather than points of a plane.
    bool on_globe() const { return has(StopColumn::latitude) && has(StopColumn::longitude); }
    bool has_plane() const { return has(StopColumn::x) && has(StopColumn::y); }
    // Titles of unknown columns.
    const std::vector<std::string>& unknown() const { return unknown_; }

    bool has(StopColumn column) const { return at(column) != none; }
    std::size_t at(StopColumn column) const { return where_[static_cast<std::size_t>(column)]; }
    const std::string& title(StopColumn column) const { return table_.header.cells[at(column)]; }
    // Empty if the table has no such column.
    std::string_view cell(const spreadsheet::Row& row, StopColumn column) const;
    // Whether any row has a value in this column.
    bool filled(StopColumn column) const;

    // Whether the row describes vehicles and not a location.
    bool is_vehicle(const spreadsheet::Row& row) const;
    // The column that makes the problem a rich one; `count` if none does.
    StopColumn rich_column() const;

    double number(const spreadsheet::Row& row, StopColumn column) const;
    Load whole(const spreadsheet::Row& row, StopColumn column) const;
    // "5" minutes, or a clock time such as "0:05"; 0 for an empty cell.
    double minutes(const spreadsheet::Row& row, StopColumn column) const;
    double minutes_in(std::string_view text, const spreadsheet::Row& row, StopColumn column) const;
    Point place(const spreadsheet::Row& row) const;

    [[noreturn]] void fail(const spreadsheet::Row& row, StopColumn column,
                           const std::string& message) const;
    [[noreturn]] void fail(const std::string& message) const;

private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    const std::string file_;
    spreadsheet::Table table_;
    std::array<std::size_t, static_cast<std::size_t>(StopColumn::count)> where_{};
    std::vector<std::string> unknown_;
};

// The rows of locations, the depot first, and their ids.
struct StopOrder {
    std::vector<const spreadsheet::Row*> rows;
    std::vector<std::string> ids;
    std::vector<std::int64_t> labels;  // the ids as numbers, if all are numbers
    std::vector<std::string> warnings;
    spreadsheet::Row outside{};  // a depot that is not a row of the table
    StopOrder() = default;
    StopOrder(const StopOrder&) = delete;  // rows may point to `outside`
    StopOrder& operator=(const StopOrder&) = delete;
};

// `one_tour`: any row may be the first. Throws InputError if it is not clear which row is the
// depot.
void order_stops(const StopSheet& sheet, const TableOptions& options, bool one_tour,
                 StopOrder& order);

// Whether the first line has the titles of location columns.
bool names_a_place(std::string_view text);

}  // namespace odgear
