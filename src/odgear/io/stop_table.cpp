#include "odgear/io/stop_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <span>
#include <unordered_map>
#include <utility>

#include "odgear/core/errors.hpp"
#include "odgear/io/checked_instance.hpp"
#include "odgear/io/spreadsheet.hpp"
#include "odgear/io/text.hpp"

namespace odgear {

namespace {

enum class Column : std::uint8_t {
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
    constraint,  // read it and it would bind; leave it out and another problem is solved
    count
};

struct Spelling {
    std::string_view text;  // capitals, without blanks, underscores and hyphens
    Column column;
};

constexpr Spelling spellings[] = {
    {"ID", Column::id},
    {"STOPID", Column::id},
    {"CUSTOMER", Column::id},
    {"CUSTOMERID", Column::id},
    {"NODE", Column::id},
    {"NAME", Column::name},
    {"ADDRESS", Column::name},
    {"LABEL", Column::name},
    {"DESCRIPTION", Column::name},
    {"LAT", Column::latitude},
    {"LATITUDE", Column::latitude},
    {"LON", Column::longitude},
    {"LNG", Column::longitude},
    {"LONG", Column::longitude},
    {"LONGITUDE", Column::longitude},
    {"X", Column::x},
    {"Y", Column::y},
    {"DEMAND", Column::demand},
    {"QUANTITY", Column::demand},
    {"LOAD", Column::demand},
    {"DELIVERY", Column::demand},
    {"SERVICE", Column::service},
    {"SERVICETIME", Column::service},
    {"SERVICEMINUTES", Column::service},
    {"TYPE", Column::kind},
    {"KIND", Column::kind},
    {"DEPOT", Column::kind},
    {"CAPACITY", Column::capacity},
    {"VEHICLES", Column::vehicles},
    {"TWEARLY", Column::constraint},
    {"TWLATE", Column::constraint},
    {"TWSTART", Column::constraint},
    {"TWEND", Column::constraint},
    {"TIMEWINDOW", Column::constraint},
    {"READYTIME", Column::constraint},
    {"DUEDATE", Column::constraint},
    {"DUETIME", Column::constraint},
    {"EARLIEST", Column::constraint},
    {"LATEST", Column::constraint},
    {"PICKUP", Column::constraint},
    {"SKILLS", Column::constraint},
    {"PRIORITY", Column::constraint},
};

Column column_of(std::string_view title) {
    std::string key;
    for (const char c : title)
        if (c != ' ' && c != '_' && c != '-') key += text::upper(c);
    for (const Spelling& spelling : spellings)
        if (spelling.text == key) return spelling.column;
    return Column::count;
}

bool says_depot(std::string_view cell) { return text::uppercase(cell) == "DEPOT"; }

class TableReader {
public:
    TableReader(const spreadsheet::Table& table, const std::string& file,
                const ReadOptions& options)
        : table_(table), file_(file), options_(options) {}

    ReadResult run() {
        find_columns();
        check_columns();
        if (table_.rows.empty()) throw InputError(Place{file_, 1, ""}, "the table has no rows");
        order_rows();
        for (const spreadsheet::Row* row : order_) add_row(*row);
        set_ids();
        set_rule();
        read_fleet();
        const Rounding rounding = data_.rule.rounding;
        return {checked_instance(std::move(data_), file_, Place{file_, 0, ""}),
                std::move(warnings_), rounding, std::move(services_)};
    }

private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    std::size_t at(Column column) const { return where_[static_cast<std::size_t>(column)]; }
    bool has(Column column) const { return at(column) != none; }
    std::string_view cell(const spreadsheet::Row& row, Column column) const {
        return has(column) ? std::string_view(row.cells[at(column)]) : std::string_view();
    }
    const std::string& title(Column column) const { return table_.header.cells[at(column)]; }

    [[noreturn]] void fail(const spreadsheet::Row& row, Column column,
                           const std::string& message) const {
        throw InputError(Place{file_, row.line, title(column)}, message);
    }
    [[noreturn]] void fail(const std::string& message) const {
        throw InputError(Place{file_, table_.header.line, ""}, message);
    }
    void warn(const std::string& message) {
        warnings_.push_back(describe(Place{file_, 0, ""}, message));
    }

    void find_columns() {
        where_.fill(none);
        for (std::size_t i = 0; i < table_.header.cells.size(); ++i) {
            const std::string& cell = table_.header.cells[i];
            const Column column = column_of(cell);
            if (column == Column::constraint) refuse_constraint(i);
            if (column == Column::constraint || cell.empty()) continue;
            if (column == Column::count) {
                warn("column " + text::quoted(cell) + " is left out");
                continue;
            }
            std::size_t& slot = where_[static_cast<std::size_t>(column)];
            if (slot != none)
                fail("columns " + text::quoted(table_.header.cells[slot]) + " and " +
                     text::quoted(cell) + " mean the same");
            slot = i;
        }
    }

    void refuse_constraint(std::size_t column) const {
        for (const spreadsheet::Row& row : table_.rows)
            if (!row.cells[column].empty())
                throw InputError(Place{file_, row.line, table_.header.cells[column]},
                                 "this column is not supported yet; leave it empty or remove it");
    }

    void check_columns() {
        const bool degrees = has(Column::latitude) && has(Column::longitude);
        const bool plane = has(Column::x) && has(Column::y);
        if (!degrees && !plane)
            fail("the first line must name the columns of the place: lat and lon, or x and y");
        if (degrees && plane) warn("x and y are left out: the table has lat and lon");
        on_globe_ = degrees;
        if (has(Column::demand) || has(Column::capacity) || options_.table.capacity) return;
        data_.problem = Problem::tsp;
        warn("neither demands nor a capacity: one tour through all stops");
    }

    bool is_depot(const spreadsheet::Row& row) const {
        if (!options_.table.depot.empty()) return cell(row, Column::id) == options_.table.depot;
        if (has(Column::kind)) {
            const std::string value = text::uppercase(cell(row, Column::kind));
            return value == "DEPOT" || value == "1" || value == "YES" || value == "TRUE";
        }
        return says_depot(cell(row, Column::id)) || says_depot(cell(row, Column::name));
    }

    // The depot first, then the customers as they come.
    void order_rows() {
        order_.push_back(nullptr);
        for (const spreadsheet::Row& row : table_.rows) {
            if (!is_depot(row)) {
                order_.push_back(&row);
                continue;
            }
            if (order_[0] != nullptr)
                throw InputError(Place{file_, row.line, ""},
                                 "a second depot; the first is in line " +
                                     std::to_string(order_[0]->line) + ", and one is supported");
            order_[0] = &row;
        }
        if (order_[0] == nullptr) find_depot();
    }

    void find_depot() {
        if (!options_.table.depot.empty()) return depot_from_option();
        if (data_.problem == Problem::tsp || cell(*order_[1], Column::demand).empty() ||
            spreadsheet::number(cell(*order_[1], Column::demand)) == 0.0) {
            order_.erase(order_.begin());
            if (data_.problem != Problem::tsp)
                warn("no row says depot; the first row is taken, as it has no demand");
            return;
        }
        fail("which row is the depot? Give it the id depot, or name it by --depot ID");
    }

    // A place that is no row of the table.
    void depot_from_option() {
        const std::string& text = options_.table.depot;
        const std::size_t comma = text.find(',');
        const auto first = text::to_double(text::trimmed(text.substr(0, comma)));
        const auto second = comma == text.npos
                                ? std::nullopt
                                : text::to_double(text::trimmed(text.substr(comma + 1)));
        if (!first || !second)
            throw InputError(Place{file_, 0, ""},
                             "no row has the id " + text::quoted(text) + " that --depot names");
        depot_row_.cells.assign(table_.header.cells.size(), "");
        depot_row_.line = 0;
        depot_row_.cells[at(on_globe_ ? Column::latitude : Column::x)] = text::from_double(*first);
        depot_row_.cells[at(on_globe_ ? Column::longitude : Column::y)] =
            text::from_double(*second);
        if (has(Column::id)) depot_row_.cells[at(Column::id)] = "depot";
        order_[0] = &depot_row_;
    }

    void add_row(const spreadsheet::Row& row) {
        const bool depot = data_.points.empty();
        data_.points.push_back(place(row));
        if (data_.problem == Problem::cvrp)
            data_.demands.push_back(!has(Column::demand) ? (depot ? 0 : 1) : demand(row, depot));
        if (has(Column::name)) data_.names.emplace_back(cell(row, Column::name));
        if (has(Column::service)) services_.push_back(minutes(row));
    }

    double number(const spreadsheet::Row& row, Column column) const {
        const std::string_view text = cell(row, column);
        if (text.empty()) fail(row, column, "missing");
        const auto value = spreadsheet::number(text);
        if (!value || !std::isfinite(*value))
            fail(row, column, text::quoted(text) + " is not a number");
        return *value;
    }

    Point place(const spreadsheet::Row& row) const {
        if (!on_globe_) return {number(row, Column::x), number(row, Column::y)};
        const Point point{number(row, Column::longitude), number(row, Column::latitude)};
        if (std::abs(point.y) > 90)
            fail(row, Column::latitude, "the latitude is outside -90..90 degrees");
        if (std::abs(point.x) > 180)
            fail(row, Column::longitude, "the longitude is outside -180..180 degrees");
        return point;
    }

    Load whole(const spreadsheet::Row& row, Column column) const {
        const double value = number(row, column);
        if (value < 0) fail(row, column, text::from_double(value) + " is negative");
        if (value != std::trunc(value))
            fail(row, column,
                 text::from_double(value) +
                     " is not a whole number; state all loads in a smaller unit");
        if (value > 1e15) fail(row, column, text::from_double(value) + " is too large");
        return static_cast<Load>(value);
    }

    Load demand(const spreadsheet::Row& row, bool depot) const {
        if (!depot) return whole(row, Column::demand);
        if (!cell(row, Column::demand).empty() && number(row, Column::demand) != 0)
            fail(row, Column::demand, "the depot must have no demand");
        return 0;
    }

    // "5" minutes, or a clock time such as "0:05".
    double minutes(const spreadsheet::Row& row) const {
        const std::string_view text = cell(row, Column::service);
        if (text.empty()) return 0;
        const std::size_t colon = text.find(':');
        if (colon == std::string_view::npos) {
            const double value = number(row, Column::service);
            if (value < 0) fail(row, Column::service, "the service time is negative");
            return value;
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
            fail(row, Column::service, text::quoted(text) + " is not a time (h:mm or minutes)");
        return 60 * hours + value + seconds / 60;
    }

    void set_ids() {
        std::unordered_map<std::string_view, std::size_t> seen;
        bool whole_numbers = true;
        for (std::size_t i = 0; i < order_.size(); ++i) {
            const spreadsheet::Row& row = *order_[i];
            const std::string_view id = cell(row, Column::id);
            if (!has(Column::id) || (id.empty() && i == 0)) {
                data_.ids.push_back(i == 0 ? "depot" : std::to_string(i));
                continue;
            }
            if (id.empty()) fail(row, Column::id, "missing");
            if (const auto [found, added] = seen.emplace(id, row.line); !added)
                fail(row, Column::id,
                     text::quoted(id) + " occurs twice, first in line " +
                         std::to_string(found->second));
            data_.ids.emplace_back(id);
            const auto number = text::to_integer(id);
            whole_numbers = whole_numbers && (i == 0 || number);
            data_.labels.push_back(number.value_or(0));
        }
        if (!whole_numbers || data_.labels.size() != order_.size()) data_.labels.clear();
    }

    void set_rule() {
        data_.rule.metric = on_globe_ ? Metric::haversine : Metric::euclidean;
        data_.rule.rounding =
            options_.rounding.value_or(on_globe_ ? Rounding::nearest : Rounding::none);
        if (on_globe_) warn("lat and lon are degrees; distances are great-circle metres");
    }

    void read_fleet() {
        data_.name = std::filesystem::path(file_).stem().string();
        if (data_.problem == Problem::tsp) return;
        const spreadsheet::Row& depot = *order_[0];
        if (options_.table.capacity)
            data_.capacity = *options_.table.capacity;
        else if (!cell(depot, Column::capacity).empty())
            data_.capacity = whole(depot, Column::capacity);
        else
            fail(
                "how much does a vehicle carry? Give --capacity, or a column capacity with the "
                "number in the row of the depot");
        if (!cell(depot, Column::vehicles).empty()) {
            const Load vehicles = whole(depot, Column::vehicles);
            if (vehicles < 1 || vehicles >= no_vehicle_limit)
                fail(depot, Column::vehicles, "must be a number of vehicles, 1 or more");
            data_.max_vehicles = static_cast<int>(vehicles);
        }
        if (!has(Column::demand)) warn("no column demand: each stop counts as 1");
        for (std::size_t i = 1; i < order_.size(); ++i)
            if (data_.demands[i] > data_.capacity)
                throw InfeasibleError(describe(
                    Place{file_, order_[i]->line, has(Column::demand) ? title(Column::demand) : ""},
                    "the demand of " + text::quoted(data_.ids[i]) + " is " +
                        std::to_string(data_.demands[i]) + ", above the capacity of " +
                        std::to_string(data_.capacity)));
    }

    const spreadsheet::Table& table_;
    const std::string& file_;
    const ReadOptions& options_;
    std::array<std::size_t, static_cast<std::size_t>(Column::count)> where_{};
    std::vector<const spreadsheet::Row*> order_;
    spreadsheet::Row depot_row_;
    bool on_globe_ = false;
    InstanceData data_;
    std::vector<double> services_;
    std::vector<std::string> warnings_;
};

}  // namespace

bool is_stop_table(std::string_view text, const std::string& file) {
    const std::string extension = text::uppercase(std::filesystem::path(file).extension().string());
    if (extension == ".CSV" || extension == ".TSV") return true;
    const spreadsheet::Row header = spreadsheet::header(text);
    if (header.cells.empty() || header.cells[0].find(':') != std::string::npos) return false;
    const auto names = [&](Column column) {
        return std::any_of(header.cells.begin(), header.cells.end(),
                           [&](const std::string& cell) { return column_of(cell) == column; });
    };
    return (names(Column::latitude) && names(Column::longitude)) ||
           (names(Column::x) && names(Column::y));
}

ReadResult read_stop_table(std::string_view text, const std::string& file,
                           const ReadOptions& options) {
    const spreadsheet::Table table = spreadsheet::parse(text, file);
    return TableReader(table, file, options).run();
}

}  // namespace odgear
