#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "odgear/core/errors.hpp"
#include "odgear/io/checked_instance.hpp"
#include "odgear/io/json.hpp"
#include "odgear/io/tsplib_matrix.hpp"
#include "odgear/io/vroom.hpp"
#include "odgear/io/vroom_fields.hpp"

namespace odgear {

namespace {

using json::Field;

// The one component of a load array; empty if the key is missing or empty.
std::optional<Load> load(const Field& object, const char* key) {
    if (!object.has(key)) return std::nullopt;
    const Field field = object.at(key);
    if (field.array_size() == 0) return std::nullopt;
    if (field.array_size() > 1) field.fail("more than one load dimension is not supported");
    const Load value = field.at(std::size_t{0}).integer();
    if (value < 0) field.fail("must not be negative");
    if (value > no_capacity_limit) field.fail("is too large");
    return value;
}

struct Fleet {
    std::vector<std::int64_t> ids;
    std::string profile;
    std::optional<Load> capacity;
    VroomPlace depot;
};

struct Vehicle {
    std::string profile = "car";
    std::optional<Load> capacity;
    VroomPlace depot;
};

Vehicle read_vehicle(const Field& field) {
    allow_only(field, {"id", "description", "profile", "start", "start_index", "end", "end_index",
                       "capacity"});
    Vehicle vehicle;
    if (field.has("profile")) vehicle.profile = field.at("profile").string();
    vehicle.capacity = load(field, "capacity");
    vehicle.depot = vroom_place(field, "start", "start_index");
    const VroomPlace end = vroom_place(field, "end", "end_index");
    if (!vehicle.depot.given() || !end.given())
        field.fail("both start and end are needed: open routes are not supported");
    if (vehicle.depot != end) field.fail("start and end must be the same place");
    return vehicle;
}

Fleet read_fleet(const Field& vehicles) {
    Fleet fleet;
    std::unordered_set<std::int64_t> seen;
    const std::size_t count = vehicles.array_size();
    if (count == 0) vehicles.fail("there must be at least one vehicle");
    for (std::size_t i = 0; i < count; ++i) {
        const Field field = vehicles.at(i);
        const Vehicle vehicle = read_vehicle(field);
        if (i == 0) {
            fleet.profile = vehicle.profile;
            fleet.capacity = vehicle.capacity;
            fleet.depot = vehicle.depot;
        } else if (vehicle.depot != fleet.depot) {
            field.fail("all vehicles must have the same start and end");
        } else if (vehicle.capacity != fleet.capacity) {
            field.fail("all vehicles must have the same capacity");
        } else if (vehicle.profile != fleet.profile) {
            field.fail("all vehicles must have the same profile");
        }
        fleet.ids.push_back(field.at("id").integer());
        if (!seen.insert(fleet.ids.back()).second) field.at("id").fail("occurs twice");
    }
    if (fleet.capacity == 0) vehicles.at(std::size_t{0}).at("capacity").fail("must be positive");
    return fleet;
}

class RequestReader {
public:
    RequestReader(const Field& root, const std::string& file, const ReadOptions& options)
        : root_(root), file_(file), options_(options) {}

    VroomRequest run() {
        allow_only(root_, {"vehicles", "jobs", "matrices", "options"});
        VroomOptions asked;
        if (root_.has("options")) asked = read_vroom_options(root_.at("options"));
        const Fleet fleet = read_fleet(root_.at("vehicles"));
        data_.capacity = fleet.capacity.value_or(no_capacity_limit);
        data_.max_vehicles = static_cast<int>(fleet.ids.size());
        add_node(0, 0, 0, fleet.depot);
        read_jobs(root_.at("jobs"));
        if (fleet.capacity) has_loads_ = true;
        const VroomMeasure measure = set_distances(fleet.profile);
        if (fleet.ids.size() == 1 && !has_loads_) data_.problem = Problem::tsp;
        data_.name = std::filesystem::path(file_).stem().string();
        require_geometry(root_, asked, !data_.points.empty());
        return {checked_instance(std::move(data_), file_, Place{file_, 0, "vehicles"}),
                fleet.ids,
                std::move(services_),
                std::move(indices_),
                has_loads_,
                measure,
                asked,
                std::move(warnings_)};
    }

private:
    void add_node(std::int64_t label, Load demand, double service, const VroomPlace& where) {
        data_.labels.push_back(label);
        data_.demands.push_back(demand);
        services_.push_back(service);
        places_.push_back(where);
    }

    void read_jobs(const Field& jobs) {
        const std::size_t count = jobs.array_size();
        if (count == 0) jobs.fail("there must be at least one job");
        std::unordered_set<std::int64_t> seen;
        for (std::size_t i = 0; i < count; ++i) {
            const Field job = jobs.at(i);
            allow_only(job, {"id", "description", "location", "location_index", "delivery",
                             "service", "setup"});
            const std::int64_t id = job.at("id").integer();
            if (!seen.insert(id).second) job.at("id").fail("occurs twice");
            const VroomPlace where = vroom_place(job, "location", "location_index");
            if (!where.given()) job.fail("needs a location or a location_index");
            const std::optional<Load> delivery = load(job, "delivery");
            has_loads_ = has_loads_ || delivery;
            double service = 0;
            for (const char* key : {"service", "setup"})
                if (job.has(key)) service += job.at(key).amount();
            if (delivery.value_or(0) > data_.capacity)
                throw InfeasibleError(describe(
                    Place{file_, 0, job.path() + ".delivery"},
                    "the demand of job " + std::to_string(id) + " is " + std::to_string(*delivery) +
                        ", above the capacity of " + std::to_string(data_.capacity)));
            add_node(id, delivery.value_or(0), service, where);
        }
    }

    VroomMeasure set_distances(const std::string& profile) {
        const bool all_points = std::all_of(places_.begin(), places_.end(),
                                            [](const VroomPlace& l) { return l.point; });
        if (all_points)
            for (const VroomPlace& place : places_) data_.points.push_back(*place.point);
        if (root_.has("matrices") && !root_.at("matrices").says_nothing())
            return set_matrix(root_.at("matrices").object().at(profile.c_str()));
        if (!all_points)
            root_.fail("without matrices, every job and vehicle needs its coordinates");
        data_.rule = {Metric::haversine, options_.rounding.value_or(Rounding::nearest), 1};
        warnings_.push_back(describe(Place{file_, 0, "matrices"},
                                     "missing: costs are great-circle distances in metres"));
        return VroomMeasure::distance;
    }

    VroomMeasure set_matrix(const Field& tables) {
        allow_only(tables, {"costs", "durations", "distances"});
        constexpr std::array measures{std::pair{"costs", VroomMeasure::cost},
                                      std::pair{"durations", VroomMeasure::duration},
                                      std::pair{"distances", VroomMeasure::distance}};
        for (const auto& [key, measure] : measures) {
            if (!tables.has(key)) continue;
            fill_matrix(tables.at(key));
            return measure;
        }
        tables.fail("needs costs, durations or distances");
    }

    void fill_matrix(const Field& table) {
        const std::size_t size = table.array_size();
        const std::size_t nodes = places_.size();
        if (nodes > tsplib::most_matrix_nodes)
            table.fail("more than " + std::to_string(tsplib::most_matrix_nodes) +
                       " jobs with a matrix are not supported");
        for (std::size_t i = 0; i < size; ++i)
            if (table.at(i).array_size() != size) table.at(i).fail("the matrix is not square");
        for (std::size_t i = 0; i < nodes; ++i) {
            const std::string who = i == 0 ? "vehicles" : "jobs[" + std::to_string(i - 1) + "]";
            if (!places_[i].index)
                throw InputError(Place{file_, 0, who}, "needs an index into the matrix");
            if (*places_[i].index >= static_cast<std::int64_t>(size))
                throw InputError(Place{file_, 0, who},
                                 "index " + std::to_string(*places_[i].index) +
                                     " is outside the matrix of " + std::to_string(size) + " rows");
            indices_.push_back(*places_[i].index);
        }
        if (options_.rounding)
            warnings_.push_back(describe(Place{file_, 0, table.path()},
                                         "a rounding has no meaning for a matrix, left out"));
        data_.rule.metric = Metric::matrix;
        data_.matrix.reserve(nodes * nodes);
        for (std::size_t i = 0; i < nodes; ++i)
            for (std::size_t j = 0; j < nodes; ++j)
                data_.matrix.push_back(i == j ? 0 : matrix_entry(table, indices_[i], indices_[j]));
    }

    const Field& root_;
    const std::string& file_;
    const ReadOptions& options_;
    InstanceData data_;
    std::vector<double> services_;
    std::vector<std::int64_t> indices_;
    std::vector<VroomPlace> places_;
    bool has_loads_ = false;
    std::vector<std::string> warnings_;
};

}  // namespace

VroomRequest read_vroom(std::string_view text, const std::string& file,
                        const ReadOptions& options) {
    const json::Value value = json::parse(text, file);
    const Field root(value, file);
    return RequestReader(root, file, options).run();
}

Solution read_vroom_answer(std::string_view text, const std::string& file,
                           const Instance& instance) {
    const json::Value value = json::parse(text, file);
    const Field root(value, file);
    if (root.has("code") && root.at("code").integer() != 0)
        root.fail("the answer states an error: " +
                  (root.has("error") ? root.at("error").string() : std::string("no reason given")));
    std::unordered_map<std::int64_t, int> nodes;
    for (int i = 1; i < instance.nodes(); ++i) nodes[instance.label(i)] = i;
    Solution solution;
    const Field routes = root.at("routes");
    for (std::size_t r = 0; r < routes.array_size(); ++r) {
        Route& route = solution.routes.emplace_back();
        const Field steps = routes.at(r).at("steps");
        for (std::size_t s = 0; s < steps.array_size(); ++s) {
            const Field step = steps.at(s);
            if (step.at("type").string() != "job") continue;
            const Field id = step.has("id") ? step.at("id") : step.at("job");
            const auto found = nodes.find(id.integer());
            if (found == nodes.end())
                id.fail("the instance has no job " + std::to_string(id.integer()));
            route.push_back(found->second);
        }
    }
    // Costs are seconds, while the instance uses metres.
    const Field summary = root.at("summary");
    const bool metres = instance.rule().metric == Metric::haversine && summary.has("distance");
    solution.cost = summary.at(metres ? "distance" : "cost").number();
    return solution;
}

}  // namespace odgear
