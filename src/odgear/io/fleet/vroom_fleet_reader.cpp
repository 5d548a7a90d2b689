#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <unordered_set>
#include <utility>

#include "odgear/core/errors.hpp"
#include "odgear/io/fleet/vroom_fleet.hpp"
#include "odgear/io/fleet/vroom_ties.hpp"
#include "odgear/io/json.hpp"
#include "odgear/io/tsplib_matrix.hpp"
#include "odgear/io/vroom_fields.hpp"

namespace odgear {

namespace {

using json::Field;

std::vector<Load> loads(const Field& object, const char* key) {
    std::vector<Load> result;
    if (!object.has(key)) return result;
    const Field field = object.at(key);
    for (std::size_t i = 0; i < field.array_size(); ++i) {
        const Load value = field.at(i).integer();
        if (value < 0) field.at(i).fail("must not be negative");
        if (value > no_capacity_limit) field.at(i).fail("is too large");
        result.push_back(value);
    }
    return result;
}

std::vector<int> small_numbers(const Field& object, const char* key) {
    std::vector<int> result;
    if (!object.has(key)) return result;
    const Field field = object.at(key);
    for (std::size_t i = 0; i < field.array_size(); ++i) {
        const std::int64_t value = field.at(i).integer();
        if (value < 0 || value > 1'000'000'000) field.at(i).fail("is out of range");
        result.push_back(static_cast<int>(value));
    }
    return result;
}

fleet::Window window(const Field& field) {
    if (field.array_size() != 2) field.fail("expected [start, end]");
    const fleet::Window result{field.at(std::size_t{0}).amount(),
                               field.at(std::size_t{1}).amount()};
    if (result.close < result.open) field.fail("ends before it starts");
    return result;
}

std::vector<fleet::Window> windows(const Field& object) {
    std::vector<fleet::Window> result;
    if (!object.has("time_windows")) return result;
    const Field field = object.at("time_windows");
    for (std::size_t i = 0; i < field.array_size(); ++i) result.push_back(window(field.at(i)));
    std::sort(result.begin(), result.end(),
              [](const auto& a, const auto& b) { return a.open < b.open; });
    return result;
}

double amount(const Field& object, const char* key, double otherwise = 0) {
    return object.has(key) ? object.at(key).amount() : otherwise;
}

std::string text_or_empty(const Field& object, const char* key) {
    return object.has(key) ? object.at(key).string() : std::string();
}

class FleetRequestReader {
public:
    FleetRequestReader(const Field& root, const std::string& file) : root_(root), file_(file) {}

    VroomFleetRequest run() {
        allow_only(root_, {"vehicles", "jobs", "shipments", "matrices", "options", "objective"});
        if (root_.has("options")) options_ = read_vroom_options(root_.at("options"));
        matrices_ = root_.has("matrices") && !root_.at("matrices").says_nothing();
        data_.name = std::filesystem::path(file_).stem().string();
        if (matrices_) open_matrices();
        if (root_.has("jobs")) read_jobs(root_.at("jobs"));
        if (root_.has("shipments")) read_shipments(root_.at("shipments"));
        tell_tasks_apart();
        if (data_.stops.empty()) root_.fail("there must be at least one job or shipment");
        read_vehicles(root_.at("vehicles"));
        ties_.apply(
            data_, [this](std::int64_t id) { return stop_of_job(id); }, vehicle_ids_);
        if (root_.has("objective")) read_objective(root_.at("objective"));
        set_dimensions();
        require_geometry(root_, options_, has_points_);
        if (!matrices_) warn_no_matrix();
        return {make_problem(),     std::move(tasks_),   std::move(vehicle_ids_),
                std::move(breaks_), has_points_,         matrices_,
                options_,           std::move(warnings_)};
    }

private:
    // Locations are the rows of the matrices.
    void open_matrices() {
        const Field all = root_.at("matrices").object();
        std::size_t rows = 0;
        for (const auto& [profile, tables] : all.value().items()) {
            const Field field = all.at(profile.c_str());
            allow_only(field, {"durations", "distances", "costs"});
            for (const auto& [key, table] : field.object().value().items())
                rows = std::max(rows, field.at(key.c_str()).array_size());
        }
        if (rows == 0) all.fail("has no durations");
        if (rows > tsplib::most_matrix_nodes)
            all.fail("more than " + std::to_string(tsplib::most_matrix_nodes) +
                     " rows are not supported");
        data_.locations.resize(rows);
    }

    int location_of(const Field& object, const VroomPlace& place) {
        if (matrices_) {
            if (!place.index) object.fail("needs an index into the matrix");
            if (*place.index >= static_cast<std::int64_t>(data_.locations.size()))
                object.fail("index " + std::to_string(*place.index) + " is outside the matrix of " +
                            std::to_string(data_.locations.size()) + " rows");
            const auto row = static_cast<std::size_t>(*place.index);
            if (place.point) {
                data_.locations[row].point = *place.point;
                has_points_ = true;
            }
            return static_cast<int>(row);
        }
        if (!place.point) object.fail("without matrices, coordinates are needed");
        has_points_ = true;
        const auto [found, added] = points_.try_emplace({place.point->x, place.point->y},
                                                        static_cast<int>(data_.locations.size()));
        if (added) data_.locations.push_back({*place.point});
        return found->second;
    }

    // Fields of jobs and of both ends of a shipment.
    fleet::Stop read_stop(const Field& field) {
        fleet::Stop stop;
        stop.label = std::to_string(field.at("id").integer());
        const VroomPlace place = vroom_place(field, "location", "location_index");
        if (!place.given()) field.fail("needs a location or a location_index");
        stop.location = location_of(field, place);
        stop.service = amount(field, "service") + amount(field, "setup");
        stop.windows = windows(field);
        return stop;
    }

    static int priority(const Field& field) {
        if (!field.has("priority")) return 0;
        const std::int64_t value = field.at("priority").integer();
        if (value < 0 || value > 100) field.at("priority").fail("must be between 0 and 100");
        return static_cast<int>(value);
    }

    void add(VroomFleetRequest::Task task, fleet::Stop stop, const Field& field) {
        const std::int64_t id = field.at("id").integer();
        if (!seen_.insert({static_cast<int>(task), id}).second) field.at("id").fail("occurs twice");
        if (task == VroomFleetRequest::Task::job)
            jobs_.emplace(id, static_cast<int>(data_.stops.size()));
        tasks_.push_back({task, id, text_or_empty(field, "description")});
        data_.stops.push_back(std::move(stop));
    }

    void read_jobs(const Field& jobs) {
        for (std::size_t i = 0; i < jobs.array_size(); ++i) {
            const Field job = jobs.at(i);
            allow_only(job, {"id", "description", "location", "location_index", "setup", "service",
                             "delivery", "pickup", "amount", "skills", "priority", "time_windows",
                             "release", "prize", "vehicles", "group", "after"});
            fleet::Stop stop = read_stop(job);
            stop.release = amount(job, "release");
            if (job.has("prize")) stop.prize = job.at("prize").amount();
            stop.delivery = loads(job, job.has("delivery") ? "delivery" : "amount");
            stop.pickup = loads(job, "pickup");
            stop.skills = small_numbers(job, "skills");
            stop.priority = priority(job);
            ties_.read(job, static_cast<int>(data_.stops.size()));
            add(VroomFleetRequest::Task::job, std::move(stop), job);
        }
    }

    void read_shipments(const Field& shipments) {
        for (std::size_t i = 0; i < shipments.array_size(); ++i) {
            const Field shipment = shipments.at(i);
            allow_only(shipment,
                       {"pickup", "delivery", "amount", "skills", "priority", "prize", "vehicles"});
            const int first = static_cast<int>(data_.stops.size());
            for (const char* end : {"pickup", "delivery"}) {
                const Field field = shipment.at(end);
                allow_only(field, {"id", "description", "location", "location_index", "setup",
                                   "service", "time_windows"});
                fleet::Stop stop = read_stop(field);
                stop.skills = small_numbers(shipment, "skills");
                stop.priority = priority(shipment);
                const bool pickup = data_.stops.size() == static_cast<std::size_t>(first);
                // The two ends are left out together, so one prize is for both.
                if (shipment.has("prize")) stop.prize = pickup ? amount(shipment, "prize") : 0;
                ties_.read(shipment, static_cast<int>(data_.stops.size()));
                add(pickup ? VroomFleetRequest::Task::pickup : VroomFleetRequest::Task::delivery,
                    std::move(stop), field);
            }
            data_.shipments.push_back({first, first + 1, loads(shipment, "amount")});
        }
    }

    int stop_of_job(std::int64_t id) const {
        const auto found = jobs_.find(id);
        return found == jobs_.end() ? -1 : found->second;
    }

    void read_objective(const Field& field) {
        allow_only(field, {"vehicles_first", "balance_per_hour"});
        if (field.has("vehicles_first") && field.at("vehicles_first").boolean())
            data_.objective.goal = fleet::Goal::vehicles_then_cost;
        data_.objective.balance = amount(field, "balance_per_hour") / 3600;
    }

    // Tasks of different kinds may share an id. Plans refer to stops by label, so the label of an
    // end of a shipment says which end it is if its id is not unique.
    void tell_tasks_apart() {
        using Task = VroomFleetRequest::Task;
        std::map<std::int64_t, int> tasks_with;
        for (const auto& task : tasks_) ++tasks_with[task.id];
        for (std::size_t i = 0; i < tasks_.size(); ++i) {
            if (tasks_[i].task == Task::job || tasks_with[tasks_[i].id] == 1) continue;
            const char* end = tasks_[i].task == Task::pickup ? "pickup-" : "delivery-";
            data_.stops[i].label.insert(0, end);
        }
    }

    // A depot for each location where vehicles start or end.
    std::optional<int> depot_at(const Field& vehicle, const char* point, const char* index) {
        const VroomPlace place = vroom_place(vehicle, point, index);
        if (!place.given()) return std::nullopt;
        const int location = location_of(vehicle, place);
        const auto [found, added] =
            depots_.try_emplace(location, static_cast<int>(data_.depots.size()));
        if (added) {
            fleet::Depot depot;
            depot.label = "depot " + std::to_string(data_.depots.size() + 1);
            depot.location = location;
            data_.depots.push_back(depot);
        }
        return found->second;
    }

    void read_vehicles(const Field& vehicles) {
        const std::size_t count = vehicles.array_size();
        if (count == 0) vehicles.fail("there must be at least one vehicle");
        std::unordered_set<std::int64_t> seen;
        // Vehicles that differ only in id and description are one type, unless jobs name some of
        // them.
        std::map<std::string, std::size_t> known;
        for (std::size_t i = 0; i < count; ++i) {
            const Field field = vehicles.at(i);
            const std::int64_t id = field.at("id").integer();
            if (!seen.insert(id).second) field.at("id").fail("occurs twice");
            json::Value rest = field.value();
            rest.erase("id");
            rest.erase("description");
            const auto [found, added] =
                known.try_emplace(rest.dump() + ties_.mention_of(id), data_.vehicles.size());
            if (added) {
                breaks_.emplace_back();
                data_.vehicles.push_back(read_vehicle(field));
                vehicle_ids_.emplace_back();
            } else {
                ++data_.vehicles[found->second].count;
            }
            vehicle_ids_[found->second].push_back(id);
            const std::string name = text_or_empty(field, "description");
            data_.vehicles[found->second].names.push_back(name.empty() ? std::to_string(id) : name);
        }
    }

    fleet::VehicleType read_vehicle(const Field& field) {
        allow_only(field, {"id",           "description",      "profile",
                           "start",        "start_index",      "end",
                           "end_index",    "capacity",         "costs",
                           "skills",       "time_window",      "breaks",
                           "speed_factor", "max_tasks",        "max_distance",
                           "max_duration", "regular_duration", "reloads",
                           "max_reloads",  "latest_start",     "max_travel_time"});
        fleet::VehicleType type;
        type.label = text_or_empty(field, "description");
        if (type.label.empty()) type.label = std::to_string(field.at("id").integer());
        type.start = depot_at(field, "start", "start_index");
        type.end = depot_at(field, "end", "end_index");
        if (!type.start && !type.end) field.fail("needs a start or an end");
        type.capacity = loads(field, "capacity");
        type.skills = small_numbers(field, "skills");
        if (field.has("time_window")) type.shift = window(field.at("time_window"));
        if (field.has("max_tasks")) {
            const std::int64_t most = field.at("max_tasks").integer();
            if (most < 0 || most > 1'000'000'000) field.at("max_tasks").fail("is out of range");
            type.max_stops = static_cast<int>(most);
        }
        type.latest_start = amount(field, "latest_start", fleet::no_limit);
        type.max_distance = amount(field, "max_distance", fleet::no_limit);
        type.max_driving = amount(field, "max_travel_time", fleet::no_limit);
        type.max_duration = amount(field, "max_duration", fleet::no_limit);
        type.regular_duration = amount(field, "regular_duration", fleet::no_limit);
        if (field.has("reloads")) read_reloads(field, type);
        if (field.has("breaks")) read_breaks(field.at("breaks"), type);
        const std::string profile =
            field.has("profile") ? field.at("profile").string() : std::string("car");
        set_costs(field, type);
        type.profile = profile_of(field, profile, amount(field, "speed_factor", 1), type);
        return type;
    }

    // Locations where a trip may end and the next one begin; loading there takes `service` each
    // time.
    void read_reloads(const Field& vehicle, fleet::VehicleType& type) {
        const Field reloads = vehicle.at("reloads");
        for (std::size_t i = 0; i < reloads.array_size(); ++i) {
            const Field field = reloads.at(i);
            allow_only(field, {"location", "location_index", "service"});
            const std::optional<int> depot = depot_at(field, "location", "location_index");
            if (!depot) field.fail("needs a location or a location_index");
            data_.depots[static_cast<std::size_t>(*depot)].service = amount(field, "service");
            type.reload_depots.push_back(*depot);
        }
        if (!vehicle.has("max_reloads")) return;
        const std::int64_t most = vehicle.at("max_reloads").integer();
        if (most < 0 || most > 1'000'000) vehicle.at("max_reloads").fail("is out of range");
        type.max_reloads = static_cast<int>(most);
    }

    void read_breaks(const Field& breaks, fleet::VehicleType& type) {
        for (std::size_t i = 0; i < breaks.array_size(); ++i) {
            const Field field = breaks.at(i);
            allow_only(field, {"id", "description", "time_windows", "service"});
            fleet::Break rest;
            breaks_.back().push_back(field.at("id").integer());
            rest.label = text_or_empty(field, "description");
            if (rest.label.empty()) rest.label = std::to_string(breaks_.back().back());
            rest.windows = windows(field);
            rest.duration = amount(field, "service");
            type.breaks.push_back(std::move(rest));
        }
    }

    static void set_costs(const Field& field, fleet::VehicleType& type) {
        type.cost_per_distance = 0;
        type.cost_per_driving = 1;
        if (!field.has("costs")) return;
        const Field costs = field.at("costs");
        allow_only(costs, {"fixed", "per_hour", "per_km", "per_overtime_hour"});
        type.cost_per_overtime = amount(costs, "per_overtime_hour") / 3600;
        type.fixed_cost = amount(costs, "fixed");
        type.cost_per_driving = amount(costs, "per_hour", 3600) / 3600;
        type.cost_per_distance = amount(costs, "per_km") / 1000;
    }

    // The profile with this name and speed, created at its first use. If the request states costs,
    // they replace distances.
    int profile_of(const Field& vehicle, const std::string& name, double factor,
                   fleet::VehicleType& type) {
        if (factor <= 0 || factor > 5) vehicle.at("speed_factor").fail("must be in (0, 5]");
        const bool stated = matrices_ && root_.at("matrices").has(name.c_str()) &&
                            root_.at("matrices").at(name.c_str()).has("costs");
        if (stated) {
            if (vehicle.has("costs") || vehicle.has("max_distance"))
                vehicle.fail("costs or max_distance beside a matrix of costs is not supported");
            type.cost_per_distance = 1;
            type.cost_per_driving = 0;
        }
        const auto [found, added] =
            profiles_.try_emplace({name, factor}, static_cast<int>(data_.profiles.size()));
        if (added) data_.profiles.push_back(make_profile(name, factor, stated));
        return found->second;
    }

    fleet::Profile make_profile(const std::string& name, double factor, bool stated) const {
        fleet::Profile profile;
        profile.label = name;
        if (!matrices_) {
            profile.rule = {Metric::haversine, Rounding::nearest, 1};
            profile.speed = vroom_metres_per_second * factor;
            profile.duration_rounding = Rounding::nearest;
            return profile;
        }
        const Field tables = root_.at("matrices").at(name.c_str());
        if (!tables.has("durations")) tables.fail("needs durations");
        profile.durations = table(tables.at("durations"));
        for (double& seconds : profile.durations) seconds = std::round(seconds / factor);
        if (stated)
            profile.distances = table(tables.at("costs"));
        else if (tables.has("distances"))
            profile.distances = table(tables.at("distances"));
        else
            profile.distances.assign(profile.durations.size(), 0);
        return profile;
    }

    std::vector<double> table(const Field& field) const {
        const std::size_t rows = data_.locations.size();
        if (field.array_size() != rows) field.fail("all matrices must have the same size");
        std::vector<double> values;
        values.reserve(rows * rows);
        for (std::size_t i = 0; i < rows; ++i) {
            if (field.at(i).array_size() != rows) field.at(i).fail("the matrix is not square");
            for (std::size_t j = 0; j < rows; ++j)
                values.push_back(i == j ? 0
                                        : matrix_entry(field, static_cast<std::int64_t>(i),
                                                       static_cast<std::int64_t>(j)));
        }
        return values;
    }

    // Missing loads are 0 in every dimension.
    void set_dimensions() {
        std::size_t most = 1;
        for (const fleet::Stop& stop : data_.stops)
            most = std::max({most, stop.delivery.size(), stop.pickup.size()});
        for (const fleet::Shipment& shipment : data_.shipments)
            most = std::max(most, shipment.amount.size());
        for (const fleet::VehicleType& type : data_.vehicles)
            most = std::max(most, type.capacity.size());
        data_.dimensions = static_cast<int>(most);
        const auto check = [&](std::vector<Load>& values, const std::string& who) {
            if (!values.empty() && values.size() != most)
                throw InputError(Place{file_, 0, who}, "all loads and capacities must have " +
                                                           std::to_string(most) + " dimensions");
        };
        for (fleet::Stop& stop : data_.stops) {
            check(stop.delivery, "job " + stop.label);
            check(stop.pickup, "job " + stop.label);
        }
        for (fleet::Shipment& shipment : data_.shipments) check(shipment.amount, "shipments");
        for (std::size_t t = 0; t < data_.vehicles.size(); ++t)
            check(data_.vehicles[t].capacity, "vehicle " + std::to_string(vehicle_ids_[t].front()));
    }

    void warn_no_matrix() {
        warnings_.push_back(describe(Place{file_, 0, "matrices"},
                                     "missing: distances are great-circle metres, driven at 50 "
                                     "km/h"));
    }

    fleet::Problem make_problem() {
        try {
            return fleet::Problem(std::move(data_));
        } catch (const InputError& error) {
            throw InputError(Place{file_, 0, ""}, error.what());
        }
    }

    const Field& root_;
    const std::string& file_;
    bool matrices_ = false;
    bool has_points_ = false;
    VroomOptions options_;
    fleet::ProblemData data_;
    std::vector<VroomFleetRequest::TaskId> tasks_;
    std::vector<std::vector<std::int64_t>> vehicle_ids_;
    std::vector<std::vector<std::int64_t>> breaks_;
    std::set<std::pair<int, std::int64_t>> seen_;
    std::map<std::int64_t, int> jobs_;  // stop of each job, by id
    VroomTies ties_;
    std::map<std::pair<double, double>, int> points_;
    std::map<int, int> depots_;  // by location
    std::map<std::pair<std::string, double>, int> profiles_;
    std::vector<std::string> warnings_;
};

}  // namespace

bool is_vroom_fleet(std::string_view content, const std::string& file) {
    try {
        read_vroom(content, file);
        return false;
    } catch (const InfeasibleError&) {
        return false;
    } catch (const InputError&) {
        // It is either invalid or rich; the rich reader decides.
        return true;
    }
}

VroomFleetRequest read_vroom_fleet(std::string_view content, const std::string& file) {
    const json::Value value = json::parse(content, file);
    const Field root(value, file);
    return FleetRequestReader(root, file).run();
}

}  // namespace odgear
