// Positions for units of several stops that one vehicle visits in a given order.
#include <algorithm>
#include <cmath>

#include "odgear/core/index.hpp"
#include "odgear/fleet/places.hpp"

namespace odgear::fleet {

void Places::find_tied(int unit, bool everywhere) {
    const Unit& u = model_.unit(unit);
    ++stamp_;
    const auto look = [&](int r) {
        if (!first_look(r)) return;
        if (u.stops.size() == 2)
            try_pair(unit, r);
        else
            try_chain(unit, r);
    };
    if (everywhere) {
        for (const int r : tours_.active()) look(r);
    } else {
        for (const int stop : u.stops)
            for (const int near : neighbors_.of(stop))
                if (tours_.route_of(near) >= 0) look(tours_.route_of(near));
    }
    try_new_with(u.stops);
}

void Places::try_pair(int unit, int r) {
    const Unit& u = model_.unit(unit);
    const RouteState& route = tours_.route(r);
    const TypeData& type = model_.type(route.type);
    const double release =
        std::max(model_.stop(u.stops[0]).release, model_.stop(u.stops[1]).release);
    if (type.exact || model_.dimensions() > 1 || model_.backhauls() || release > route.release) {
        try_chain(unit, r);
        return;
    }
    if (!model_.compatible(route.type, u.stops[0]) || !model_.compatible(route.type, u.stops[1]))
        return;
    if (route.stops + 2 > type.max_stops) return;
    if (type.timed)
        try_pair_simple<true>(u.stops[0], u.stops[1], r);
    else
        try_pair_simple<false>(u.stops[0], u.stops[1], r);
}

// Tries every position of the first stop with every later position of the second, carrying time and
// load along. Time and load end the inner walk early.
template <bool timed>
void Places::try_pair_simple(int first, int second, int r) {
    const RouteState& route = tours_.route(r);
    const TypeData& type = model_.type(route.type);
    const StopData& p = model_.stop(first);
    const StopData& q = model_.stop(second);
    const int last = route.last();
    for (int i = 0; i <= last; ++i) {
        const Element& a = route.element(i);
        const Element& b = route.element(i + 1);
        const double in = model_.duration(type, a.location, p.location);
        double time = std::max(a.ready + in, p.open);
        if (a.ready + in > p.close + Model::slack) break;
        if (a.before + p.initial + q.initial > type.capacity) break;
        if (a.load + q.initial + p.final > type.capacity) continue;
        time += p.service;
        const double way_p = model_.distance(type, a.location, p.location);
        const double time_pq = model_.duration(type, p.location, q.location);
        const auto finish = [&](double extra, double drive, double duration) {
            if (!type.way_holds(route.distance + extra, route.driving + drive)) return;
            if (timed && duration > type.max_duration + Model::slack) return;
            double delta = type.per_distance * extra;
            if (timed || type.per_driving > 0)
                delta = type.cost(route.distance + extra, route.driving + drive, duration) +
                        model_.vehicle_price() - route.cost +
                        balance_change(route.duration, duration);
            if (delta >= best_.delta || (*blinks_)(*random_)) return;
            best_ = {delta, r, route.type, first, i, true};
        };
        route::TimeSegment piece;
        if constexpr (timed) piece = join(route.pieces[at(i)].before, in, p.time());
        const auto keep = [&](int j, double before) {
            if (best_.delta == before) return;
            route::codes_of(route, best_codes_);
            best_codes_.insert(best_codes_.begin() + j, second);
            best_codes_.insert(best_codes_.begin() + i, first);
        };
        // The second stop directly after the first.
        {
            const double begin = std::max(time + time_pq, q.open);
            const double out = model_.duration(type, q.location, b.location);
            if (begin <= q.close + Model::slack &&
                begin + q.service + out <= b.due + Model::slack &&
                b.after + p.final + q.final <= type.capacity) {
                const double extra = way_p + model_.distance(type, p.location, q.location) +
                                     model_.distance(type, q.location, b.location) - b.way;
                if (type.per_distance * extra < best_.delta) {
                    double duration = 0;
                    if constexpr (timed)
                        duration =
                            join(join(piece, time_pq, q.time()), out, route.pieces[at(i + 1)].after)
                                .duration;
                    const double before = best_.delta;
                    finish(extra, in + time_pq + out - b.travel, duration);
                    keep(i, before);
                }
            }
        }
        const double extra_p = way_p + model_.distance(type, p.location, b.location) - b.way;
        if (type.per_distance * extra_p >= best_.delta) continue;
        double travel = model_.duration(type, p.location, b.location);
        const double drive_p = in + travel - b.travel;
        for (int j = i + 1; j <= last; ++j) {
            const Element& c = route.element(j);
            const StopData& s = model_.stop(c.code);
            if (time + travel > c.due + Model::slack) break;
            time = std::max(time + travel, s.open) + s.service;
            if constexpr (timed) piece = join(piece, travel, s.time());
            if (c.load + q.initial + p.final > type.capacity) break;
            const Element& d = route.element(j + 1);
            travel = d.travel;
            const double to_q = model_.duration(type, c.location, q.location);
            const double begin = std::max(time + to_q, q.open);
            if (begin > q.close + Model::slack) continue;
            const double out = model_.duration(type, q.location, d.location);
            if (begin + q.service + out > d.due + Model::slack) continue;
            if (d.after + p.final + q.final > type.capacity) continue;
            const double extra = extra_p + model_.distance(type, c.location, q.location) +
                                 model_.distance(type, q.location, d.location) - d.way;
            if (type.per_distance * extra >= best_.delta) continue;
            double duration = 0;
            if constexpr (timed)
                duration =
                    join(join(piece, to_q, q.time()), out, route.pieces[at(j + 1)].after).duration;
            const double before = best_.delta;
            finish(extra, drive_p + to_q + out - d.travel, duration);
            keep(j, before);
        }
    }
}

// Any number of tied stops in any kind of route: one after the other at its cheapest position after
// the stops it waits for, judged as whole routes.
void Places::try_chain(int unit, int r) {
    const Unit& u = model_.unit(unit);
    const RouteState& route = tours_.route(r);
    const TypeData& type = model_.type(route.type);
    for (const int stop : u.stops)
        if (!model_.compatible(route.type, stop)) return;
    const Spot before = best_;
    const std::vector<int> before_codes = best_codes_;
    route::codes_of(route, base_);
    std::vector<int> places;
    for (std::size_t k = 0; k < u.stops.size(); ++k) {
        std::size_t from = 0;
        for (const int w : u.waits[k]) from = std::max(from, at(places[at(w)]) + 1);
        double best = std::numeric_limits<double>::infinity();
        std::size_t chosen = 0;
        for (std::size_t i = from; i <= base_.size(); ++i) {
            codes_ = base_;
            codes_.insert(codes_.begin() + static_cast<std::ptrdiff_t>(i), u.stops[k]);
            const bool last = k + 1 == u.stops.size();
            double value = 0;
            if (!last && k + 2 == u.stops.size()) {
                // The last two are placed together, because the cost of the first of them alone can
                // mislead.
                const std::vector<int> partial = codes_;
                value = std::numeric_limits<double>::infinity();
                std::size_t next = 0;
                for (const int w : u.waits[k + 1])
                    next = std::max(
                        next, (at(w) == k ? i : at(places[at(w)]) + (at(places[at(w)]) >= i)) + 1);
                for (std::size_t j = next; j <= partial.size(); ++j) {
                    codes_ = partial;
                    codes_.insert(codes_.begin() + static_cast<std::ptrdiff_t>(j), u.stops[k + 1]);
                    const route::Totals totals = tours_.exact().evaluate(route.type, codes_);
                    if (totals.feasible)
                        value = std::min(
                            value, type.cost(totals.distance, totals.driving, totals.duration));
                }
            } else {
                const route::Totals totals = tours_.exact().evaluate(route.type, codes_);
                value = totals.feasible
                            ? type.cost(totals.distance, totals.driving, totals.duration)
                            : std::numeric_limits<double>::infinity();
            }
            if (value < best) {
                best = value;
                chosen = i;
            }
        }
        if (!std::isfinite(best)) return;
        for (int& place : places) place += at(place) >= chosen;
        places.push_back(static_cast<int>(chosen));
        base_.insert(base_.begin() + static_cast<std::ptrdiff_t>(chosen), u.stops[k]);
    }
    codes_ = base_;
    if (!evaluate_codes(r, u.stops[0]) || best_.delta == before.delta) {
        best_ = before;
        best_codes_ = before_codes;
    }
}

}  // namespace odgear::fleet
