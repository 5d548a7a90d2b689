#include "odgear/io/stop_sheet.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>

#include "odgear/core/errors.hpp"
#include "odgear/io/text.hpp"

namespace odgear {

namespace {

struct Spelling {
    std::string_view text;  // in capitals, without blanks, underscores and hyphens
    StopColumn column;
};

constexpr Spelling spellings[] = {
    {"ID", StopColumn::id},
    {"STOPID", StopColumn::id},
    {"CUSTOMER", StopColumn::id},
    {"CUSTOMERID", StopColumn::id},
    {"NODE", StopColumn::id},
    {"NAME", StopColumn::name},
    {"ADDRESS", StopColumn::name},
    {"LABEL", StopColumn::name},
    {"DESCRIPTION", StopColumn::name},
    {"LAT", StopColumn::latitude},
    {"LATITUDE", StopColumn::latitude},
    {"LON", StopColumn::longitude},
    {"LNG", StopColumn::longitude},
    {"LONG", StopColumn::longitude},
    {"LONGITUDE", StopColumn::longitude},
    {"X", StopColumn::x},
    {"Y", StopColumn::y},
    {"DEMAND", StopColumn::demand},
    {"QUANTITY", StopColumn::demand},
    {"LOAD", StopColumn::demand},
    {"DELIVERY", StopColumn::demand},
    {"SERVICE", StopColumn::service},
    {"SERVICETIME", StopColumn::service},
    {"SERVICEMINUTES", StopColumn::service},
    {"TYPE", StopColumn::kind},
    {"KIND", StopColumn::kind},
    {"DEPOT", StopColumn::kind},
    {"CAPACITY", StopColumn::capacity},
    {"VEHICLES", StopColumn::vehicles},
    {"TWEARLY", StopColumn::earliest},
    {"TWSTART", StopColumn::earliest},
    {"READYTIME", StopColumn::earliest},
    {"EARLIEST", StopColumn::earliest},
    {"FROM", StopColumn::earliest},
    {"OPEN", StopColumn::earliest},
    {"WINDOWSTART", StopColumn::earliest},
    {"STARTTIME", StopColumn::earliest},
    {"TWLATE", StopColumn::latest},
    {"TWEND", StopColumn::latest},
    {"DUEDATE", StopColumn::latest},
    {"DUETIME", StopColumn::latest},
    {"LATEST", StopColumn::latest},
    {"UNTIL", StopColumn::latest},
    {"CLOSE", StopColumn::latest},
    {"WINDOWEND", StopColumn::latest},
    {"ENDTIME", StopColumn::latest},
    {"TIMEWINDOW", StopColumn::window},
    {"TIMEWINDOWS", StopColumn::window},
    {"WINDOW", StopColumn::window},
    {"PICKUP", StopColumn::pickup},
    {"SKILLS", StopColumn::skills},
    {"SKILL", StopColumn::skills},
    {"PRIORITY", StopColumn::priority},
    {"PRIZE", StopColumn::prize},
    {"RELEASE", StopColumn::release},
    {"RELEASETIME", StopColumn::release},
    {"AFTER", StopColumn::after},
    {"ALTERNATIVES", StopColumn::alternatives},
    {"ONEOF", StopColumn::alternatives},
    {"ONLYVEHICLES", StopColumn::only_vehicles},
    {"ALLOWEDVEHICLES", StopColumn::only_vehicles},
    {"PINNEDTO", StopColumn::only_vehicles},
    {"FIXEDCOST", StopColumn::fixed_cost},
    {"COSTPERKM", StopColumn::cost_per_km},
    {"COSTPERHOUR", StopColumn::cost_per_hour},
    {"MAXDISTANCE", StopColumn::longest_distance},
    {"MAXDURATION", StopColumn::longest_duration},
    {"MAXSTOPS", StopColumn::most_stops},
    {"BREAK", StopColumn::rest},
    {"BREAKMINUTES", StopColumn::rest_minutes},
};

StopColumn column_of(std::string_view title) {
    std::string key;
    for (const char c : title)
        if (c != ' ' && c != '_' && c != '-') key += text::upper(c);
    for (const Spelling& spelling : spellings)
        if (spelling.text == key) return spelling.column;
    return StopColumn::count;
}

// Finds the depot and puts it first.
class Order {
public:
    Order(const StopSheet& sheet, const TableOptions& options, bool one_tour, StopOrder& order)
        : sheet_(sheet), options_(options), one_tour_(one_tour), order_(order) {}

    void run() {
        order_.rows.push_back(nullptr);
        for (const spreadsheet::Row& row : sheet_.rows()) {
            if (sheet_.is_vehicle(row)) continue;
            if (!is_depot(row)) {
                order_.rows.push_back(&row);
                continue;
            }
            if (order_.rows[0] != nullptr)
                throw InputError(Place{sheet_.file(), row.line, ""},
                                 "a second depot; the first is in line " +
                                     std::to_string(order_.rows[0]->line) +
                                     ", and one is supported");
            order_.rows[0] = &row;
        }
        if (order_.rows[0] == nullptr) find_depot();
        set_ids();
    }

private:
    static bool says_depot(std::string_view cell) { return text::uppercase(cell) == "DEPOT"; }

    bool is_depot(const spreadsheet::Row& row) const {
        if (!options_.depot.empty()) return sheet_.cell(row, StopColumn::id) == options_.depot;
        if (sheet_.has(StopColumn::kind)) {
            const std::string value = text::uppercase(sheet_.cell(row, StopColumn::kind));
            return value == "DEPOT" || value == "1" || value == "YES" || value == "TRUE";
        }
        return says_depot(sheet_.cell(row, StopColumn::id)) ||
               says_depot(sheet_.cell(row, StopColumn::name));
    }

    void find_depot() {
        if (!options_.depot.empty()) return depot_from_option();
        if (order_.rows.size() < 2) sheet_.fail("the table has no stops");
        const std::string_view demand = sheet_.cell(*order_.rows[1], StopColumn::demand);
        if (one_tour_ || demand.empty() || spreadsheet::number(demand) == 0.0) {
            order_.rows.erase(order_.rows.begin());
            if (!one_tour_)
                order_.warnings.push_back(
                    describe(Place{sheet_.file(), 0, ""},
                             "no row says depot; the first row is taken, as it has no demand"));
            return;
        }
        sheet_.fail("which row is the depot? Give it the id depot, or name it by --depot ID");
    }

    // A location that is not a row of the table.
    void depot_from_option() {
        const std::string& text = options_.depot;
        const std::size_t comma = text.find(',');
        const auto first = text::to_double(text::trimmed(text.substr(0, comma)));
        const auto second = comma == std::string::npos
                                ? std::nullopt
                                : text::to_double(text::trimmed(text.substr(comma + 1)));
        if (!first || !second)
            throw InputError(Place{sheet_.file(), 0, ""},
                             "no row has the id " + text::quoted(text) + " that --depot names");
        spreadsheet::Row& row = order_.outside;
        row.cells.assign(sheet_.columns(), "");
        const bool globe = sheet_.on_globe();
        row.cells[sheet_.at(globe ? StopColumn::latitude : StopColumn::x)] =
            text::from_double(*first);
        row.cells[sheet_.at(globe ? StopColumn::longitude : StopColumn::y)] =
            text::from_double(*second);
        if (sheet_.has(StopColumn::id)) row.cells[sheet_.at(StopColumn::id)] = "depot";
        order_.rows[0] = &row;
    }

    void set_ids() {
        std::unordered_map<std::string_view, std::size_t> seen;
        bool whole_numbers = true;
        for (std::size_t i = 0; i < order_.rows.size(); ++i) {
            const spreadsheet::Row& row = *order_.rows[i];
            const std::string_view id = sheet_.cell(row, StopColumn::id);
            if (!sheet_.has(StopColumn::id) || (id.empty() && i == 0)) {
                order_.ids.push_back(i == 0 ? "depot" : std::to_string(i));
                continue;
            }
            if (id.empty()) sheet_.fail(row, StopColumn::id, "missing");
            if (const auto [found, added] = seen.emplace(id, row.line); !added)
                sheet_.fail(row, StopColumn::id,
                            text::quoted(id) + " occurs twice, first in line " +
                                std::to_string(found->second));
            order_.ids.emplace_back(id);
            const auto number = text::to_integer(id);
            whole_numbers = whole_numbers && (i == 0 || number);
            order_.labels.push_back(number.value_or(0));
        }
        if (!whole_numbers || order_.labels.size() != order_.rows.size()) order_.labels.clear();
    }

    const StopSheet& sheet_;
    const TableOptions& options_;
    bool one_tour_;
    StopOrder& order_;
};

}  // namespace

StopSheet::StopSheet(std::string_view text, const std::string& file)
    : file_(file), table_(spreadsheet::parse(text, file)) {
    where_.fill(none);
    for (std::size_t i = 0; i < table_.header.cells.size(); ++i) {
        const std::string& cell = table_.header.cells[i];
        const StopColumn column = column_of(cell);
        if (cell.empty()) continue;
        if (column == StopColumn::count) {
            unknown_.push_back(cell);
            continue;
        }
        std::size_t& slot = where_[static_cast<std::size_t>(column)];
        if (slot != none)
            fail("columns " + text::quoted(table_.header.cells[slot]) + " and " +
                 text::quoted(cell) + " mean the same");
        slot = i;
    }
    if (!on_globe() && !has_plane())
        fail("the first line must name the columns of the place: lat and lon, or x and y");
    if (rows().empty()) throw InputError(Place{file_, 1, ""}, "the table has no rows");
}

std::string_view StopSheet::cell(const spreadsheet::Row& row, StopColumn column) const {
    return has(column) ? std::string_view(row.cells[at(column)]) : std::string_view();
}

bool StopSheet::filled(StopColumn column) const {
    return has(column) &&
           std::any_of(rows().begin(), rows().end(),
                       [&](const spreadsheet::Row& row) { return !row.cells[at(column)].empty(); });
}

bool StopSheet::is_vehicle(const spreadsheet::Row& row) const {
    return text::uppercase(cell(row, StopColumn::kind)) == "VEHICLE";
}

StopColumn StopSheet::rich_column() const {
    for (auto c = static_cast<std::uint8_t>(StopColumn::earliest);
         c < static_cast<std::uint8_t>(StopColumn::count); ++c)
        if (filled(static_cast<StopColumn>(c))) return static_cast<StopColumn>(c);
    if (std::any_of(rows().begin(), rows().end(), [&](const auto& row) { return is_vehicle(row); }))
        return StopColumn::kind;
    return StopColumn::count;
}

double StopSheet::number(const spreadsheet::Row& row, StopColumn column) const {
    const std::string_view text = cell(row, column);
    if (text.empty()) fail(row, column, "missing");
    const auto value = spreadsheet::number(text);
    if (!value || !std::isfinite(*value))
        fail(row, column, text::quoted(text) + " is not a number");
    return *value;
}

Load StopSheet::whole(const spreadsheet::Row& row, StopColumn column) const {
    const double value = number(row, column);
    if (value < 0) fail(row, column, text::from_double(value) + " is negative");
    if (value != std::trunc(value))
        fail(
            row, column,
            text::from_double(value) + " is not a whole number; state all loads in a smaller unit");
    if (value > 1e15) fail(row, column, text::from_double(value) + " is too large");
    return static_cast<Load>(value);
}

double StopSheet::minutes(const spreadsheet::Row& row, StopColumn column) const {
    return minutes_in(cell(row, column), row, column);
}

double StopSheet::minutes_in(std::string_view text, const spreadsheet::Row& row,
                             StopColumn column) const {
    if (text.empty()) return 0;
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) {
        const auto value = spreadsheet::number(text);
        if (!value || !std::isfinite(*value))
            fail(row, column, text::quoted(text) + " is not a number");
        if (*value < 0) fail(row, column, "the time is negative");
        return *value;
    }
    std::string_view rest = text.substr(colon + 1);
    double seconds = 0;
    if (const std::size_t second = rest.find(':'); second != std::string_view::npos) {
        seconds = text::to_double(rest.substr(second + 1)).value_or(-1);
        rest = rest.substr(0, second);
    }
    const double hours = text::to_double(text.substr(0, colon)).value_or(-1);
    const double value = text::to_double(rest).value_or(-1);
    if (!(hours >= 0 && value >= 0 && seconds >= 0))
        fail(row, column, text::quoted(text) + " is not a time (h:mm or minutes)");
    return 60 * hours + value + seconds / 60;
}

Point StopSheet::place(const spreadsheet::Row& row) const {
    if (!on_globe()) return {number(row, StopColumn::x), number(row, StopColumn::y)};
    const Point point{number(row, StopColumn::longitude), number(row, StopColumn::latitude)};
    if (std::abs(point.y) > 90)
        fail(row, StopColumn::latitude, "the latitude is outside -90..90 degrees");
    if (std::abs(point.x) > 180)
        fail(row, StopColumn::longitude, "the longitude is outside -180..180 degrees");
    return point;
}

void StopSheet::fail(const spreadsheet::Row& row, StopColumn column,
                     const std::string& message) const {
    throw InputError(Place{file_, row.line, title(column)}, message);
}

void StopSheet::fail(const std::string& message) const {
    throw InputError(Place{file_, table_.header.line, ""}, message);
}

void order_stops(const StopSheet& sheet, const TableOptions& options, bool one_tour,
                 StopOrder& order) {
    Order(sheet, options, one_tour, order).run();
}

bool names_a_place(std::string_view text) {
    const spreadsheet::Row header = spreadsheet::header(text);
    if (header.cells.empty() || header.cells[0].find(':') != std::string::npos) return false;
    const auto names = [&](StopColumn column) {
        return std::any_of(header.cells.begin(), header.cells.end(),
                           [&](const std::string& cell) { return column_of(cell) == column; });
    };
    return (names(StopColumn::latitude) && names(StopColumn::longitude)) ||
           (names(StopColumn::x) && names(StopColumn::y));
}

}  // namespace odgear
