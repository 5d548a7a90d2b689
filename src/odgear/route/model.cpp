#include "odgear/route/model.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "odgear/core/index.hpp"

namespace odgear::route {

namespace {

Load entry(const std::vector<Load>& loads, int d) { return loads.empty() ? 0 : loads[at(d)]; }

}  // namespace

Model::Model(const fleet::Problem& problem)
    : problem_(&problem),
      locations_(at(problem.locations())),
      dimensions_(std::max(1, problem.dimensions())) {
    fill_stops();
    fill_types();
    fill_compatible();
    transpose();
    find_families();
    find_units();
    set_prices();
}

void Model::fill_stops() {
    stops_.resize(at(problem_->stops()));
    if (dimensions_ > 1) loads_.resize(stops_.size() * at(dimensions_));
    for (int i = 0; i < stops(); ++i) {
        const fleet::Stop& from = problem_->stop(i);
        StopData& to = stops_[at(i)];
        to.location = from.location;
        to.service = from.service;
        to.open = from.windows.empty() ? 0 : from.windows.front().open;
        to.close = from.windows.empty() ? fleet::no_limit : from.windows.back().close;
        to.release = from.release;
        to.backhaul = from.backhaul;
        releases_ |= from.release > 0;
        backhauls_ |= from.backhaul;
        windows_ |= !from.windows.empty();
        several_windows_ |= from.windows.size() > 1;
        for (int d = 0; d < problem_->dimensions(); ++d) {
            LoadSegment load{entry(from.delivery, d), entry(from.pickup, d), 0};
            if (const int s = problem_->shipment_of(i); s >= 0) {
                const fleet::Shipment& shipment = problem_->data().shipments[at(s)];
                load.final += (shipment.pickup == i ? 1 : -1) * entry(shipment.amount, d);
            }
            load.peak = std::max(load.initial, load.final);
            if (d == 0) {
                to.initial = load.initial;
                to.final = load.final;
            }
            if (dimensions_ > 1) loads_[at(i * dimensions_ + d)] = load;
        }
    }
}

void Model::fill_types() {
    const double inf = fleet::no_limit;
    for (const fleet::VehicleType& from : problem_->data().vehicles) {
        TypeData to;
        to.profile = from.profile;
        to.distance = problem_->distances(from.profile);
        to.duration = problem_->durations(from.profile);
        to.open = from.shift.open;
        to.latest_start = from.latest_start;
        to.close = from.shift.close;
        if (from.start) {
            const fleet::Depot& depot = problem_->depot(*from.start);
            to.start = depot.location;
            to.start_service = depot.service;
            to.open = std::max(to.open, depot.window.open);
            to.latest_start = std::min(to.latest_start, depot.window.close);
        }
        if (from.end) {
            const fleet::Depot& depot = problem_->depot(*from.end);
            to.end = depot.location;
            to.end_open = depot.window.open;
            to.close = std::min(to.close, depot.window.close);
        }
        to.fixed = from.fixed_cost;
        to.per_distance = from.cost_per_distance;
        to.per_duration = from.cost_per_duration;
        to.per_driving = from.cost_per_driving;
        to.regular = from.regular_duration;
        to.per_overtime = from.cost_per_overtime;
        to.max_duration = from.max_duration;
        to.max_distance = from.max_distance;
        to.max_driving = from.max_driving;
        to.max_stops = from.max_stops;
        to.count = std::min(from.count, std::max(1, stops()));
        for (int d = 0; d < dimensions_; ++d)
            to.capacities.push_back(from.capacity.empty() ? no_capacity_limit
                                                          : entry(from.capacity, d));
        to.capacity = to.capacities[0];
        to.breaks = static_cast<int>(from.breaks.size());
        to.reloads = from.max_reloads > 0 ? from.reload_depots : std::vector<int>{};
        to.max_reloads = from.max_reloads;
        to.timed = from.cost_per_duration > 0 || from.max_duration < inf || balance() > 0 ||
                   (from.cost_per_overtime > 0 && from.regular_duration < inf);
        to.exact = to.breaks > 0 || !to.reloads.empty() || several_windows_;
        types_.push_back(std::move(to));
    }
}

void Model::fill_compatible() {
    for (int t = 0; t < types() && !restricted_; ++t)
        for (int i = 0; i < stops() && !restricted_; ++i) restricted_ = !problem_->compatible(t, i);
    if (!restricted_) return;
    compatible_.resize(types_.size() * stops_.size());
    for (int t = 0; t < types(); ++t)
        for (int i = 0; i < stops(); ++i)
            compatible_[at(t) * stops_.size() + at(i)] = problem_->compatible(t, i);
}

// Asymmetric matrices are stored by columns too, so that all ways from and to a stop lie together
// in memory.
void Model::transpose() {
    std::map<const double*, const double*> done;
    const auto columns = [&](const double* matrix) -> const double* {
        if (matrix == nullptr) return nullptr;
        if (const auto known = done.find(matrix); known != done.end()) return known->second;
        bool symmetric = true;
        for (std::size_t i = 0; i < locations_ && symmetric; ++i)
            for (std::size_t j = i + 1; j < locations_ && symmetric; ++j)
                symmetric = matrix[i * locations_ + j] == matrix[j * locations_ + i];
        if (symmetric) return done[matrix] = matrix;
        std::vector<double>& turned = transposed_.emplace_back(locations_ * locations_);
        for (std::size_t i = 0; i < locations_; ++i)
            for (std::size_t j = 0; j < locations_; ++j)
                turned[j * locations_ + i] = matrix[i * locations_ + j];
        return done[matrix] = turned.data();
    };
    for (TypeData& type : types_) {
        type.distance_to = columns(type.distance);
        type.duration_to = columns(type.duration);
    }
}

// The types of a family drive the same way in space and time, so a route can change between them
// without a new simulation.
void Model::find_families() {
    std::map<std::tuple<int, int, int, double, double, double, double, double, double, double>,
             std::vector<int>>
        alike;
    for (int t = 0; t < types(); ++t) {
        const TypeData& d = type(t);
        // A type whose routes are simulated as a whole has a family of its own, because its breaks
        // and reloads are its own.
        const double own = d.exact ? t + 1 : 0;
        alike[{d.profile, d.start, d.end, d.open, d.latest_start, d.close, d.start_service,
               d.max_duration, d.end_open, own}]
            .push_back(t);
    }
    std::vector<std::vector<int>> found;
    found.reserve(alike.size());
    for (auto& [key, members] : alike) found.push_back(std::move(members));
    std::sort(found.begin(), found.end());
    families_ = std::move(found);
    for (std::size_t f = 0; f < families_.size(); ++f)
        for (const int t : families_[f]) types_[at(t)].family = static_cast<int>(f);
    for (const std::vector<int>& family : families_) {
        FamilyData data{0, fleet::no_limit};
        // A route may change its type within the family. So it knows its duration if any type of
        // the family needs it.
        bool timed = false;
        for (const int t : family) timed |= type(t).timed;
        for (const int t : family) types_[at(t)].timed = timed;
        for (const int t : family) {
            data.capacity = std::max(data.capacity, type(t).capacity);
            data.per_distance = std::min(data.per_distance, type(t).per_distance);
        }
        family_data_.push_back(data);
    }
}

void Model::find_units() {
    std::vector<int> root(stops_.size());
    std::iota(root.begin(), root.end(), 0);
    const auto find = [&](int i) {
        while (root[at(i)] != i) i = root[at(i)] = root[at(root[at(i)])];
        return i;
    };
    std::vector<std::vector<int>> before(stops_.size());
    const auto tie = [&](int first, int second) {
        before[at(second)].push_back(first);
        const int a = find(first);
        const int b = find(second);
        root[at(std::max(a, b))] = std::min(a, b);
    };
    for (const fleet::Shipment& s : problem_->data().shipments) tie(s.pickup, s.delivery);
    for (int i = 0; i < stops(); ++i)
        if (problem_->stop(i).after >= 0) tie(problem_->stop(i).after, i);
    std::vector<int> unit_of(stops_.size(), -1);
    for (const fleet::Group& group : problem_->data().groups) {
        for (const int stop : group.stops) unit_of[at(stop)] = units();
        units_.push_back({Unit::Kind::group, group.stops, {}, group.prize, group.required});
    }
    std::vector<bool> listed(stops_.size(), false);
    // Depth first over the stops that a stop waits for, so the order within a unit respects every
    // tie.
    const auto list = [&](auto&& self, int i, Unit& unit) -> void {
        if (listed[at(i)]) return;
        listed[at(i)] = true;
        for (const int first : before[at(i)]) self(self, first, unit);
        unit.stops.push_back(i);
    };
    std::vector<int> unit_of_root(stops_.size(), -1);
    for (int i = 0; i < stops(); ++i) {
        if (unit_of[at(i)] >= 0) continue;
        int& u = unit_of_root[at(find(i))];
        if (u < 0) {
            u = units();
            units_.emplace_back();
        }
        unit_of[at(i)] = u;
        list(list, i, units_[at(u)]);
    }
    for (Unit& unit : units_) {
        ties_ |= unit.stops.size() > 1;
        if (unit.kind == Unit::Kind::group || unit.stops.size() == 1) continue;
        unit.kind = Unit::Kind::tied;
        for (const int i : unit.stops) {
            unit.waits.emplace_back();
            for (const int first : before[at(i)])
                unit.waits.back().push_back(static_cast<int>(
                    std::find(unit.stops.begin(), unit.stops.end(), first) - unit.stops.begin()));
        }
    }
    for (int i = 0; i < stops(); ++i) stops_[at(i)].unit = unit_of[at(i)];
}

// Virtual prices are higher than all real costs together. So every required stop is visited first,
// by priority; then vehicles are saved, where saving them comes first; then costs count.
void Model::set_prices() {
    double dearest = 1;
    for (const TypeData& type : types_) {
        double farthest = 0;
        for (const StopData& s : stops_)
            farthest = std::max({farthest,
                                 type.cost(distance(type, type.start, s.location) +
                                               distance(type, s.location, type.end),
                                           duration(type, type.start, s.location), 0),
                                 type.cost(0, 0, s.service)});
        dearest = std::max(dearest, farthest);
    }
    if (problem_->objective().goal == fleet::Goal::vehicles_then_cost)
        vehicle_price_ = 20 * dearest;
    const double missing = 50 * (dearest + vehicle_price_);
    for (Unit& unit : units_) {
        if (unit.kind == Unit::Kind::group) {
            if (unit.required) unit.penalty = missing;
            prizes_ |= !unit.required;
            continue;
        }
        double prize = 0;
        int priority = 0;
        for (const int i : unit.stops) {
            const fleet::Stop& stop = problem_->stop(i);
            prize += stop.prize.value_or(0);
            priority = std::max(priority, stop.priority);
        }
        if (std::none_of(unit.stops.begin(), unit.stops.end(),
                         [&](int i) { return problem_->stop(i).prize.has_value(); })) {
            unit.required = true;
            unit.penalty = missing * (1 + priority) * double(unit.stops.size());
        } else {
            unit.required = false;
            unit.penalty = prize;
            prizes_ = true;
        }
    }
}

}  // namespace odgear::route
