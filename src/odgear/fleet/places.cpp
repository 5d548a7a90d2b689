#include "odgear/fleet/places.hpp"

#include <algorithm>

#include "odgear/core/index.hpp"

namespace odgear::fleet {

Spot Places::find(int unit, double bound, ruin::Blinks& blinks, Random& random, bool everywhere) {
    best_ = Spot{};
    best_.delta = bound;
    blinks_ = &blinks;
    random_ = &random;
    find_longest();
    const Unit& u = model_.unit(unit);
    if (u.kind == Unit::Kind::tied)
        find_tied(unit, everywhere);
    else
        for (const int stop : u.stops) find_single(stop, everywhere);
    return best_;
}

// True the first time a route is seen in this search.
bool Places::first_look(int r) {
    if (at(r) >= seen_.size()) seen_.resize(at(r) + 64, 0);
    if (seen_[at(r)] == stamp_) return false;
    seen_[at(r)] = stamp_;
    return true;
}

void Places::find_single(int stop, bool everywhere) {
    row_stop_ = -1;
    if (everywhere) {
        for (const int r : tours_.active())
            for (int p = 0; p <= tours_.route(r).last(); ++p) try_position(stop, r, p);
    } else {
        for (const int near : neighbors_.of(stop)) {
            const Beside& beside = tours_.beside(near);
            if (beside.route >= 0) try_beside(stop, model_.stop(near).location, beside);
        }
    }
    try_new(stop);
}

// The positions before and after a visited stop. Distance and windows are judged by the data of
// that stop; only if they pass, the route is looked at.
void Places::try_beside(int stop, int location, const Beside& beside) {
    const Room& room = tours_.room(beside.route);
    const StopData& s = model_.stop(stop);
    const bool exact = room.exact || s.release > room.release;
    if (!exact && (s.initial > room.initial || s.final > room.final)) return;
    if (row_stop_ != stop || rows_.profile != room.profile)
        set_rows(stop, model_.type(tours_.route(beside.route).type));
    if (exact || rows_.in == nullptr || rows_.in_time == nullptr) {
        try_position(stop, beside.route, beside.position - 1);
        try_position(stop, beside.route, beside.position);
        return;
    }
    const auto from = [](const double* row, int place) { return place < 0 ? 0 : row[place]; };
    const auto passes = [&](int a, int b, double way, double ready, double due) {
        const double extra = from(rows_.in, a) + from(rows_.out, b) - way;
        if (room.per_distance * extra >= best_.delta) return false;
        const double begin = std::max(ready + from(rows_.in_time, a), s.open);
        return begin <= s.close + Model::slack &&
               begin + s.service + from(rows_.out_time, b) <= due + Model::slack;
    };
    if (passes(beside.before, location, beside.way, beside.ready_before, beside.due))
        try_simple(stop, beside.route, beside.position - 1);
    if (passes(location, beside.after, beside.way_on, beside.ready, beside.due_after))
        try_simple(stop, beside.route, beside.position);
}

void Places::try_position(int stop, int r, int position) {
    const RouteState& route = tours_.route(r);
    const TypeData& type = model_.type(route.type);
    if (type.exact || model_.stop(stop).release > route.release)
        try_exact(stop, r, position);
    else
        try_simple(stop, r, position);
}

void Places::set_rows(int stop, const TypeData& type) {
    row_stop_ = stop;
    rows_.profile = type.profile;
    const std::size_t offset = at(model_.stop(stop).location) * at(model_.problem().locations());
    rows_.in = type.distance == nullptr ? nullptr : type.distance_to + offset;
    rows_.out = type.distance == nullptr ? nullptr : type.distance + offset;
    rows_.in_time = type.duration == nullptr ? nullptr : type.duration_to + offset;
    rows_.out_time = type.duration == nullptr ? nullptr : type.duration + offset;
}

double Places::way_in(const TypeData& type, int from, int stop) const {
    if (from < 0) return 0;
    return rows_.in != nullptr ? rows_.in[from]
                               : model_.distance(type, from, model_.stop(stop).location);
}

double Places::way_out(const TypeData& type, int stop, int to) const {
    if (to < 0) return 0;
    return rows_.out != nullptr ? rows_.out[to]
                                : model_.distance(type, model_.stop(stop).location, to);
}

double Places::time_in(const TypeData& type, int from, int stop) const {
    if (from < 0) return 0;
    return rows_.in_time != nullptr ? rows_.in_time[from]
                                    : model_.duration(type, from, model_.stop(stop).location);
}

double Places::time_out(const TypeData& type, int stop, int to) const {
    if (to < 0) return 0;
    return rows_.out_time != nullptr ? rows_.out_time[to]
                                     : model_.duration(type, model_.stop(stop).location, to);
}

bool Places::loads_fit(const RouteState& route, const TypeData& type, int stop,
                       int position) const {
    const StopData& s = model_.stop(stop);
    const Element& a = route.element(position);
    const Element& b = route.element(position + 1);
    if (std::max({a.before + s.initial, a.load + s.final, b.after + s.final}) > type.capacity)
        return false;
    const int others = model_.dimensions() - 1;
    for (int d = 0; d < others; ++d) {
        const route::LoadSegment l = model_.load(stop, d + 1);
        const route::LoadMarks& before = route.more[at(position * others + d)];
        const route::LoadMarks& after = route.more[at((position + 1) * others + d)];
        if (std::max({before.before + l.initial, before.load + l.final, after.after + l.final}) >
            type.capacities[at(d + 1)])
            return false;
    }
    return true;
}

// The change of the cost of the longest route when the duration of one route changes.
double Places::balance_change(double before, double after) const {
    if (!(model_.balance() > 0)) return 0;
    const double others = before >= longest_ ? second_longest_ : longest_;
    return model_.balance() * (std::max(after, others) - longest_);
}

void Places::find_longest() {
    longest_ = second_longest_ = 0;
    if (!(model_.balance() > 0)) return;
    for (const int r : tours_.active()) {
        const double duration = tours_.route(r).duration;
        second_longest_ = std::max(second_longest_, std::min(duration, longest_));
        longest_ = std::max(longest_, duration);
    }
}

void Places::try_simple(int stop, int r, int position) {
    const RouteState& route = tours_.route(r);
    const TypeData& type = model_.type(route.type);
    const StopData& s = model_.stop(stop);
    const Element& a = route.element(position);
    const Element& b = route.element(position + 1);
    if (row_stop_ != stop || rows_.profile != type.profile) set_rows(stop, type);
    const double extra = way_in(type, a.location, stop) + way_out(type, stop, b.location) - b.way;
    const bool alone = model_.family(type.family).size() == 1;
    if (alone && type.per_distance * extra >= best_.delta) return;
    const double in = time_in(type, a.location, stop);
    const double out = time_out(type, stop, b.location);
    const double begin = std::max(a.ready + in, s.open);
    if (begin > s.close + Model::slack || begin + s.service + out > b.due + Model::slack) return;
    const double driving = route.driving + in + out - b.travel;
    if (!type.way_holds(route.distance + extra, driving) || route.stops >= type.max_stops) return;
    if (model_.backhauls() &&
        (!model_.may_follow(a.code, stop) || !model_.may_follow(stop, b.code)))
        return;
    double duration = 0;
    if (type.timed) {
        duration = join(join(route.pieces[at(position)].before, in, s.time()), out,
                        route.pieces[at(position + 1)].after)
                       .duration;
        if (duration > type.max_duration + Model::slack) return;
    }
    if (!alone) {
        choose_type(route, stop, r, position, extra, driving, duration);
        return;
    }
    if (!model_.compatible(route.type, stop) || !loads_fit(route, type, stop, position)) return;
    double delta = type.per_distance * extra;
    if (type.timed || type.per_driving > 0)
        delta = type.cost(route.distance + extra, driving, duration) + model_.vehicle_price() -
                route.cost + balance_change(route.duration, duration);
    if (delta < best_.delta && !(*blinks_)(*random_))
        best_ = {delta, r, route.type, stop, position, false};
}

// The cost of the route with another type. Only the current weight of a higher price counts.
double Places::cost_with(const RouteState& route, int t, double distance, double driving,
                         double duration) const {
    const double cost = model_.type(t).cost(distance, driving, duration);
    if (weights_.larger >= 1 || t == route.type) return cost;
    const double now = model_.type(route.type).cost(distance, driving, duration);
    return cost <= now ? cost : now + weights_.larger * (cost - now);
}

// Chooses the cheapest type of the route's family that can carry the stop as well.
void Places::choose_type(const RouteState& route, int stop, int r, int position, double extra,
                         double driving, double duration) {
    Spot found;
    for (const int t : model_.family(model_.type(route.type).family)) {
        const TypeData& type = model_.type(t);
        if (t != route.type && tours_.available_beside(t) <= 0) continue;
        const double delta = cost_with(route, t, route.distance + extra, driving, duration) +
                             model_.vehicle_price() - route.cost +
                             balance_change(route.duration, duration);
        if (delta >= best_.delta || delta >= found.delta) continue;
        if (!type.way_holds(route.distance + extra, driving) || route.stops >= type.max_stops ||
            !loads_fit(route, type, stop, position))
            continue;
        if (model_.restricted()) {
            bool fits = model_.compatible(t, stop);
            if (t != route.type)
                for (int i = 1; fits && i <= route.last(); ++i)
                    fits = model_.compatible(t, route.element(i).code);
            if (!fits) continue;
        }
        found = {delta, r, t, stop, position, false};
    }
    if (found.found() && !(*blinks_)(*random_)) best_ = found;
}

// Evaluates codes_ for the route; keeps them if they are the best.
bool Places::evaluate_codes(int r, int stop) {
    const RouteState& route = tours_.route(r);
    const TypeData& type = model_.type(route.type);
    const route::Totals totals = tours_.exact().evaluate(route.type, codes_);
    if (!totals.feasible) return false;
    const double delta = type.cost(totals.distance, totals.driving, totals.duration) +
                         model_.vehicle_price() - route.cost +
                         balance_change(route.duration, totals.duration);
    if (delta < best_.delta && !(*blinks_)(*random_)) {
        best_ = {delta, r, route.type, stop, 0, true};
        best_codes_ = codes_;
    }
    return true;
}

void Places::try_exact(int stop, int r, int position) {
    const RouteState& route = tours_.route(r);
    const TypeData& type = model_.type(route.type);
    if (!model_.compatible(route.type, stop)) return;
    const Element& a = route.element(position);
    const Element& b = route.element(position + 1);
    if (row_stop_ != stop || rows_.profile != type.profile) set_rows(stop, type);
    const double extra = way_in(type, a.location, stop) + way_out(type, stop, b.location) - b.way;
    if (type.per_distance * extra >= best_.delta) return;
    route::codes_of(route, codes_);
    codes_.insert(codes_.begin() + position, stop);
    if (!evaluate_codes(r, stop) && !type.reloads.empty())
        try_with_reload(stop, r, position, extra);
}

// Inserts the stop with a visit to a depot before or after it.
void Places::try_with_reload(int stop, int r, int position, double extra) {
    const RouteState& route = tours_.route(r);
    const TypeData& type = model_.type(route.type);
    const int before = route.element(position).location;
    const int after = route.element(position + 1).location;
    const int here = model_.stop(stop).location;
    for (const int depot : type.reloads) {
        const int place = model_.problem().depot(depot).location;
        for (const bool first : {true, false}) {
            const int from = first ? before : here;
            const int to = first ? here : after;
            const double detour = model_.distance(type, from, place) +
                                  model_.distance(type, place, to) -
                                  model_.distance(type, from, to);
            if (type.per_distance * (extra + detour) >= best_.delta) continue;
            // A trip without stops between two depots has no use.
            const int beside = route.element(first ? position : position + 1).code;
            if (beside < 0) continue;
            route::codes_of(route, codes_);
            const int pair[] = {first ? route::reload_code(depot) : stop,
                                first ? stop : route::reload_code(depot)};
            codes_.insert(codes_.begin() + position, pair, pair + 2);
            evaluate_codes(r, stop);
        }
    }
}

void Places::try_new(int stop) {
    if (model_.backhauls() && !model_.may_follow(route::start_code, stop)) return;
    const int codes[] = {stop};
    try_new_with(codes);
}

void Places::try_new_with(std::span<const int> codes) {
    for (int t = 0; t < model_.types(); ++t) {
        if (tours_.available(t) <= 0) continue;
        const TypeData& type = model_.type(t);
        const double spared = (1 - weights_.opened) * type.fixed;
        if (type.fixed - spared + model_.vehicle_price() >= best_.delta) continue;
        const route::Totals totals = tours_.exact().evaluate(t, codes);
        if (!totals.feasible) continue;
        const double delta = type.cost(totals.distance, totals.driving, totals.duration) - spared +
                             model_.vehicle_price() + balance_change(0, totals.duration);
        if (delta >= best_.delta) continue;
        best_ = {delta, -1, t, codes[0], 0, true};
        best_codes_.assign(codes.begin(), codes.end());
    }
}

double Places::change(int stop, int r, int position) {
    ruin::Blinks never(0);
    Random random(1);
    blinks_ = &never;
    random_ = &random;
    best_ = Spot{};
    row_stop_ = -1;
    find_longest();
    try_position(stop, r, position);
    return best_.delta;
}

bool Places::put(int unit, const Spot& spot) {
    bool holds = true;
    if (spot.route < 0)
        holds = tours_.open(spot.type, best_codes_) >= 0;
    else if (spot.rewritten)
        holds = tours_.rewrite(spot.route, spot.type, best_codes_);
    else
        holds = tours_.insert(spot.route, spot.type, spot.position, spot.stop);
    tours_.mark_present(unit);
    return holds;
}

}  // namespace odgear::fleet
