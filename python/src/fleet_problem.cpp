// Rich problems: Model passes a dictionary of plain values (python/odgear/model.py), which is
// converted to a fleet::Problem here; files are read by io/fleet.
#include <cmath>
#include <utility>

#include "bindings.hpp"
#include "fleet_bindings.hpp"
#include "odgear/io/fleet/fleet_input.hpp"
#include "odgear/io/fleet/plan_drawing.hpp"
#include "odgear/io/instance_file.hpp"

namespace odgear::python {

namespace {

using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;
using Pairs = std::vector<std::pair<double, double>>;

std::vector<fleet::Window> windows_of(const py::dict& from) {
    Pairs pairs;
    take(from, "windows", pairs);
    std::vector<fleet::Window> windows;
    for (const auto& [open, close] : pairs) windows.push_back({open, close});
    return windows;
}

fleet::Window window_of(const py::dict& from) {
    const std::vector<fleet::Window> windows = windows_of(from);
    return windows.empty() ? fleet::Window{} : windows.front();
}

fleet::Depot depot_of(const py::dict& from) {
    fleet::Depot depot;
    take(from, "label", depot.label);
    take(from, "location", depot.location);
    take(from, "service", depot.service);
    depot.window = window_of(from);
    return depot;
}

fleet::Stop stop_of(const py::dict& from) {
    fleet::Stop stop;
    take(from, "label", stop.label);
    take(from, "location", stop.location);
    take(from, "delivery", stop.delivery);
    take(from, "pickup", stop.pickup);
    stop.windows = windows_of(from);
    take(from, "service", stop.service);
    take(from, "release", stop.release);
    take(from, "skills", stop.skills);
    take(from, "vehicle_types", stop.vehicle_types);
    take(from, "prize", stop.prize);
    take(from, "priority", stop.priority);
    take(from, "backhaul", stop.backhaul);
    take(from, "after", stop.after);
    return stop;
}

fleet::Shipment shipment_of(const py::dict& from) {
    fleet::Shipment shipment;
    take(from, "pickup", shipment.pickup);
    take(from, "delivery", shipment.delivery);
    take(from, "amount", shipment.amount);
    return shipment;
}

fleet::Group group_of(const py::dict& from) {
    fleet::Group group;
    take(from, "label", group.label);
    take(from, "stops", group.stops);
    take(from, "required", group.required);
    take(from, "prize", group.prize);
    return group;
}

fleet::Break break_of(const py::dict& from) {
    fleet::Break rest;
    take(from, "label", rest.label);
    take(from, "duration", rest.duration);
    rest.windows = windows_of(from);
    return rest;
}

fleet::VehicleType vehicle_of(const py::dict& from) {
    fleet::VehicleType type;
    take(from, "label", type.label);
    take(from, "count", type.count);
    take(from, "capacity", type.capacity);
    take(from, "start", type.start);
    take(from, "end", type.end);
    type.shift = window_of(from);
    take(from, "latest_start", type.latest_start);
    take(from, "max_duration", type.max_duration);
    take(from, "max_distance", type.max_distance);
    take(from, "max_stops", type.max_stops);
    take(from, "fixed_cost", type.fixed_cost);
    take(from, "cost_per_distance", type.cost_per_distance);
    take(from, "cost_per_duration", type.cost_per_duration);
    take(from, "cost_per_driving", type.cost_per_driving);
    take(from, "regular_duration", type.regular_duration);
    take(from, "cost_per_overtime", type.cost_per_overtime);
    take(from, "profile", type.profile);
    take(from, "skills", type.skills);
    for (const py::handle rest : from["breaks"])
        type.breaks.push_back(break_of(rest.cast<py::dict>()));
    take(from, "reload_depots", type.reload_depots);
    take(from, "max_reloads", type.max_reloads);
    return type;
}

std::vector<double> table_of(const py::dict& from, const char* key) {
    if (!from.contains(key) || from[key].is_none()) return {};
    const auto values = from[key].cast<Doubles>();
    return {values.data(), values.data() + values.size()};
}

fleet::Profile profile_of(const py::dict& from, const DistanceRule& rule) {
    fleet::Profile profile;
    take(from, "label", profile.label);
    take(from, "speed", profile.speed);
    profile.rule = rule;
    profile.distances = table_of(from, "distances");
    profile.durations = table_of(from, "durations");
    return profile;
}

template <class Value, class Make>
void collect(const py::dict& from, const char* key, std::vector<Value>& into, Make make) {
    for (const py::handle item : from[key]) into.push_back(make(item.cast<py::dict>()));
}

fleet::ProblemData data_of(const py::dict& from) {
    fleet::ProblemData data;
    take(from, "name", data.name);
    take(from, "dimensions", data.dimensions);
    const auto points = from["points"].cast<Doubles>();
    for (py::ssize_t i = 0; i < points.shape(0); ++i)
        data.locations.push_back({Point{points.at(i, 0), points.at(i, 1)}});
    DistanceRule rule;
    rule.metric = metric_of(from["metric"].cast<std::string>());
    if (const auto rounding = rounding_option(from["rounding"].cast<std::string>()))
        rule.rounding = *rounding;
    collect(from, "depots", data.depots, depot_of);
    collect(from, "stops", data.stops, stop_of);
    collect(from, "shipments", data.shipments, shipment_of);
    collect(from, "groups", data.groups, group_of);
    collect(from, "vehicles", data.vehicles, vehicle_of);
    collect(from, "profiles", data.profiles,
            [&](const py::dict& profile) { return profile_of(profile, rule); });
    bool vehicles_first = false;
    take(from, "vehicles_first", vehicles_first);
    if (vehicles_first) data.objective.goal = fleet::Goal::vehicles_then_cost;
    take(from, "balance", data.objective.balance);
    return data;
}

std::shared_ptr<FleetInput> make_problem(const py::dict& from) {
    fleet::ProblemData data = data_of(from);
    const py::gil_scoped_release free;
    return std::make_shared<FleetInput>(
        FleetReadResult{fleet::Problem(std::move(data)), {}, {}, false});
}

// The points of stops (or depots), in their order.
template <class Place>
py::array_t<double> points_of(const fleet::Problem& problem, const std::vector<Place>& places) {
    py::array_t<double> points({static_cast<py::ssize_t>(places.size()), py::ssize_t{2}});
    auto out = points.mutable_unchecked<2>();
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Point point =
            problem.data().locations[static_cast<std::size_t>(places[i].location)].point;
        out(static_cast<py::ssize_t>(i), 0) = point.x;
        out(static_cast<py::ssize_t>(i), 1) = point.y;
    }
    return points;
}

template <class Thing>
std::vector<std::string> labels_of(const std::vector<Thing>& things) {
    std::vector<std::string> labels;
    labels.reserve(things.size());
    for (const Thing& thing : things) labels.push_back(thing.label);
    return labels;
}

py::list impossible_of(const FleetInput& input) {
    py::list list;
    for (const fleet::Impossible& stop : input.problem().impossible())
        list.append(unassigned_dict(input.problem(), {stop.stop, stop.reason, stop.text}));
    return list;
}

bool is_geographic(const fleet::Problem& problem) {
    return problem.data().profiles.front().rule.metric == Metric::haversine;
}

}  // namespace

void bind_fleet_problem(py::module_& module) {
    py::class_<FleetInput, std::shared_ptr<FleetInput>>(module, "Problem")
        .def(py::init(&make_problem))
        .def_property_readonly("name", [](const FleetInput& self) { return self.problem().name(); })
        .def_property_readonly("clients",
                               [](const FleetInput& self) { return self.problem().stops(); })
        .def_property_readonly("dimensions",
                               [](const FleetInput& self) { return self.problem().dimensions(); })
        .def_property_readonly("counts",
                               [](const FleetInput& self) {
                                   std::vector<int> counts;
                                   for (const auto& type : self.problem().data().vehicles)
                                       counts.push_back(type.count);
                                   return counts;
                               })
        .def_property_readonly(
            "client_ids",
            [](const FleetInput& self) { return labels_of(self.problem().data().stops); })
        .def_property_readonly(
            "depot_ids",
            [](const FleetInput& self) { return labels_of(self.problem().data().depots); })
        .def_property_readonly(
            "type_names",
            [](const FleetInput& self) { return labels_of(self.problem().data().vehicles); })
        .def_property_readonly("coordinates",
                               [](const FleetInput& self) {
                                   return points_of(self.problem(), self.problem().data().stops);
                               })
        .def_property_readonly("depot_coordinates",
                               [](const FleetInput& self) {
                                   return points_of(self.problem(), self.problem().data().depots);
                               })
        .def_property_readonly("geographic",
                               [](const FleetInput& self) { return is_geographic(self.problem()); })
        .def_property_readonly(
            "drawable", [](const FleetInput& self) { return has_coordinates(self.problem()); })
        .def_property_readonly("rounding", &FleetInput::rounding)
        .def_property_readonly("warnings", &FleetInput::warnings)
        .def_property_readonly("is_vroom",
                               [](const FleetInput& self) { return self.vroom() != nullptr; })
        .def_property_readonly("impossible", &impossible_of);
    module.def(
        "parse_fleet",
        [](const std::string& text, const std::string& file, const std::string& rounding,
           const std::string& depot, std::optional<Load> capacity,
           std::optional<double> speed) -> std::shared_ptr<FleetInput> {
            auto input = parse_fleet_input(text, file, {rounding, false, {depot, capacity, speed}});
            return input ? std::make_shared<FleetInput>(std::move(*input)) : nullptr;
        });
}

}  // namespace odgear::python
