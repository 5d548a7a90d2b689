// Stops that no vehicle can visit even if it does nothing else.
#include <algorithm>
#include <cmath>
#include <string>

#include "odgear/core/fleet/problem.hpp"
#include "odgear/core/short_number.hpp"

namespace odgear::fleet {

namespace {

// What keeps one type of vehicle from serving one stop. A later entry means that the attempt got
// further.
struct Attempt {
    enum class Fails { vehicle, load, window, end, nothing } fails = Fails::vehicle;
    double arrival = 0;  // when it arrives, if the time is what fails
};

bool fits(const std::vector<Load>& load, const std::vector<Load>& capacity) {
    for (std::size_t d = 0; d < std::min(load.size(), capacity.size()); ++d)
        if (load[d] > capacity[d]) return false;
    return true;
}

bool load_fits(const Problem& problem, const VehicleType& type, int stop) {
    const Stop& s = problem.stop(stop);
    const int shipment = problem.shipment_of(stop);
    return fits(s.delivery, type.capacity) && fits(s.pickup, type.capacity) &&
           (shipment < 0 ||
            fits(problem.data().shipments[static_cast<std::size_t>(shipment)].amount,
                 type.capacity));
}

// A route to this stop alone: drive out, serve, drive back.
Attempt attempt(const Problem& problem, int t, int stop) {
    using Fails = Attempt::Fails;
    const VehicleType& type = problem.type(t);
    const Stop& s = problem.stop(stop);
    if (type.count == 0 || !problem.compatible(t, stop)) return {Fails::vehicle, 0};
    if (!load_fits(problem, type, stop)) return {Fails::load, 0};
    double time = type.shift.open;
    double work = s.service;
    double way = 0;
    double driving = 0;
    if (type.start) {
        const Depot& depot = problem.depot(*type.start);
        const double out = problem.duration(type.profile, depot.location, s.location);
        time = std::max(std::max(time, depot.window.open) + depot.service, s.release) + out;
        work += depot.service + out;
        driving += out;
        way += problem.distance(type.profile, depot.location, s.location);
    } else {
        time = std::max(time, s.release);
    }
    double begin = time;
    if (!s.windows.empty()) {
        const auto open = std::find_if(s.windows.begin(), s.windows.end(),
                                       [&](const Window& w) { return w.close >= time; });
        if (open == s.windows.end()) return {Fails::window, time};
        begin = std::max(time, open->open);
    }
    double end = begin + s.service;
    double limit = type.shift.close;
    if (type.end) {
        const Depot& depot = problem.depot(*type.end);
        const double back = problem.duration(type.profile, s.location, depot.location);
        end += back;
        work += back;
        driving += back;
        way += problem.distance(type.profile, s.location, depot.location);
        limit = std::min(limit, depot.window.close);
    }
    if (end > limit || work > type.max_duration || way > type.max_distance ||
        driving > type.max_driving || type.max_stops < 1)
        return {Fails::end, end};
    return {Fails::nothing, end};
}

}  // namespace

std::optional<Impossible> Problem::obstacle(int stop) const {
    using Fails = Attempt::Fails;
    Attempt best;
    for (int t = 0; t < types(); ++t) {
        const Attempt now = attempt(*this, t, stop);
        if (now.fails == Fails::nothing) return std::nullopt;
        if (now.fails > best.fails || (now.fails == best.fails && now.arrival < best.arrival))
            best = now;
    }
    const std::string who = stop_name(stop) + ": ";
    const auto time = [&](double value) { return short_number(value / data_.units.duration); };
    switch (best.fails) {
        case Fails::vehicle:
            return Impossible{stop, Reason::no_vehicle,
                              who + "no vehicle has the skills or is of an allowed type"};
        case Fails::load:
            return Impossible{stop, Reason::too_large, who + "its load exceeds every capacity"};
        case Fails::window: {
            const Window& last = this->stop(stop).windows.back();
            return Impossible{stop, Reason::too_late,
                              who + "window " + time(last.open) + '-' + time(last.close) +
                                  " ends before any vehicle can arrive at " + time(best.arrival)};
        }
        default:
            return Impossible{stop, Reason::cannot_return,
                              who +
                                  "no vehicle that serves it ends its route within its limits; "
                                  "the earliest end is at " +
                                  time(best.arrival)};
    }
}

void Problem::find_impossible() {
    std::vector<bool> bad(data_.stops.size(), false);
    for (int i = 0; i < stops(); ++i) {
        if (auto found = obstacle(i)) {
            bad[static_cast<std::size_t>(i)] = true;
            impossible_.push_back(std::move(*found));
        }
    }
    const std::size_t alone = impossible_.size();
    const auto blame = [&](int stop, int partner) {
        if (bad[static_cast<std::size_t>(stop)]) return;
        bad[static_cast<std::size_t>(stop)] = true;
        impossible_.push_back({stop, Reason::partner,
                               stop_name(stop) + ": " + stop_name(partner) +
                                   ", which it is tied to, cannot be visited"});
    };
    if (alone == 0) return;
    for (const Shipment& s : data_.shipments) {
        if (bad[static_cast<std::size_t>(s.pickup)]) blame(s.delivery, s.pickup);
        if (bad[static_cast<std::size_t>(s.delivery)]) blame(s.pickup, s.delivery);
    }
    for (int i = 0; i < stops(); ++i) {
        const int before = stop(i).after;
        if (before >= 0 && bad[static_cast<std::size_t>(before)]) blame(i, before);
    }
}

}  // namespace odgear::fleet
