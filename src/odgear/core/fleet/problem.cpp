#include "odgear/core/fleet/problem.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "odgear/core/errors.hpp"
#include "odgear/core/index.hpp"

namespace odgear::fleet {

namespace {

[[noreturn]] void refuse(const std::string& who, const std::string& what) {
    throw InputError(who + ": " + what);
}

void check_time(const std::string& who, const std::string& field, double value) {
    if (!(value >= 0)) refuse(who, field + " must not be negative");
}

void check_window(const std::string& who, const Window& w) {
    if (std::isnan(w.open) || std::isnan(w.close) || !std::isfinite(w.open))
        refuse(who, "a window must open at a finite time");
    if (w.close < w.open) refuse(who, "a window closes before it opens");
}

void check_windows(const std::string& who, const std::vector<Window>& windows) {
    for (std::size_t i = 0; i < windows.size(); ++i) {
        check_window(who, windows[i]);
        if (i > 0 && windows[i].open <= windows[i - 1].close)
            refuse(who, "windows must be in order and must not overlap");
    }
}

void check_loads(const std::string& who, const std::string& field, const std::vector<Load>& loads,
                 int dimensions) {
    if (!loads.empty() && loads.size() != at(dimensions))
        refuse(who, field + " has " + std::to_string(loads.size()) + " numbers, not " +
                        std::to_string(dimensions));
    for (const Load load : loads)
        if (load < 0 || load > no_capacity_limit) refuse(who, field + " must not be negative");
}

void check_index(const std::string& who, const std::string& field, int index, int size) {
    if (index < 0 || index >= size)
        refuse(who, field + " " + std::to_string(index) + " does not exist");
}

std::string called(const std::string& kind, const std::string& label, std::size_t index) {
    return kind + ' ' + (label.empty() ? std::to_string(index) : label);
}

}  // namespace

std::string_view name_of(Reason reason) {
    switch (reason) {
        case Reason::no_vehicle: return "no vehicle fits";
        case Reason::too_large: return "load exceeds every capacity";
        case Reason::too_late: return "window closes before arrival";
        case Reason::cannot_return: return "vehicle cannot return in time";
        case Reason::partner: return "a stop it is tied to is not visited";
        case Reason::not_worth: return "prize below cost";
        case Reason::no_room: return "no room in the fleet";
    }
    return "";
}

Problem::Problem(ProblemData data) : data_(std::move(data)) {
    if (data_.dimensions < 0) throw InputError("dimensions: must not be negative");
    if (data_.profiles.empty()) data_.profiles.emplace_back();
    check_places();
    check_profiles();
    tie_stops();
    check_stops();
    check_vehicles();
    tabulate();
    find_impossible();
}

void Problem::check_places() const {
    if (data_.vehicles.empty()) throw InputError("the problem has no vehicles");
    for (std::size_t i = 0; i < data_.depots.size(); ++i) {
        const Depot& depot = data_.depots[i];
        const std::string who = called("depot", depot.label, i);
        check_index(who, "location", depot.location, locations());
        check_window(who, depot.window);
        check_time(who, "service", depot.service);
    }
    for (std::size_t i = 0; i < data_.locations.size(); ++i)
        if (!std::isfinite(data_.locations[i].point.x) ||
            !std::isfinite(data_.locations[i].point.y))
            refuse("location " + std::to_string(i), "coordinates must be finite");
}

void Problem::check_profiles() const {
    const std::size_t cells = data_.locations.size() * data_.locations.size();
    for (std::size_t i = 0; i < data_.profiles.size(); ++i) {
        const Profile& profile = data_.profiles[i];
        const std::string who = called("profile", profile.label, i);
        if (!(profile.speed > 0)) refuse(who, "speed must be positive");
        if (profile.rule.metric == Metric::matrix && profile.distances.empty())
            refuse(who, "the matrix of distances is missing");
        for (const auto* matrix : {&profile.distances, &profile.durations}) {
            if (!matrix->empty() && matrix->size() != cells)
                refuse(who, "a matrix must have a row and a column for every location");
            if (std::any_of(matrix->begin(), matrix->end(), [](double d) { return !(d >= 0); }))
                refuse(who, "a matrix must not hold negative numbers");
        }
    }
}

void Problem::tie_stops() {
    shipment_of_.assign(data_.stops.size(), -1);
    group_of_.assign(data_.stops.size(), -1);
    for (std::size_t i = 0; i < data_.shipments.size(); ++i) {
        const Shipment& s = data_.shipments[i];
        const std::string who = "shipment " + std::to_string(i);
        check_loads(who, "amount", s.amount, data_.dimensions);
        for (const int stop : {s.pickup, s.delivery}) {
            check_index(who, "stop", stop, stops());
            if (shipment_of(stop) >= 0) refuse(who, stop_name(stop) + " is in another shipment");
            shipment_of_[at(stop)] = static_cast<int>(i);
        }
    }
    for (std::size_t i = 0; i < data_.groups.size(); ++i) {
        const Group& group = data_.groups[i];
        const std::string who = called("group", group.label, i);
        if (group.stops.empty()) refuse(who, "has no stops");
        check_time(who, "prize", group.prize);
        for (const int stop : group.stops) {
            check_index(who, "stop", stop, stops());
            if (group_of(stop) >= 0) refuse(who, stop_name(stop) + " is in another group");
            if (shipment_of(stop) >= 0) refuse(who, stop_name(stop) + " is part of a shipment");
            if (data_.stops[at(stop)].prize) refuse(who, stop_name(stop) + " has its own prize");
            group_of_[at(stop)] = static_cast<int>(i);
        }
    }
}

void Problem::check_stops() const {
    for (int i = 0; i < stops(); ++i) {
        const Stop& stop = this->stop(i);
        const std::string who = stop_name(i);
        check_index(who, "location", stop.location, locations());
        check_loads(who, "delivery", stop.delivery, data_.dimensions);
        check_loads(who, "pickup", stop.pickup, data_.dimensions);
        check_windows(who, stop.windows);
        check_time(who, "service", stop.service);
        check_time(who, "release", stop.release);
        if (stop.prize) check_time(who, "prize", *stop.prize);
        if (stop.priority < 0 || stop.priority > 100) refuse(who, "priority must be 0 to 100");
        for (const int type : stop.vehicle_types) check_index(who, "vehicle type", type, types());
        if (stop.after < 0) continue;
        check_index(who, "after: stop", stop.after, stops());
        if (group_of(i) >= 0 || group_of(stop.after) >= 0)
            refuse(who, "after: a stop of a group cannot be tied to another");
        int steps = 0;
        for (int j = i; j >= 0; j = this->stop(j).after)
            if (++steps > stops()) refuse(who, "after: the stops wait for each other in a circle");
    }
}

void Problem::check_vehicles() const {
    for (int i = 0; i < types(); ++i) {
        const VehicleType& type = this->type(i);
        const std::string who = type_name(i);
        if (type.count < 0) refuse(who, "count must not be negative");
        check_loads(who, "capacity", type.capacity, data_.dimensions);
        if (type.start) check_index(who, "start: depot", *type.start, depots());
        if (type.end) check_index(who, "end: depot", *type.end, depots());
        for (const int depot : type.reload_depots)
            check_index(who, "reload: depot", depot, depots());
        check_index(who, "profile", type.profile, static_cast<int>(data_.profiles.size()));
        check_window(who, type.shift);
        if (type.latest_start < type.shift.open)
            refuse(who, "the latest start is before the shift");
        for (const double value :
             {type.max_duration, type.max_distance, type.max_driving, type.fixed_cost,
              type.cost_per_distance, type.cost_per_duration, type.cost_per_driving,
              type.regular_duration, type.cost_per_overtime})
            check_time(who, "a limit or cost", value);
        if (type.max_stops < 0 || type.max_reloads < 0) refuse(who, "a count must not be negative");
        for (const Break& pause : type.breaks) {
            check_windows(who + ", break " + pause.label, pause.windows);
            check_time(who + ", break " + pause.label, "duration", pause.duration);
        }
    }
}

// Small problems store their distances, because a root or a sine for each arc would cost more.
void Problem::tabulate() {
    tables_.resize(data_.profiles.size());
    if (!data_.tabulate || data_.locations.size() > matrix_threshold) return;
    const int n = locations();
    for (std::size_t p = 0; p < data_.profiles.size(); ++p) {
        const Profile& profile = data_.profiles[p];
        if (!profile.distances.empty()) {
            if (!profile.durations.empty() ||
                (profile.speed == 1 && profile.duration_rounding == Rounding::none))
                continue;
        }
        Table table;
        const auto fill = [&](auto value, std::vector<double>& into) {
            into.reserve(at(n) * at(n));
            for (int i = 0; i < n; ++i)
                for (int j = 0; j < n; ++j) into.push_back(value(static_cast<int>(p), i, j));
        };
        if (profile.distances.empty())
            fill([this](int q, int i, int j) { return distance(q, i, j); }, table.distances);
        if (profile.durations.empty() &&
            (profile.speed != 1 || profile.duration_rounding != Rounding::none))
            fill([this](int q, int i, int j) { return duration(q, i, j); }, table.durations);
        tables_[p] = std::move(table);
    }
}

const double* Problem::distances(int profile) const {
    const Profile& p = data_.profiles[at(profile)];
    if (!p.distances.empty()) return p.distances.data();
    const Table& table = tables_[at(profile)];
    return table.distances.empty() ? nullptr : table.distances.data();
}

const double* Problem::durations(int profile) const {
    const Profile& p = data_.profiles[at(profile)];
    if (!p.durations.empty()) return p.durations.data();
    const Table& table = tables_[at(profile)];
    if (!table.durations.empty()) return table.durations.data();
    const bool same = p.speed == 1 && p.duration_rounding == Rounding::none;
    return same ? distances(profile) : nullptr;
}

double Problem::distance(int profile, int from, int to) const {
    if (const double* matrix = distances(profile))
        return matrix[at(from) * data_.locations.size() + at(to)];
    if (from == to) return 0;
    return data_.profiles[at(profile)].rule(data_.locations[at(from)].point,
                                            data_.locations[at(to)].point);
}

double Problem::duration(int profile, int from, int to) const {
    if (const double* matrix = durations(profile))
        return matrix[at(from) * data_.locations.size() + at(to)];
    const Profile& p = data_.profiles[at(profile)];
    return rounded(distance(profile, from, to) / p.speed, p.duration_rounding);
}

int Problem::vehicles() const {
    std::int64_t sum = 0;
    for (const VehicleType& type : data_.vehicles) sum += type.count;
    return static_cast<int>(std::min<std::int64_t>(sum, no_count_limit));
}

bool Problem::required(int stop) const {
    if (group_of(stop) >= 0) return false;
    const int shipment = shipment_of(stop);
    if (shipment < 0) return !this->stop(stop).prize;
    const Shipment& s = data_.shipments[at(shipment)];
    return !this->stop(s.pickup).prize && !this->stop(s.delivery).prize;
}

bool Problem::compatible(int type, int stop) const {
    const Stop& s = this->stop(stop);
    const VehicleType& t = this->type(type);
    if (!s.vehicle_types.empty() &&
        std::find(s.vehicle_types.begin(), s.vehicle_types.end(), type) == s.vehicle_types.end())
        return false;
    return std::all_of(s.skills.begin(), s.skills.end(), [&](int skill) {
        return std::find(t.skills.begin(), t.skills.end(), skill) != t.skills.end();
    });
}

std::string Problem::stop_name(int stop) const {
    return called("stop", this->stop(stop).label, at(stop));
}

std::string Problem::type_name(int type) const {
    return called("vehicle", this->type(type).label, at(type));
}

std::string Problem::vehicle_name(int type, int vehicle) const {
    const VehicleType& t = this->type(type);
    if (at(vehicle) < t.names.size()) return called("vehicle", t.names[at(vehicle)], at(vehicle));
    if (types() == 1 && t.label.empty()) return called("vehicle", "", at(vehicle) + 1);
    if (t.count == 1) return type_name(type);
    return type_name(type) + " no. " + std::to_string(vehicle + 1);
}

}  // namespace odgear::fleet
