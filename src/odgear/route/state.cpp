#include "odgear/route/state.hpp"

#include <algorithm>

#include "odgear/core/index.hpp"

namespace odgear::route {

namespace {

int location_of(const Model& model, int code) {
    return code >= 0 ? model.stop(code).location : model.problem().depot(index_of(code)).location;
}

// Forward: earliest departures. Backward: latest begins. Returns whether every window holds.
bool refresh_times(const Model& model, const TypeData& type, RouteState& route) {
    auto& e = route.elements;
    const std::size_t n = e.size();
    route.release = 0;
    if (model.releases())
        for (std::size_t i = 1; i + 1 < n; ++i)
            route.release = std::max(route.release, model.stop(e[i].code).release);
    double time = std::max(type.open + type.start_service, route.release);
    e[0].ready = time;
    for (std::size_t i = 1; i + 1 < n; ++i) {
        const StopData& s = model.stop(e[i].code);
        time = std::max(time + e[i].travel, s.open);
        if (time > s.close + Model::slack) return false;
        time += s.service;
        e[i].ready = time;
    }
    e[n - 1].ready = std::max(time + e[n - 1].travel, type.end_open);
    double due = type.close;
    e[n - 1].due = due;
    for (std::size_t i = n - 1; i-- > 1;) {
        const StopData& s = model.stop(e[i].code);
        due = std::min(due - e[i + 1].travel - s.service, s.close);
        e[i].due = due;
    }
    e[0].due = std::min(type.latest_start + type.start_service, due - e[1].travel);
    return type.open <= type.latest_start + Model::slack &&
           e[n - 1].ready <= type.close + Model::slack;
}

void refresh_pieces(const Model& model, const TypeData& type, RouteState& route) {
    const auto& e = route.elements;
    const std::size_t n = e.size();
    route.pieces.resize(n);
    const auto piece = [&](std::size_t i) {
        if (i == n - 1) return TimeSegment{0, type.end_open, type.close, 0};
        if (i > 0) return model.stop(e[i].code).time();
        const TimeSegment start{type.start_service, type.open, type.latest_start, 0};
        return route.release > 0 ? join(start, 0, TimeSegment{0, route.release, fleet::no_limit, 0})
                                 : start;
    };
    route.pieces[0].before = piece(0);
    for (std::size_t i = 1; i < n; ++i)
        route.pieces[i].before = join(route.pieces[i - 1].before, e[i].travel, piece(i));
    route.pieces[n - 1].after = piece(n - 1);
    for (std::size_t i = n - 1; i-- > 0;)
        route.pieces[i].after = join(piece(i), e[i + 1].travel, route.pieces[i + 1].after);
}

bool refresh_loads(const Model& model, const TypeData& type, RouteState& route) {
    auto& e = route.elements;
    const std::size_t n = e.size();
    Load load = 0;
    for (std::size_t i = 1; i + 1 < n; ++i) load += model.stop(e[i].code).initial;
    Load most = load;
    e[0].load = e[0].before = load;
    for (std::size_t i = 1; i + 1 < n; ++i) {
        const StopData& s = model.stop(e[i].code);
        load += s.final - s.initial;
        most = std::max(most, load);
        e[i].load = load;
        e[i].before = most;
    }
    e[n - 1].load = load;
    e[n - 1].before = most;
    const Load peak = most;
    most = load;
    for (std::size_t i = n; i-- > 0;) e[i].after = most = std::max(most, e[i].load);
    return peak <= type.capacity;
}

bool refresh_more_loads(const Model& model, const TypeData& type, RouteState& route) {
    const auto& e = route.elements;
    const int n = static_cast<int>(e.size());
    const int others = model.dimensions() - 1;
    route.more.resize(at(n * others));
    bool holds = true;
    for (int d = 0; d < others; ++d) {
        const auto marks = [&](int i) -> LoadMarks& { return route.more[at(i * others + d)]; };
        Load load = 0;
        for (int i = 1; i + 1 < n; ++i) load += model.load(e[at(i)].code, d + 1).initial;
        Load most = load;
        for (int i = 0; i < n; ++i) {
            if (i > 0 && i + 1 < n) {
                const LoadSegment s = model.load(e[at(i)].code, d + 1);
                load += s.final - s.initial;
            }
            most = std::max(most, load);
            marks(i) = {load, most, 0};
        }
        holds &= most <= type.capacities[at(d + 1)];
        most = load;
        for (int i = n; i-- > 0;) marks(i).after = most = std::max(most, marks(i).load);
    }
    return holds;
}

bool order_holds(const Model& model, const RouteState& route) {
    for (std::size_t i = 1; i + 1 < route.elements.size(); ++i)
        if (!model.may_follow(route.elements[i - 1].code, route.elements[i].code)) return false;
    return true;
}

bool refresh_exact(Exact& exact, RouteState& route) {
    codes_of(route, exact.scratch());
    const Totals totals = exact.evaluate(route.type, exact.scratch());
    route.duration = totals.duration;
    return totals.feasible;
}

}  // namespace

void codes_of(const RouteState& route, std::vector<int>& codes) {
    codes.clear();
    for (std::size_t i = 1; i + 1 < route.elements.size(); ++i)
        codes.push_back(route.elements[i].code);
}

bool assign(const Model& model, Exact& exact, RouteState& route, int t,
            std::span<const int> codes) {
    const TypeData& type = model.type(t);
    route.type = t;
    route.elements.resize(codes.size() + 2);
    auto& e = route.elements;
    e[0] = Element{};
    e[0].location = type.start;
    for (std::size_t i = 0; i <= codes.size(); ++i) {
        Element& next = e[i + 1];
        next = Element{};
        next.code = i < codes.size() ? codes[i] : end_code;
        next.location = i < codes.size() ? location_of(model, codes[i]) : type.end;
        next.way = model.distance(type, e[i].location, next.location);
        next.travel = model.duration(type, e[i].location, next.location);
    }
    return refresh(model, exact, route);
}

void splice(const Model& model, RouteState& route, int position, int code) {
    const TypeData& type = model.type(route.type);
    Element element;
    element.code = code;
    element.location = location_of(model, code);
    const Element& before = route.element(position);
    element.way = model.distance(type, before.location, element.location);
    element.travel = model.duration(type, before.location, element.location);
    Element& after = route.elements[at(position + 1)];
    after.way = model.distance(type, element.location, after.location);
    after.travel = model.duration(type, element.location, after.location);
    route.elements.insert(route.elements.begin() + position + 1, element);
}

bool refresh(const Model& model, Exact& exact, RouteState& route) {
    const TypeData& type = model.type(route.type);
    route.distance = route.driving = 0;
    route.stops = 0;
    for (const Element& e : route.elements) {
        route.distance += e.way;
        route.driving += e.travel;
        route.stops += e.code >= 0;
    }
    bool holds = route.stops <= type.max_stops && type.way_holds(route.distance, route.driving);
    route.duration = 0;
    if (type.exact) {
        holds = holds && refresh_exact(exact, route);
    } else {
        holds = holds && refresh_times(model, type, route) && refresh_loads(model, type, route);
        if (model.dimensions() > 1) holds = holds && refresh_more_loads(model, type, route);
        if (model.backhauls()) holds = holds && order_holds(model, route);
        if (holds && type.timed) {
            refresh_pieces(model, type, route);
            route.duration = route.pieces.back().before.duration;
            holds = route.duration <= type.max_duration + Model::slack;
        }
    }
    route.cost = type.cost(route.distance, route.driving, route.duration) + model.vehicle_price();
    return holds;
}

}  // namespace odgear::route
