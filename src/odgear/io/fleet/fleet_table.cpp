#include "odgear/io/fleet/fleet_table.hpp"

#include <filesystem>
#include <map>
#include <utility>

#include "odgear/core/errors.hpp"
#include "odgear/io/stop_sheet.hpp"
#include "odgear/io/stop_table.hpp"
#include "odgear/io/text.hpp"

namespace odgear {

namespace {

using spreadsheet::Row;

constexpr double usual_speed = 50;  // km/h

class FleetTableReader {
public:
    FleetTableReader(const StopSheet& sheet, const TableOptions& options)
        : sheet_(sheet), options_(options) {}

    FleetReadResult run() {
        for (const std::string& title : sheet_.unknown())
            warn("column " + text::quoted(title) + " is left out");
        order_stops(sheet_, options_, false, order_);
        warnings_.insert(warnings_.end(), order_.warnings.begin(), order_.warnings.end());
        if (order_.rows.size() < 2) sheet_.fail("the table has no stops");
        data_.name = std::filesystem::path(sheet_.file()).stem().string();
        for (const Row* row : order_.rows) data_.locations.push_back({sheet_.place(*row)});
        add_depot();
        for (std::size_t i = 1; i < order_.rows.size(); ++i) add_stop(i);
        add_vehicles();
        set_ways();
        return {make_problem(), FleetRounding::none, std::move(warnings_)};
    }

private:
    void warn(const std::string& message) {
        warnings_.push_back(describe(Place{sheet_.file(), 0, ""}, message));
    }

    bool empty(const Row& row, StopColumn column) const { return sheet_.cell(row, column).empty(); }

    // From `earliest` to `latest`; the whole day where neither is given.
    fleet::Window window_of(const Row& row) const {
        fleet::Window window;
        window.open = sheet_.minutes(row, StopColumn::earliest);
        if (!empty(row, StopColumn::latest)) window.close = sheet_.minutes(row, StopColumn::latest);
        if (window.close < window.open)
            sheet_.fail(row, StopColumn::latest, "the window closes before it opens");
        return window;
    }

    // "8:00-12:00", or several: "8:00-10:00, 13:00-15:00".
    std::vector<fleet::Window> windows_of(const Row& row) const {
        std::vector<fleet::Window> windows;
        std::string_view rest = sheet_.cell(row, StopColumn::window);
        if (rest.empty()) {
            const fleet::Window window = window_of(row);
            if (window != fleet::Window{}) windows.push_back(window);
            return windows;
        }
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find_first_of(",;/"), rest.size());
            const std::string_view part = text::trimmed(rest.substr(0, end));
            rest = end < rest.size() ? rest.substr(end + 1) : std::string_view();
            if (part.empty()) continue;
            const std::size_t dash = part.find('-');
            if (dash == std::string_view::npos)
                sheet_.fail(row, StopColumn::window,
                            text::quoted(part) + " is not a window such as 8:00-12:00");
            windows.push_back(
                {minutes(row, part.substr(0, dash)), minutes(row, part.substr(dash + 1))});
        }
        return windows;
    }

    double minutes(const Row& row, std::string_view text) const {
        return sheet_.minutes_in(text::trimmed(text), row, StopColumn::window);
    }

    std::vector<int> skills_of(const Row& row) {
        std::vector<int> skills;
        std::string_view rest = sheet_.cell(row, StopColumn::skills);
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find_first_of(",;/ "), rest.size());
            const std::string_view name = rest.substr(0, end);
            rest = end < rest.size() ? rest.substr(end + 1) : std::string_view();
            if (name.empty()) continue;
            skills.push_back(
                skills_.try_emplace(std::string(name), static_cast<int>(skills_.size()))
                    .first->second);
        }
        return skills;
    }

    void add_depot() {
        const Row& row = *order_.rows[0];
        fleet::Depot depot;
        depot.label = order_.ids[0];
        depot.window = window_of(row);
        data_.depots.push_back(std::move(depot));
    }

    void add_stop(std::size_t i) {
        const Row& row = *order_.rows[i];
        fleet::Stop stop;
        stop.label = order_.ids[i];
        stop.location = static_cast<int>(i);
        if (!empty(row, StopColumn::demand))
            stop.delivery = {sheet_.whole(row, StopColumn::demand)};
        if (!empty(row, StopColumn::pickup)) stop.pickup = {sheet_.whole(row, StopColumn::pickup)};
        stop.windows = windows_of(row);
        stop.service = sheet_.minutes(row, StopColumn::service);
        stop.skills = skills_of(row);
        if (!empty(row, StopColumn::prize)) stop.prize = sheet_.number(row, StopColumn::prize);
        if (!empty(row, StopColumn::priority)) {
            const Load priority = sheet_.whole(row, StopColumn::priority);
            if (priority > 100) sheet_.fail(row, StopColumn::priority, "must be between 0 and 100");
            stop.priority = static_cast<int>(priority);
        }
        data_.stops.push_back(std::move(stop));
    }

    int count_in(const Row& row, int otherwise) const {
        if (empty(row, StopColumn::vehicles)) return otherwise;
        const Load count = sheet_.whole(row, StopColumn::vehicles);
        if (count < 1 || count > 1'000'000)
            sheet_.fail(row, StopColumn::vehicles, "must be a number of vehicles, 1 or more");
        return static_cast<int>(count);
    }

    std::vector<Load> capacity_in(const Row& row) const {
        if (!empty(row, StopColumn::capacity)) return {sheet_.whole(row, StopColumn::capacity)};
        if (options_.capacity) return {*options_.capacity};
        const Row& depot = *order_.rows[0];
        if (!empty(depot, StopColumn::capacity)) return {sheet_.whole(depot, StopColumn::capacity)};
        for (const fleet::Stop& stop : data_.stops)
            if (!stop.delivery.empty() || !stop.pickup.empty())
                sheet_.fail(
                    "how much does a vehicle carry? Give --capacity, or a column capacity with "
                    "the number in the row of the depot or of each vehicle");
        return {};
    }

    // One row for each kind of vehicle; without such rows, vehicles as the depot's row states them.
    void add_vehicles() {
        for (const Row& row : sheet_.rows())
            if (sheet_.is_vehicle(row)) add_type(row, 1, sheet_.cell(row, StopColumn::id));
        if (data_.vehicles.empty()) add_type(*order_.rows[0], fleet::no_count_limit, "");
    }

    void add_type(const Row& row, int count, std::string_view label) {
        fleet::VehicleType type;
        type.label = label;
        type.count = count_in(row, count);
        type.capacity = capacity_in(row);
        type.start = type.end = 0;
        type.shift = window_of(row);
        type.skills = skills_of(row);
        data_.vehicles.push_back(std::move(type));
    }

    void set_ways() {
        fleet::Profile profile;
        profile.rule.metric = sheet_.on_globe() ? Metric::haversine : Metric::euclidean;
        const double speed = options_.speed.value_or(usual_speed);
        if (sheet_.on_globe()) {
            profile.rule.rounding = Rounding::nearest;
            profile.speed = speed * 1000 / 60;  // metres a minute
            warn("lat and lon are degrees; distances are great-circle metres, driven at " +
                 text::from_double(speed) + " km/h; times are minutes");
        }
        data_.profiles.push_back(std::move(profile));
    }

    fleet::Problem make_problem() {
        try {
            return fleet::Problem(std::move(data_));
        } catch (const InputError& error) {
            throw InputError(Place{sheet_.file(), 0, ""}, error.what());
        }
    }

    const StopSheet& sheet_;
    const TableOptions& options_;
    StopOrder order_;
    fleet::ProblemData data_;
    std::map<std::string, int> skills_;
    std::vector<std::string> warnings_;
};

}  // namespace

bool is_fleet_table(std::string_view text, const std::string& file) {
    if (!is_stop_table(text, file)) return false;
    try {
        return StopSheet(text, file).rich_column() != StopColumn::count;
    } catch (const InputError&) {
        return false;  // the reader of plain tables says what is wrong
    }
}

FleetReadResult read_fleet_table(std::string_view text, const std::string& file,
                                 const TableOptions& options) {
    const StopSheet sheet(text, file);
    return FleetTableReader(sheet, options).run();
}

}  // namespace odgear
