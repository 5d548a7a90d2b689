#include "odgear/route/exact.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "odgear/core/index.hpp"

namespace odgear::route {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

// Whether it is too late for any window, even if the shift has no end.
bool too_late(const TypeData& type, double time) {
    return time >= never || time > type.close + Model::slack;
}

}  // namespace

Exact::Exact(const Model& model) : model_(model) {
    for (int t = 0; t < model.types(); ++t) {
        const auto& breaks = model.problem().type(t).breaks;
        std::vector<int> order(breaks.size());
        std::iota(order.begin(), order.end(), 0);
        const auto open = [&](int b) {
            return breaks[at(b)].windows.empty() ? 0 : breaks[at(b)].windows.front().open;
        };
        std::stable_sort(order.begin(), order.end(),
                         [&](int a, int b) { return open(a) < open(b); });
        break_order_.push_back(std::move(order));
    }
}

Totals Exact::evaluate(int t, std::span<const int> codes) {
    const TypeData& type = model_.type(t);
    Totals totals;
    if (!counts_hold(type, codes)) return totals;
    int from = type.start;
    int before = start_code;
    travel_.clear();
    for (const int code : codes) {
        if (code >= 0 && (!model_.compatible(t, code) || !model_.may_follow(before, code)))
            return totals;
        const int to = place_of(type, code);
        totals.distance += model_.distance(type, from, to);
        travel_.push_back(model_.duration(type, from, to));
        totals.driving += travel_.back();
        from = to;
        before = code;
    }
    totals.distance += model_.distance(type, from, type.end);
    travel_.push_back(model_.duration(type, from, type.end));
    totals.driving += travel_.back();
    if (!type.way_holds(totals.distance, totals.driving) || !loads_hold(type, codes)) return totals;
    find_releases(codes);
    if (!(type.breaks > 0 ? times_with_breaks(t, codes) : times_hold(t, codes))) return totals;
    if (type.timed) {
        totals.duration = shortest_duration(t);
        if (totals.duration > type.max_duration + Model::slack) return totals;
    }
    totals.feasible = true;
    return totals;
}

bool Exact::counts_hold(const TypeData& type, std::span<const int> codes) const {
    int stops = 0;
    int reloads = 0;
    for (const int code : codes) ++(code >= 0 ? stops : reloads);
    if (stops > type.max_stops || reloads > type.max_reloads) return false;
    return std::all_of(codes.begin(), codes.end(), [&](int code) {
        return code >= 0 || std::find(type.reloads.begin(), type.reloads.end(), index_of(code)) !=
                                type.reloads.end();
    });
}

int Exact::place_of(const TypeData& type, int code) const {
    if (code >= 0) return model_.stop(code).location;
    if (is_reload(code)) return model_.problem().depot(index_of(code)).location;
    return code == start_code ? type.start : type.end;
}

bool Exact::loads_hold(const TypeData& type, std::span<const int> codes) {
    for (int d = 0; d < model_.dimensions(); ++d) {
        if (type.capacities[at(d)] >= no_capacity_limit) continue;
        Load carried = 0;
        for (std::size_t begin = 0; begin <= codes.size();) {
            std::size_t end = begin;
            while (end < codes.size() && codes[end] >= 0) ++end;
            if (!trip_holds(type, codes.subspan(begin, end - begin), d, carried)) return false;
            begin = end + 1;
        }
    }
    return true;
}

// `carried` is the load of shipments that stays on board from one trip to the next.
bool Exact::trip_holds(const TypeData& type, std::span<const int> trip, int d,
                       Load& carried) const {
    const Load capacity = type.capacities[at(d)];
    Load load = carried;
    for (const int stop : trip) load += model_.load(stop, d).initial;
    if (load > capacity) return false;
    for (const int stop : trip) {
        const LoadSegment s = model_.load(stop, d);
        load += s.final - s.initial;
        if (load > capacity) return false;
    }
    for (const int stop : trip) {
        const auto& pickup = model_.problem().stop(stop).pickup;
        if (!pickup.empty()) load -= pickup[at(d)];
    }
    carried = load;
    return true;
}

void Exact::find_releases(std::span<const int> codes) {
    releases_.assign(1, 0);
    for (const int code : codes) {
        if (code < 0)
            releases_.push_back(0);
        else
            releases_.back() = std::max(releases_.back(), model_.stop(code).release);
    }
}

double Exact::enter(std::span<const fleet::Window> windows, double time) const {
    if (windows.empty()) return time;
    for (const fleet::Window& w : windows)
        if (time <= w.close + Model::slack) return std::max(time, w.open);
    return never;
}

// When the vehicle leaves a code that it reaches at `time`. `trip` counts the reloads passed.
double Exact::arrive(int code, double time, std::size_t& trip) const {
    if (code >= 0) {
        const double begin = enter(model_.problem().stop(code).windows, time);
        return begin + model_.stop(code).service;
    }
    const fleet::Depot& depot = model_.problem().depot(index_of(code));
    const double begin = enter({&depot.window, 1}, time);
    return std::max(begin + depot.service, releases_[++trip]);
}

double Exact::begin_leg(const TypeData& type) const {
    if (type.open > type.latest_start + Model::slack) return never;
    return std::max(type.open + type.start_service, releases_[0]);
}

bool Exact::times_hold(int t, std::span<const int> codes) {
    const TypeData& type = model_.type(t);
    full_.assign(codes.begin(), codes.end());
    double time = begin_leg(type);
    std::size_t trip = 0;
    for (std::size_t i = 0; i < codes.size(); ++i) {
        time = arrive(codes[i], time + travel_[i], trip);
        if (too_late(type, time)) return false;
    }
    return std::max(time + travel_.back(), type.end_open) <= type.close + Model::slack;
}

// The earliest times for each number of breaks taken, leg by leg.
bool Exact::times_with_breaks(int t, std::span<const int> codes) {
    const TypeData& type = model_.type(t);
    const auto& breaks = model_.problem().type(t).breaks;
    const std::size_t states = at(type.breaks) + 1;
    label_.assign(states, never);
    label_[0] = begin_leg(type);
    taken_.assign(states * (codes.size() + 1), -1);
    std::size_t trip = 0;
    for (std::size_t i = 0; i <= codes.size(); ++i) {
        next_.assign(states, never);
        for (std::size_t k = 0; k < states; ++k) {
            double time = label_[k];
            double left = travel_[i];
            for (std::size_t m = 0; k + m < states && time < never; ++m) {
                std::size_t passed = trip;  // `arrive` counts it up; the trip itself changes below
                const double there = i < codes.size() ? arrive(codes[i], time + left, passed)
                                                      : std::max(time + left, type.end_open);
                if (there < next_[k + m]) {
                    next_[k + m] = there;
                    taken_[i * states + k + m] = static_cast<int>(m);
                }
                if (k + m + 1 == states) break;
                const fleet::Break& pause = breaks[at(break_order_[at(t)][k + m])];
                const double begin = enter(pause.windows, time);
                left -= std::min(left, begin - time);
                time = begin + pause.duration;
            }
        }
        if (i < codes.size() && codes[i] < 0) ++trip;
        std::swap(label_, next_);
        if (too_late(type, *std::min_element(label_.begin(), label_.end()))) return false;
    }
    if (too_late(type, label_.back())) return false;
    trace_breaks(t, codes);
    return true;
}

void Exact::trace_breaks(int t, std::span<const int> codes) {
    const std::size_t states = at(model_.type(t).breaks) + 1;
    full_.clear();
    std::size_t k = states - 1;
    for (std::size_t i = codes.size() + 1; i-- > 0;) {
        if (i < codes.size()) full_.push_back(codes[i]);
        for (int m = taken_[i * states + k]; m > 0; --m)
            full_.push_back(break_code(break_order_[at(t)][--k]));
    }
    std::reverse(full_.begin(), full_.end());
}

std::span<const fleet::Window> Exact::windows_of(int t, int code) const {
    if (code >= 0) return model_.problem().stop(code).windows;
    return model_.problem().type(t).breaks[at(index_of(code))].windows;
}

// One walk over full_ from a given time. floor_ holds the first window that each code may use.
Exact::Walk Exact::walk(int t, double begin) {
    const TypeData& type = model_.type(t);
    Walk w;
    w.delay = type.latest_start - begin;
    double time = std::max(begin + type.start_service, releases_[0]);
    w.idle = time - begin - type.start_service;
    std::size_t leg = 0;
    std::size_t trip = 0;
    double left = travel_[0];
    const auto limit = [&](double close, int code) {
        if (w.idle + close - time < w.delay) {
            w.delay = std::max(0.0, w.idle + close - time);
            w.bottleneck = code;
        }
        w.late |= time > close + 1e-7;
    };
    for (std::size_t i = 0; i < full_.size(); ++i) {
        const int code = full_[i];
        const bool pause = is_break(code);
        if (!pause) time += left;
        double start = time;
        double service = 0;
        if (is_reload(code)) {
            const fleet::Depot& depot = model_.problem().depot(index_of(code));
            limit(depot.window.close, -1);
            service = depot.service;
            start = std::max(std::max(time, depot.window.open), releases_[++trip] - service);
        } else {
            const auto windows = windows_of(t, code);
            int n = floor_[i];
            const int count = static_cast<int>(windows.size());
            while (n + 1 < count && windows[at(n)].close < time - Model::slack) ++n;
            used_[i] = n;
            if (count > 0) {
                limit(windows[at(n)].close, n + 1 < count ? static_cast<int>(i) : -1);
                start = std::max(time, windows[at(n)].open);
            }
            service = pause ? model_.problem().type(t).breaks[at(index_of(code))].duration
                            : model_.stop(code).service;
        }
        const double driven = pause ? std::min(left, start - time) : 0;
        left -= driven;
        w.idle += start - time - driven;
        time = start + service;
        if (!pause) left = travel_[++leg];
    }
    time += left;
    limit(type.close, -1);
    w.finish = std::max(time, type.end_open);
    w.idle += w.finish - time;
    return w;
}

// The vehicle leaves as late as possible. Where there are several windows, later ones are tried as
// well.
double Exact::shortest_duration(int t) {
    floor_.assign(full_.size(), 0);
    used_.assign(full_.size(), 0);
    double best = never;
    const double begin = model_.type(t).open;
    for (;;) {
        const Walk w = walk(t, begin);
        if (w.late) return best;
        best = std::min(best, w.finish - begin - std::min(w.delay, w.idle));
        if (w.delay >= w.idle || w.bottleneck < 0) return best;
        floor_[at(w.bottleneck)] = used_[at(w.bottleneck)] + 1;
    }
}

}  // namespace odgear::route
