#include "odgear/fleet/tours.hpp"

#include <algorithm>

namespace odgear::fleet {

using route::RouteState;

Tours::Tours(const route::Model& model)
    : model_(&model),
      exact_(model),
      used_(at(model.types()), 0),
      beside_(at(model.stops())),
      absent_at_(at(model.units()), -1),
      limit_(model.problem().vehicles()),
      marked_(at(model.stops()), 0) {
    for (int u = 0; u < model.units(); ++u) mark_absent(u);
    commit();
}

int Tours::available(int type) const {
    if (static_cast<int>(active_.size()) >= limit_) return 0;
    return model_->type(type).count - used_[at(type)];
}

void Tours::clear() {
    while (!active_.empty()) {
        const int r = active_.back();
        cost_ -= routes_[at(r)].cost;
        for (const route::Element& e : routes_[at(r)].elements)
            if (e.code >= 0) beside_[at(e.code)].route = -1;
        retire(r);
    }
    for (int u = 0; u < model_->units(); ++u)
        if (!absent(u)) mark_absent(u);
    commit();
}

void Tours::load(std::span<const Sketch> routes) {
    clear();
    for (const Sketch& sketch : routes) {
        if (available(sketch.type) <= 0) continue;
        if (open(sketch.type, sketch.codes) < 0) continue;
        for (const int code : sketch.codes)
            if (code >= 0) mark_present(model_->stop(code).unit);
    }
    commit();
}

std::vector<Sketch> Tours::sketches() const {
    std::vector<Sketch> result;
    result.reserve(active_.size());
    for (const int r : active_) {
        Sketch sketch;
        sketch.type = routes_[at(r)].type;
        route::codes_of(routes_[at(r)], sketch.codes);
        result.push_back(std::move(sketch));
    }
    return result;
}

void Tours::touch(int r) {
    if (is_touched_[at(r)]) return;
    is_touched_[at(r)] = 1;
    if (saved_.size() <= touched_.size()) saved_.emplace_back();
    saved_[touched_.size()] = routes_[at(r)];
    touched_.push_back(r);
}

// Updates where the stops of the route are and what is beside them.
void Tours::place(int r) {
    const RouteState& route = routes_[at(r)];
    const auto& e = route.elements;
    for (std::size_t i = 1; i + 1 < e.size(); ++i) {
        if (e[i].code < 0) continue;
        beside_[at(e[i].code)] = {r,
                                  static_cast<int>(i),
                                  e[i - 1].location,
                                  e[i + 1].location,
                                  e[i].way,
                                  e[i + 1].way,
                                  e[i].ready,
                                  e[i].due,
                                  e[i - 1].ready,
                                  e[i + 1].due};
    }
    const route::TypeData& type = model_->type(route.type);
    const route::FamilyData& family = model_->family_data(type.family);
    rooms_[at(r)] = {family.capacity - e.front().load,
                     family.capacity - e.back().load,
                     family.per_distance,
                     route.release,
                     type.profile,
                     type.exact};
}

void Tours::retire(int r) {
    RouteState& route = routes_[at(r)];
    --used_[at(route.type)];
    route.type = -1;
    route.elements.clear();
    route.cost = 0;
    const int place = active_at_[at(r)];
    active_at_[at(active_.back())] = place;
    active_[at(place)] = active_.back();
    active_.pop_back();
    active_at_[at(r)] = -1;
}

void Tours::mark_absent(int unit) {
    absent_at_[at(unit)] = static_cast<int>(absent_.size());
    absent_.push_back(unit);
    cost_ += model_->unit(unit).penalty;
    missing_ += model_->unit(unit).required;
}

void Tours::mark_present(int unit) {
    const int place = absent_at_[at(unit)];
    if (place < 0) return;
    absent_at_[at(absent_.back())] = place;
    absent_[at(place)] = absent_.back();
    absent_.pop_back();
    absent_at_[at(unit)] = -1;
    cost_ -= model_->unit(unit).penalty;
    missing_ -= model_->unit(unit).required;
}

bool Tours::remove(std::span<const int> stops) {
    removed_from_.clear();
    const auto mark = [&](int stop) {
        const int r = beside_[at(stop)].route;
        if (r < 0) return;
        marked_[at(stop)] = 1;
        beside_[at(stop)].route = -1;
        if (std::find(removed_from_.begin(), removed_from_.end(), r) == removed_from_.end())
            removed_from_.push_back(r);
    };
    for (const int stop : stops) {
        if (beside_[at(stop)].route < 0) continue;
        const route::Unit& unit = model_->unit(model_->stop(stop).unit);
        if (unit.kind == route::Unit::Kind::single)
            mark(stop);
        else
            for (const int other : unit.stops) mark(other);
        if (!absent(model_->stop(stop).unit)) mark_absent(model_->stop(stop).unit);
    }
    bool holds = true;
    for (const int r : removed_from_) holds = compact(r) && holds;
    return holds;
}

// Closes the gaps of the marked stops and drops reloads with nothing between them.
bool Tours::compact(int r) {
    touch(r);
    RouteState& route = routes_[at(r)];
    const route::TypeData& type = model_->type(route.type);
    cost_ -= route.cost;
    auto& e = route.elements;
    std::size_t kept = 1;
    bool gap = false;
    for (std::size_t i = 1; i < e.size(); ++i) {
        const int code = e[i].code;
        const bool idle_reload =
            route::is_reload(e[kept - 1].code) && (code < 0) && code != route::start_code;
        if (idle_reload) {
            --kept;
            gap = true;
        }
        if ((code >= 0 && marked_[at(code)]) || (route::is_reload(code) && kept == 1)) {
            if (code >= 0) marked_[at(code)] = 0;
            gap = true;
            continue;
        }
        e[kept] = e[i];
        if (gap) {
            e[kept].way = model_->distance(type, e[kept - 1].location, e[kept].location);
            e[kept].travel = model_->duration(type, e[kept - 1].location, e[kept].location);
            gap = false;
        }
        ++kept;
    }
    e.resize(kept);
    if (kept == 2) {
        retire(r);
        return true;
    }
    return settle(r);
}

// To be called after a change of a route whose cost was subtracted before.
bool Tours::settle(int r) {
    const bool holds = route::refresh(*model_, exact_, routes_[at(r)]);
    cost_ += routes_[at(r)].cost;
    place(r);
    return holds;
}

bool Tours::rewrite(int r, int type, std::span<const int> codes) {
    touch(r);
    RouteState& route = routes_[at(r)];
    cost_ -= route.cost;
    --used_[at(route.type)];
    ++used_[at(type)];
    const bool holds = route::assign(*model_, exact_, route, type, codes);
    cost_ += route.cost;
    place(r);
    return holds;
}

bool Tours::insert(int r, int type, int position, int stop) {
    touch(r);
    RouteState& route = routes_[at(r)];
    cost_ -= route.cost;
    if (type != route.type) {
        --used_[at(route.type)];
        ++used_[at(type)];
        route.type = type;
    }
    route::splice(*model_, route, position, stop);
    return settle(r);
}

void Tours::change_type(int r, int type) {
    touch(r);
    RouteState& route = routes_[at(r)];
    cost_ -= route.cost;
    --used_[at(route.type)];
    ++used_[at(type)];
    route.type = type;
    settle(r);
}

int Tours::open(int type, std::span<const int> codes) {
    int r = 0;
    const int slots = static_cast<int>(routes_.size());
    // There are few unused slots, because routes are retired as often as they are opened.
    for (r = slots - 1; r >= 0 && active_at_[at(r)] >= 0;) --r;
    if (r < 0) {
        r = slots;
        routes_.emplace_back();
        active_at_.push_back(-1);
        rooms_.emplace_back();
        is_touched_.push_back(0);
    }
    touch(r);
    if (!route::assign(*model_, exact_, routes_[at(r)], type, codes)) {
        routes_[at(r)].type = -1;
        routes_[at(r)].elements.clear();
        routes_[at(r)].cost = 0;
        return -1;
    }
    ++used_[at(type)];
    active_at_[at(r)] = static_cast<int>(active_.size());
    active_.push_back(r);
    cost_ += routes_[at(r)].cost;
    place(r);
    return r;
}

void Tours::commit() {
    for (const int r : touched_) is_touched_[at(r)] = 0;
    touched_.clear();
    saved_absent_ = absent_;
    saved_missing_ = missing_;
    saved_cost_ = cost_;
}

void Tours::roll_back() {
    for (const int r : touched_) {
        const auto& elements = routes_[at(r)].elements;
        for (const route::Element& e : elements)
            if (e.code >= 0) beside_[at(e.code)].route = -1;
    }
    for (std::size_t k = 0; k < touched_.size(); ++k) {
        const int r = touched_[k];
        RouteState& now = routes_[at(r)];
        if (now.used()) retire(r);
        std::swap(now, saved_[k]);
        if (now.used()) {
            ++used_[at(now.type)];
            active_at_[at(r)] = static_cast<int>(active_.size());
            active_.push_back(r);
            place(r);
        }
        is_touched_[at(r)] = 0;
    }
    touched_.clear();
    for (const int unit : absent_) absent_at_[at(unit)] = -1;
    absent_ = saved_absent_;
    for (std::size_t i = 0; i < absent_.size(); ++i)
        absent_at_[at(absent_[i])] = static_cast<int>(i);
    missing_ = saved_missing_;
    cost_ = saved_cost_;
}

}  // namespace odgear::fleet
