#include "odgear/core/fleet/check.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "odgear/core/fleet/schedule.hpp"
#include "odgear/core/index.hpp"
#include "odgear/core/short_number.hpp"

namespace odgear::fleet {

namespace {

using Kind = Violation::Kind;

class Checker {
public:
    Checker(const Problem& problem, const Plan& plan, const CheckOptions& options)
        : problem_(problem), plan_(plan), options_(options), visits_(at(problem.stops()), 0) {}

    CheckReport run() {
        Plan again;
        for (std::size_t r = 0; r < plan_.routes.size(); ++r) {
            route_ = static_cast<int>(r);
            const PlannedRoute& stated = plan_.routes[r];
            if (!known(stated)) continue;
            PlannedRoute route = stated;
            schedule(problem_, route);
            check_route(stated, route);
            again.routes.push_back(std::move(route));
        }
        route_ = -1;
        check_visits();
        check_groups();
        schedule(problem_, again);
        report_.costs = again.costs;
        report_.vehicles = static_cast<int>(plan_.routes.size());
        if (options_.compare_costs && plan_.cost() != 0 && !same(plan_.cost(), again.cost()))
            add(Kind::wrong_cost, -1,
                "the stated cost " + short_number(plan_.cost() / problem_.units().cost) +
                    " differs from the recomputed " +
                    short_number(again.cost() / problem_.units().cost));
        return std::move(report_);
    }

private:
    bool above(double value, double limit) const {
        return value > limit + options_.tolerance * std::max(1.0, std::abs(limit));
    }
    bool same(double a, double b) const { return !above(a, b) && !above(b, a); }
    std::string time(double value) const { return short_number(value / problem_.units().duration); }

    void add(Kind kind, int stop, const std::string& text) {
        const std::string where =
            route_ >= 0 ? "route " + std::to_string(route_ + 1) + ": " : std::string();
        report_.violations.push_back({kind, route_, stop, where + text});
    }

    // Whether the vehicle and every step exist; the vehicle is used once.
    bool known(const PlannedRoute& route) {
        if (route.type < 0 || route.type >= problem_.types()) {
            add(Kind::unknown_step, -1,
                "vehicle type " + std::to_string(route.type) + " does not exist");
            return false;
        }
        const VehicleType& type = problem_.type(route.type);
        if (route.vehicle < 0 || route.vehicle >= type.count)
            add(Kind::excess_vehicles, -1,
                problem_.type_name(route.type) + " has no number " +
                    std::to_string(route.vehicle + 1) + " of " + std::to_string(type.count));
        else if (!used_.insert({route.type, route.vehicle}).second)
            add(Kind::excess_vehicles, -1,
                problem_.type_name(route.type) + " number " + std::to_string(route.vehicle + 1) +
                    " is used twice");
        const auto missing = [&](const Step& step, int size) {
            if (step.index >= 0 && step.index < size) return;
            add(Kind::unknown_step, -1,
                "a step names " + std::to_string(step.index) + ", which does not exist");
        };
        for (const Step& step : route.steps) {
            if (step.kind == Step::Kind::stop) missing(step, problem_.stops());
            if (step.kind == Step::Kind::reload) missing(step, problem_.depots());
            if (step.kind == Step::Kind::pause) missing(step, static_cast<int>(type.breaks.size()));
            if (step.kind == Step::Kind::start || step.kind == Step::Kind::end)
                add(Kind::unknown_step, -1, "a start or end stands among the steps");
        }
        return true;
    }

    bool is_stop(const Step& step) const {
        return step.kind == Step::Kind::stop && step.index >= 0 && step.index < problem_.stops();
    }

    void check_route(const PlannedRoute& stated, const PlannedRoute& route) {
        const VehicleType& type = problem_.type(route.type);
        int stops = 0;
        for (const Step& step : route.steps) {
            if (!is_stop(step)) continue;
            ++stops;
            ++visits_[at(step.index)];
            if (!problem_.compatible(route.type, step.index))
                add(Kind::wrong_vehicle, step.index,
                    problem_.stop_name(step.index) + " may not be served by " +
                        problem_.type_name(route.type));
        }
        if (stops > type.max_stops)
            add(Kind::excess_stops, -1,
                std::to_string(stops) + " stops exceed the limit of " +
                    std::to_string(type.max_stops));
        if (above(route.distance, type.max_distance))
            add(Kind::excess_distance, -1,
                "distance " + short_number(route.distance / problem_.units().distance) +
                    " exceeds the limit of " +
                    short_number(type.max_distance / problem_.units().distance));
        if (above(route.driving, type.max_driving))
            add(Kind::excess_driving, -1,
                "driving time " + time(route.driving) + " exceeds the limit of " +
                    time(type.max_driving));
        if (above(route.duration, type.max_duration))
            add(Kind::excess_duration, -1,
                "duration " + time(route.duration) + " exceeds the limit of " +
                    time(type.max_duration));
        check_loads(route, type);
        check_times(route, type);
        check_pairs(route);
        check_backhauls(route);
        check_breaks_and_reloads(route, type);
        if (options_.compare_times && states_times(stated)) check_stated(stated, type);
    }

    void check_loads(const PlannedRoute& route, const VehicleType& type) {
        for (std::size_t d = 0; d < type.capacity.size(); ++d) {
            Load most = route.start.load[d];
            for (const Step& step : route.steps) most = std::max(most, step.load[d]);
            if (most > type.capacity[d])
                add(Kind::excess_load, -1,
                    "load " + std::to_string(most) + " exceeds the capacity of " +
                        std::to_string(type.capacity[d]));
        }
    }

    // Whether the service begins in one of the windows.
    bool within(double begin, const std::vector<Window>& windows) const {
        return windows.empty() || std::any_of(windows.begin(), windows.end(), [&](const Window& w) {
                   return !above(w.open, begin) && !above(begin, w.close);
               });
    }

    void check_begin(const Step& step, const VehicleType& type) {
        if (is_stop(step) && !within(step.begin, problem_.stop(step.index).windows))
            add(Kind::late, step.index,
                problem_.stop_name(step.index) + " is served at " + time(step.begin) +
                    ", outside its windows");
        if (step.kind == Step::Kind::pause && step.index >= 0 &&
            at(step.index) < type.breaks.size() &&
            !within(step.begin, type.breaks[at(step.index)].windows))
            add(Kind::late, -1, "a break begins at " + time(step.begin) + ", outside its windows");
        if (step.kind == Step::Kind::reload && step.index >= 0 && step.index < problem_.depots() &&
            !within(step.begin, {problem_.depot(step.index).window}))
            add(Kind::late, -1, "a reload begins at " + time(step.begin) + ", outside the window");
    }

    void check_ends(const Step& start, const Step& end, const VehicleType& type) {
        if (above(end.begin, type.shift.close) ||
            (type.end && above(end.begin, problem_.depot(*type.end).window.close)))
            add(Kind::late_end, -1, "ends at " + time(end.begin) + ", after the shift or depot");
        if (above(start.begin, type.latest_start) || above(type.shift.open, start.begin) ||
            (type.start && !within(start.begin, {problem_.depot(*type.start).window})))
            add(Kind::late, -1,
                "starts at " + time(start.begin) + ", outside the times of the vehicle or depot");
    }

    void check_times(const PlannedRoute& route, const VehicleType& type) {
        for (const Step& step : route.steps) check_begin(step, type);
        check_ends(route.start, route.end, type);
        check_releases(route);
    }

    void check_releases(const PlannedRoute& route) {
        double departure = route.start.departure;
        for (const Step& step : route.steps) {
            if (step.kind == Step::Kind::reload) departure = step.departure;
            if (is_stop(step) && above(problem_.stop(step.index).release, departure))
                add(Kind::early_release, step.index,
                    problem_.stop_name(step.index) + " is released after the trip has left");
        }
    }

    void check_pairs(const PlannedRoute& route) {
        std::vector<int> place(at(problem_.stops()), -1);
        int position = 0;
        for (const Step& step : route.steps)
            if (is_stop(step)) place[at(step.index)] = position++;
        const auto ordered = [&](int first, int second, const char* what) {
            const int a = place[at(first)];
            const int b = place[at(second)];
            if (b < 0 || (a >= 0 && a < b)) return;
            add(Kind::broken_pair, second,
                problem_.stop_name(second) + what + problem_.stop_name(first) +
                    " earlier in the same route");
        };
        for (const Shipment& s : problem_.data().shipments) {
            ordered(s.pickup, s.delivery, " lacks its pickup ");
            if (place[at(s.pickup)] >= 0 && place[at(s.delivery)] < 0)
                add(Kind::broken_pair, s.pickup,
                    problem_.stop_name(s.pickup) + " is picked up and not delivered");
        }
        for (int i = 0; i < problem_.stops(); ++i)
            if (problem_.stop(i).after >= 0)
                ordered(problem_.stop(i).after, i, " must come after ");
    }

    void check_backhauls(const PlannedRoute& route) {
        bool seen = false;
        bool other = false;
        for (const Step& step : route.steps) {
            if (step.kind == Step::Kind::reload) seen = other = false;
            if (!is_stop(step)) continue;
            const bool backhaul = problem_.stop(step.index).backhaul;
            if (!backhaul && seen)
                add(Kind::backhaul_order, step.index,
                    problem_.stop_name(step.index) + " comes after a backhaul");
            if (backhaul && !other && !seen && !problem_.data().backhauls_alone)
                add(Kind::backhaul_order, step.index,
                    problem_.stop_name(step.index) + " is a backhaul with no delivery before it");
            (backhaul ? seen : other) = true;
        }
    }

    void check_breaks_and_reloads(const PlannedRoute& route, const VehicleType& type) {
        std::vector<int> taken(type.breaks.size(), 0);
        int reloads = 0;
        for (const Step& step : route.steps) {
            if (step.kind == Step::Kind::pause && step.index >= 0 && at(step.index) < taken.size())
                ++taken[at(step.index)];
            if (step.kind != Step::Kind::reload) continue;
            ++reloads;
            if (std::find(type.reload_depots.begin(), type.reload_depots.end(), step.index) ==
                type.reload_depots.end())
                add(Kind::wrong_reload, -1,
                    "depot " + std::to_string(step.index) + " is no reload depot of " +
                        problem_.type_name(route.type));
        }
        if (reloads > type.max_reloads)
            add(Kind::wrong_reload, -1, std::to_string(reloads) + " reloads exceed the limit");
        for (std::size_t b = 0; b < taken.size(); ++b)
            if (taken[b] != 1)
                add(Kind::missing_break, -1,
                    "break " + std::to_string(b) + " is taken " + std::to_string(taken[b]) +
                        " times instead of once");
    }

    static bool states_times(const PlannedRoute& route) {
        return route.start.departure != 0 || route.end.arrival != 0 ||
               std::any_of(route.steps.begin(), route.steps.end(),
                           [](const Step& s) { return s.begin != 0 || s.departure != 0; });
    }

    int place_of(const Step& step) const {
        if (is_stop(step)) return problem_.stop(step.index).location;
        if (step.kind == Step::Kind::pause || step.index < 0 || step.index >= problem_.depots())
            return -1;
        return problem_.depot(step.index).location;
    }

    // The times that the plan states: no step begins before the arrival or is left before its end,
    // and no drive is faster than possible.
    void check_stated(const PlannedRoute& route, const VehicleType& type) {
        int from = type.start ? problem_.depot(*type.start).location : -1;
        double departure = route.start.departure;
        double resting = 0;
        const auto wrong = [&](const Step& step, const std::string& what) {
            add(Kind::wrong_times, is_stop(step) ? step.index : -1, "the stated times " + what);
        };
        const auto come = [&](const Step& step, int place, const std::string& what) {
            const double way =
                from >= 0 && place >= 0 ? problem_.duration(type.profile, from, place) : 0;
            if (above(departure + way + resting, step.arrival))
                wrong(step, "reach " + what + " too soon");
        };
        for (const Step& step : route.steps) {
            double service = 0;
            if (step.kind == Step::Kind::pause) {
                if (step.index < 0 || at(step.index) >= type.breaks.size()) continue;
                service = type.breaks[at(step.index)].duration;
                if (above(departure + resting, step.begin)) wrong(step, "begin a break too soon");
            } else {
                const bool stop = is_stop(step);
                const std::string what = stop ? problem_.stop_name(step.index) : "a depot";
                come(step, place_of(step), what);
                if (stop) service = problem_.stop(step.index).service;
                if (above(step.arrival, step.begin)) wrong(step, "serve " + what + " too soon");
            }
            if (above(step.begin + service, step.departure)) wrong(step, "leave too soon");
            check_begin(step, type);
            if (step.kind == Step::Kind::pause) {
                resting += service;
                continue;
            }
            resting = 0;
            departure = step.departure;
            from = place_of(step);
        }
        come(route.end, type.end ? problem_.depot(*type.end).location : -1, "the end");
        check_ends(route.start, route.end, type);
        check_releases(route);
    }

    void check_visits() {
        for (int i = 0; i < problem_.stops(); ++i) {
            if (visits_[at(i)] > 1)
                add(Kind::repeated_stop, i,
                    problem_.stop_name(i) + " is visited " + std::to_string(visits_[at(i)]) +
                        " times");
            if (visits_[at(i)] == 0 && problem_.required(i))
                add(Kind::missing_stop, i, problem_.stop_name(i) + " is not visited");
        }
    }

    void check_groups() {
        for (const Group& group : problem_.data().groups) {
            const auto visited = std::count_if(group.stops.begin(), group.stops.end(),
                                               [&](int stop) { return visits_[at(stop)] > 0; });
            const std::string who = "the group of " + problem_.stop_name(group.stops.front());
            if (visited == 0 && group.required)
                add(Kind::missing_group, group.stops.front(), who + " is not visited");
            if (visited > 1)
                add(Kind::crowded_group, group.stops.front(),
                    who + " is visited " + std::to_string(visited) + " times");
        }
    }

    const Problem& problem_;
    const Plan& plan_;
    const CheckOptions& options_;
    std::vector<int> visits_;
    std::set<std::pair<int, int>> used_;
    CheckReport report_;
    int route_ = -1;
};

}  // namespace

bool CheckReport::drivable() const {
    return std::all_of(violations.begin(), violations.end(), [](const Violation& v) {
        return v.kind == Kind::missing_stop || v.kind == Kind::missing_group;
    });
}

std::string CheckReport::summary(std::size_t most) const {
    std::string text;
    for (std::size_t i = 0; i < std::min(most, violations.size()); ++i)
        text += (i > 0 ? "; " : "") + violations[i].text;
    if (violations.size() > most)
        text += "; and " + std::to_string(violations.size() - most) + " more";
    return text;
}

CheckReport check(const Problem& problem, const Plan& plan, const CheckOptions& options) {
    return Checker(problem, plan, options).run();
}

}  // namespace odgear::fleet
