#include "odgear/io/fleet/fleet_table.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
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

constexpr StopColumn of_vehicles[] = {StopColumn::fixed_cost,
                                      StopColumn::cost_per_km,
                                      StopColumn::cost_per_hour,
                                      StopColumn::longest_distance,
                                      StopColumn::longest_duration,
                                      StopColumn::most_stops,
                                      StopColumn::rest,
                                      StopColumn::rest_minutes};

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
        for (std::size_t i = 1; i < order_.rows.size(); ++i) tie(i);
        set_ways();
        const double clock = by_clock() ? 60 : 0;
        return {make_problem(), FleetRounding::none, std::move(warnings_), true, clock};
    }

private:
    void warn(const std::string& message) {
        warnings_.push_back(describe(Place{sheet_.file(), 0, ""}, message));
    }

    // Whether times are minutes of a day: always on the globe; in a plane if any is written as
    // h:mm.
    bool by_clock() const {
        constexpr StopColumn times[] = {StopColumn::earliest, StopColumn::latest,
                                        StopColumn::window,   StopColumn::release,
                                        StopColumn::service,  StopColumn::rest};
        const auto states_clock = [&](const Row& row) {
            return std::any_of(std::begin(times), std::end(times), [&](StopColumn column) {
                return sheet_.cell(row, column).find(':') != std::string_view::npos;
            });
        };
        return sheet_.on_globe() ||
               std::any_of(sheet_.rows().begin(), sheet_.rows().end(), states_clock);
    }

    bool empty(const Row& row, StopColumn column) const { return sheet_.cell(row, column).empty(); }

    // From `earliest` to `latest`; the whole day if both are missing.
    fleet::Window window_of(const Row& row) const {
        fleet::Window window;
        window.open = sheet_.minutes(row, StopColumn::earliest);
        if (!empty(row, StopColumn::latest)) window.close = sheet_.minutes(row, StopColumn::latest);
        if (window.close < window.open)
            sheet_.fail(row, StopColumn::latest, "the window closes before it opens");
        return window;
    }

    // The parts of a cell between separators.
    std::vector<std::string_view> parts(const Row& row, StopColumn column,
                                        const char* separators) const {
        std::vector<std::string_view> result;
        std::string_view rest = sheet_.cell(row, column);
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find_first_of(separators), rest.size());
            const std::string_view part = text::trimmed(rest.substr(0, end));
            rest = end < rest.size() ? rest.substr(end + 1) : std::string_view();
            if (!part.empty()) result.push_back(part);
        }
        return result;
    }

    // "8:00-12:00", or several windows: "8:00-10:00, 13:00-15:00".
    std::vector<fleet::Window> windows_in(const Row& row, StopColumn column) const {
        std::vector<fleet::Window> windows;
        const auto minutes = [&](std::string_view text) {
            return sheet_.minutes_in(text::trimmed(text), row, column);
        };
        for (const std::string_view part : parts(row, column, ",;/")) {
            const std::size_t dash = part.find('-');
            if (dash == std::string_view::npos)
                sheet_.fail(row, column,
                            text::quoted(part) + " is not a window such as 8:00-12:00");
            windows.push_back({minutes(part.substr(0, dash)), minutes(part.substr(dash + 1))});
        }
        return windows;
    }

    std::vector<fleet::Window> windows_of(const Row& row) const {
        if (!empty(row, StopColumn::window)) return windows_in(row, StopColumn::window);
        const fleet::Window window = window_of(row);
        if (window == fleet::Window{}) return {};
        return {window};
    }

    std::vector<int> skills_of(const Row& row) {
        std::vector<int> skills;
        for (const std::string_view name : parts(row, StopColumn::skills, ",;/ "))
            skills.push_back(
                skills_.try_emplace(std::string(name), static_cast<int>(skills_.size()))
                    .first->second);
        return skills;
    }

    void add_depot() {
        const Row& row = *order_.rows[0];
        fleet::Depot depot;
        depot.label = order_.ids[0];
        depot.window = window_of(row);
        data_.depots.push_back(std::move(depot));
    }

    // Without a column of loads, each stop has load 1 if vehicles have a capacity.
    bool counts_stops() const {
        return !sheet_.has(StopColumn::demand) && !sheet_.has(StopColumn::pickup) &&
               (options_.capacity || sheet_.filled(StopColumn::capacity));
    }

    void add_stop(std::size_t i) {
        const Row& row = *order_.rows[i];
        for (const StopColumn column : of_vehicles)
            if (!empty(row, column))
                sheet_.fail(row, column, "belongs in a row of type vehicle, or in the depot's row");
        fleet::Stop stop;
        stop.label = order_.ids[i];
        stop.location = static_cast<int>(i);
        if (!empty(row, StopColumn::demand))
            stop.delivery = {sheet_.whole(row, StopColumn::demand)};
        if (counts_stops()) stop.delivery = {1};
        if (!empty(row, StopColumn::pickup)) stop.pickup = {sheet_.whole(row, StopColumn::pickup)};
        stop.windows = windows_of(row);
        stop.service = sheet_.minutes(row, StopColumn::service);
        stop.release = sheet_.minutes(row, StopColumn::release);
        stop.skills = skills_of(row);
        if (!empty(row, StopColumn::prize)) stop.prize = sheet_.number(row, StopColumn::prize);
        if (!empty(row, StopColumn::priority)) {
            const Load priority = sheet_.whole(row, StopColumn::priority);
            if (priority > 100) sheet_.fail(row, StopColumn::priority, "must be between 0 and 100");
            stop.priority = static_cast<int>(priority);
        }
        data_.stops.push_back(std::move(stop));
    }

    // Reads the ids that tie the stop to other stops and to vehicles.
    void tie(std::size_t i) {
        const Row& row = *order_.rows[i];
        fleet::Stop& stop = data_.stops[i - 1];
        if (const std::string_view id = sheet_.cell(row, StopColumn::after); !id.empty()) {
            if (stops_.empty())
                for (std::size_t k = 1; k < order_.ids.size(); ++k)
                    stops_.emplace(order_.ids[k], static_cast<int>(k) - 1);
            const auto found = stops_.find(id);
            if (found == stops_.end())
                sheet_.fail(row, StopColumn::after, "no stop has the id " + text::quoted(id));
            stop.after = found->second;
        }
        for (const std::string_view id : parts(row, StopColumn::only_vehicles, ",;/")) {
            const auto found =
                std::find_if(data_.vehicles.begin(), data_.vehicles.end(),
                             [&](const fleet::VehicleType& type) { return type.label == id; });
            if (found == data_.vehicles.end())
                sheet_.fail(row, StopColumn::only_vehicles,
                            "no row of a vehicle has the id " + text::quoted(id));
            stop.vehicle_types.push_back(static_cast<int>(found - data_.vehicles.begin()));
        }
        if (const std::string_view name = sheet_.cell(row, StopColumn::alternatives); !name.empty())
            add_alternative(row, std::string(name), static_cast<int>(i) - 1);
    }

    // Stops with the same word form a group, of which one is visited.
    void add_alternative(const Row& row, const std::string& name, int stop) {
        std::optional<double>& prize = data_.stops[static_cast<std::size_t>(stop)].prize;
        const auto [found, added] = groups_.try_emplace(name, data_.groups.size());
        if (added) data_.groups.push_back({name, {}, !prize, prize.value_or(0)});
        fleet::Group& group = data_.groups[found->second];
        if (group.required == prize.has_value() || group.prize != prize.value_or(0))
            sheet_.fail(
                row, StopColumn::alternatives,
                "all stops of " + text::quoted(name) + " must have the same prize, or none");
        group.stops.push_back(stop);
        prize.reset();
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

    // One row for each kind of vehicle. Without such rows, the depot's row describes the vehicles.
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
        type.start = type.end = depot_of(row);
        type.shift = window_of(row);
        type.skills = skills_of(row);
        set_limits(row, type);
        data_.vehicles.push_back(std::move(type));
    }

    // Vehicles whose row has a location start and end there.
    int depot_of(const Row& row) {
        const bool globe = sheet_.on_globe();
        if (!sheet_.is_vehicle(row) || empty(row, globe ? StopColumn::latitude : StopColumn::x))
            return 0;
        const Point place = sheet_.place(row);
        for (std::size_t d = 0; d < data_.depots.size(); ++d)
            if (data_.locations[static_cast<std::size_t>(data_.depots[d].location)].point == place)
                return static_cast<int>(d);
        fleet::Depot depot;
        depot.label = "of " + std::string(sheet_.cell(row, StopColumn::id));
        depot.location = static_cast<int>(data_.locations.size());
        data_.locations.push_back({place});
        data_.depots.push_back(std::move(depot));
        return static_cast<int>(data_.depots.size()) - 1;
    }

    void set_limits(const Row& row, fleet::VehicleType& type) const {
        const auto set = [&](double& value, StopColumn column, double unit = 1) {
            if (!empty(row, column)) value = sheet_.number(row, column) / unit;
        };
        set(type.fixed_cost, StopColumn::fixed_cost);
        set(type.cost_per_distance, StopColumn::cost_per_km, 1000);
        set(type.cost_per_duration, StopColumn::cost_per_hour, 60);
        set(type.max_distance, StopColumn::longest_distance);
        if (!empty(row, StopColumn::longest_duration))
            type.max_duration = sheet_.minutes(row, StopColumn::longest_duration);
        if (!empty(row, StopColumn::most_stops))
            type.max_stops = static_cast<int>(
                std::min<Load>(sheet_.whole(row, StopColumn::most_stops), fleet::no_count_limit));
        if (!empty(row, StopColumn::rest))
            type.breaks.push_back({"break", windows_in(row, StopColumn::rest),
                                   sheet_.minutes(row, StopColumn::rest_minutes)});
    }

    void set_ways() {
        fleet::Profile profile;
        profile.rule.metric = sheet_.on_globe() ? Metric::haversine : Metric::euclidean;
        const double speed = options_.speed.value_or(usual_speed);
        if (sheet_.on_globe()) {
            profile.rule.rounding = Rounding::nearest;
            profile.speed = speed * 1000 / 60;  // metres per minute
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
    std::map<std::string, std::size_t> groups_;
    std::map<std::string_view, int> stops_;  // by id
    std::vector<std::string> warnings_;
};

}  // namespace

bool is_fleet_table(std::string_view text, const std::string& file) {
    if (!is_stop_table(text, file)) return false;
    try {
        return StopSheet(text, file).rich_column() != StopColumn::count;
    } catch (const InputError&) {
        return false;  // the reader of plain tables reports the error
    }
}

FleetReadResult read_fleet_table(std::string_view text, const std::string& file,
                                 const TableOptions& options) {
    const StopSheet sheet(text, file);
    return FleetTableReader(sheet, options).run();
}

}  // namespace odgear
