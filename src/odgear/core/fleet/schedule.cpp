#include "odgear/core/fleet/schedule.hpp"

#include <algorithm>
#include <limits>

#include "odgear/core/index.hpp"

namespace odgear::fleet {

namespace {

bool exists(const Problem& problem, const VehicleType& type, const Step& step) {
    const int sizes[] = {0, problem.stops(), problem.depots(), static_cast<int>(type.breaks.size()),
                         0};
    return step.index >= 0 && step.index < sizes[static_cast<std::size_t>(step.kind)];
}

// The result of simulating a route that leaves at a given time.
struct Walk {
    double finish = 0;
    double lateness = 0;
    double idle = 0;          // total waiting time
    double delay = no_limit;  // by how much it may leave later and still be in time
    int bottleneck = -1;      // the step that limits the delay and has a later window
    std::vector<int> window;  // which window each step used
};

class Simulation {
public:
    Simulation(const Problem& problem, PlannedRoute& route)
        : problem_(problem), type_(problem.type(route.type)), route_(route) {
        route.start.index = type_.start.value_or(-1);
        route.end.index = type_.end.value_or(-1);
        find_releases();
    }

    double earliest_start() const {
        double open = type_.shift.open;
        if (type_.start) open = std::max(open, problem_.depot(*type_.start).window.open);
        return open;
    }

    // `floor` is the first window that each step may use.
    Walk run(double begin, const std::vector<int>& floor) {
        walk_ = Walk{};
        walk_.window.assign(route_.steps.size(), 0);
        distance_ = driving_ = 0;
        leave(begin);
        std::size_t trip = 0;
        for (std::size_t i = 0; i < route_.steps.size(); ++i) {
            Step& step = route_.steps[i];
            if (!exists(problem_, type_, step)) continue;
            if (step.kind == Step::Kind::pause) {
                rest(step, i, floor[i]);
            } else {
                drive(step);
                if (step.kind == Step::Kind::reload)
                    reload(step, releases_[++trip]);
                else
                    serve(step, i, floor[i]);
                time_ = step.departure;
                place_ = place_of(step);
                plan_way(i + 1);
            }
            step.distance = distance_;
        }
        finish();
        return walk_;
    }

    double driving() const { return driving_; }
    double distance() const { return distance_; }

private:
    int place_of(const Step& step) const {
        if (step.kind == Step::Kind::stop) return problem_.stop(step.index).location;
        return step.index < 0 ? -1 : problem_.depot(step.index).location;
    }

    // The release of a trip is the latest release of its stops.
    void find_releases() {
        releases_.assign(1, 0);
        for (const Step& step : route_.steps) {
            if (!exists(problem_, type_, step)) continue;
            if (step.kind == Step::Kind::reload) releases_.push_back(0);
            if (step.kind == Step::Kind::stop)
                releases_.back() = std::max(releases_.back(), problem_.stop(step.index).release);
        }
    }

    // The way to the next step that has a location; breaks before it interrupt the drive.
    void plan_way(std::size_t next) {
        while (next < route_.steps.size() && (route_.steps[next].kind == Step::Kind::pause ||
                                              !exists(problem_, type_, route_.steps[next])))
            ++next;
        const int to = place_of(next < route_.steps.size() ? route_.steps[next] : route_.end);
        const bool moves = place_ >= 0 && to >= 0;
        remaining_ = moves ? problem_.duration(type_.profile, place_, to) : 0;
        way_ = moves ? problem_.distance(type_.profile, place_, to) : 0;
        driving_ += remaining_;
    }

    // If the vehicle leaves `delay` later, waiting before a step absorbs part of the delay; the
    // rest moves the arrival.
    void limit_delay(double room, int step) {
        if (walk_.idle + room < walk_.delay) {
            walk_.delay = walk_.idle + room;
            walk_.bottleneck = step;
        }
    }

    void leave(double begin) {
        Step& start = route_.start;
        double service = 0;
        double last = type_.latest_start;
        if (type_.start) {
            const Depot& depot = problem_.depot(*type_.start);
            service = depot.service;
            last = std::min(last, depot.window.close);
        }
        start.arrival = start.begin = begin;
        start.departure = std::max(begin + service, releases_[0]);
        start.wait = start.departure - begin - service;
        start.distance = 0;
        limit_delay(std::max(0.0, last - begin), -1);
        if (begin > last) walk_.lateness += begin - last;
        walk_.idle += start.wait;
        time_ = start.departure;
        place_ = place_of(start);
        plan_way(0);
    }

    // When an activity begins if the vehicle is ready for it now. Sets `used` to the window taken.
    double enter(const std::vector<Window>& windows, std::size_t i, int floor) {
        if (windows.empty()) return time_;
        const int count = static_cast<int>(windows.size());
        int w = std::min(floor, count - 1);
        while (w + 1 < count && windows[at(w)].close < time_ - tolerance) ++w;
        walk_.window[i] = w;
        const Window& window = windows[at(w)];
        if (time_ > window.close) walk_.lateness += time_ - window.close;
        limit_delay(std::max(0.0, window.close - time_), w + 1 < count ? static_cast<int>(i) : -1);
        return std::max(time_, window.open);
    }

    void drive(Step& step) {
        time_ += remaining_;
        distance_ += way_;
        step.arrival = time_;
    }

    void serve(Step& step, std::size_t i, int floor) {
        const Stop& stop = problem_.stop(step.index);
        step.begin = enter(stop.windows, i, floor);
        step.wait = step.begin - time_;
        step.departure = step.begin + stop.service;
        walk_.idle += step.wait;
    }

    void reload(Step& step, double release) {
        const Depot& depot = problem_.depot(step.index);
        step.begin = std::max(time_, depot.window.open);
        if (step.begin > depot.window.close) walk_.lateness += step.begin - depot.window.close;
        limit_delay(std::max(0.0, depot.window.close - time_), -1);
        step.departure = std::max(step.begin + depot.service, release);
        step.wait = step.departure - time_ - depot.service;
        walk_.idle += step.wait;
    }

    // A break: the vehicle drives on until the break begins, if it has not arrived before.
    void rest(Step& step, std::size_t i, int floor) {
        const Break& pause = type_.breaks[at(step.index)];
        step.arrival = time_;
        step.begin = enter(pause.windows, i, floor);
        const double driven = std::min(remaining_, step.begin - time_);
        remaining_ -= driven;
        step.wait = step.begin - time_ - driven;
        step.departure = step.begin + pause.duration;
        walk_.idle += step.wait;
        time_ = step.departure;
    }

    void finish() {
        Step& end = route_.end;
        drive(end);
        double open = 0;
        double last = type_.shift.close;
        if (type_.end) {
            const Depot& depot = problem_.depot(*type_.end);
            open = depot.window.open;
            last = std::min(last, depot.window.close);
        }
        end.begin = end.departure = std::max(time_, open);
        end.wait = end.begin - end.arrival;
        end.distance = distance_;
        if (end.begin > last) walk_.lateness += end.begin - last;
        limit_delay(std::max(0.0, last - time_), -1);
        walk_.idle += end.wait;
        walk_.finish = end.begin;
    }

    const Problem& problem_;
    const VehicleType& type_;
    PlannedRoute& route_;
    std::vector<double> releases_;  // of each trip
    Walk walk_;
    double time_ = 0;
    double remaining_ = 0;  // driving left to the next place
    double way_ = 0;
    double distance_ = 0;
    double driving_ = 0;
    int place_ = -1;
};

// Simulates with the departure that makes the route shortest. If no step has more than one window,
// this is the latest departure that does not end the route later.
void simulate_best(Simulation& simulation, PlannedRoute& route, Walk& walk) {
    std::vector<int> floor(route.steps.size(), 0);
    const double early = simulation.earliest_start();
    double best_begin = early;
    double best_duration = no_limit;
    std::vector<int> best_floor = floor;
    for (;;) {
        walk = simulation.run(early, floor);
        if (walk.lateness > tolerance) break;
        const double begin = early + std::min(walk.delay, walk.idle);
        if (walk.finish - begin < best_duration - tolerance) {
            best_duration = walk.finish - begin;
            best_begin = begin;
            best_floor = walk.window;
        }
        if (walk.delay >= walk.idle || walk.bottleneck < 0) break;
        floor[at(walk.bottleneck)] = walk.window[at(walk.bottleneck)] + 1;
    }
    walk = simulation.run(best_begin, best_floor);
}

void add(std::vector<Load>& load, const std::vector<Load>& by, int sign) {
    for (std::size_t d = 0; d < by.size(); ++d) load[d] += sign * by[d];
}

// The load after each step. Deliveries of a trip are loaded where the trip begins, and pickups are
// unloaded where it ends; shipments stay on board from trip to trip.
void fill_loads(const Problem& problem, PlannedRoute& route) {
    const VehicleType& type = problem.type(route.type);
    std::vector<Load> load(at(problem.dimensions()), 0);
    std::vector<Load> picked = load;
    const auto begin_trip = [&](std::size_t from) {
        add(load, picked, -1);
        std::fill(picked.begin(), picked.end(), 0);
        for (std::size_t i = from; i < route.steps.size(); ++i) {
            const Step& step = route.steps[i];
            if (step.kind == Step::Kind::reload) break;
            if (step.kind == Step::Kind::stop && exists(problem, type, step))
                add(load, problem.stop(step.index).delivery, 1);
        }
    };
    begin_trip(0);
    route.start.load = load;
    for (std::size_t i = 0; i < route.steps.size(); ++i) {
        Step& step = route.steps[i];
        if (step.kind == Step::Kind::reload) begin_trip(i + 1);
        if (step.kind == Step::Kind::stop && exists(problem, type, step)) {
            const Stop& stop = problem.stop(step.index);
            add(load, stop.delivery, -1);
            add(load, stop.pickup, 1);
            add(picked, stop.pickup, 1);
            if (const int s = problem.shipment_of(step.index); s >= 0) {
                const Shipment& shipment = problem.data().shipments[at(s)];
                add(load, shipment.amount, shipment.pickup == step.index ? 1 : -1);
            }
        }
        step.load = load;
    }
    add(load, picked, -1);
    route.end.load = load;
}

void fill_totals(const Problem& problem, PlannedRoute& route, const Walk& walk,
                 const Simulation& simulation) {
    const VehicleType& type = problem.type(route.type);
    route.distance = simulation.distance();
    route.duration = walk.finish - route.start.begin;
    route.driving = simulation.driving();
    route.waiting = walk.idle;
    route.service = route.duration - route.driving - route.waiting;
    route.lateness = walk.lateness;
    Costs costs;
    costs.fixed = type.fixed_cost;
    costs.distance = type.cost_per_distance * route.distance;
    costs.duration = type.cost_per_duration * route.duration;
    costs.driving = type.cost_per_driving * route.driving;
    if (route.duration > type.regular_duration)
        costs.overtime = type.cost_per_overtime * (route.duration - type.regular_duration);
    route.costs = costs;
}

double prizes_left(const Problem& problem, const Plan& plan) {
    std::vector<bool> visited(at(problem.stops()), false);
    for (const PlannedRoute& route : plan.routes)
        for (const Step& step : route.steps)
            if (step.kind == Step::Kind::stop && step.index >= 0 && step.index < problem.stops())
                visited[at(step.index)] = true;
    double sum = 0;
    for (int i = 0; i < problem.stops(); ++i)
        if (!visited[at(i)]) sum += problem.stop(i).prize.value_or(0);
    for (const Group& group : problem.data().groups)
        if (!group.required && std::none_of(group.stops.begin(), group.stops.end(),
                                            [&](int stop) { return visited[at(stop)]; }))
            sum += group.prize;
    return sum;
}

}  // namespace

void schedule(const Problem& problem, PlannedRoute& route) {
    Simulation simulation(problem, route);
    Walk walk;
    simulate_best(simulation, route, walk);
    fill_loads(problem, route);
    fill_totals(problem, route, walk, simulation);
}

void schedule(const Problem& problem, Plan& plan) {
    Costs costs;
    double longest = 0;
    for (PlannedRoute& route : plan.routes) {
        schedule(problem, route);
        costs.fixed += route.costs.fixed;
        costs.distance += route.costs.distance;
        costs.duration += route.costs.duration;
        costs.driving += route.costs.driving;
        costs.overtime += route.costs.overtime;
        longest = std::max(longest, route.duration);
    }
    costs.prizes = prizes_left(problem, plan);
    costs.balance = problem.objective().balance * longest;
    plan.costs = costs;
}

}  // namespace odgear::fleet
