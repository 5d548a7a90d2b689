#include "odgear/fleet/search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "odgear/core/index.hpp"

namespace odgear::fleet {

using route::Unit;

namespace {

// After this many required units without a position in any route, the fleet counts as full;
// construction then looks only beside near stops.
constexpr int most_vain_scans = 200;

}  // namespace

Search::Search(const route::Model& model, const Neighbors& neighbors, const Parameters& parameters,
               std::uint64_t seed)
    : model_(model),
      neighbors_(neighbors),
      parameters_(parameters),
      random_(seed),
      blinks_(parameters.blink_rate),
      tours_(model),
      places_(model, neighbors, tours_),
      is_pending_(at(model.units()), 0),
      absences_(at(model.units()), 0),
      best_cost_(std::numeric_limits<double>::infinity()),
      best_missing_(std::numeric_limits<int>::max()) {}

void Search::start(std::span<const Sketch> routes) {
    tours_.load(routes);
    balance_ = balance_now();
    keep_best();
}

void Search::restart_from_best() {
    tours_.load(best_);
    balance_ = balance_now();
}

double Search::balance_now() const {
    if (!(model_.balance() > 0)) return 0;
    double longest = 0;
    for (const int r : tours_.active()) longest = std::max(longest, tours_.route(r).duration);
    return model_.balance() * longest;
}

double Search::mean_arc_cost() const {
    double sum = 0;
    int arcs = 0;
    for (const int r : tours_.active()) {
        const route::RouteState& route = tours_.route(r);
        for (int i = 2; i <= route.last(); ++i, ++arcs)
            sum += model_.type(route.type).per_distance * route.element(i).way +
                   model_.type(route.type).per_driving * route.element(i).travel;
    }
    if (arcs > 0 && sum > 0) return sum / arcs;
    double whole = 0;
    for (const int r : tours_.active()) whole += tours_.route(r).cost - model_.vehicle_price();
    return std::max(1e-9, whole / std::max(1, 2 * model_.stops()));
}

double Search::mean_route() const {
    int stops = 0;
    for (const int r : tours_.active()) stops += tours_.route(r).stops;
    return double(stops) / double(std::max<std::size_t>(1, tours_.active().size()));
}

// --- ruin ---

void Search::ruin() {
    removed_.clear();
    founding_ = -1;
    for (const int r : cut_routes_) cut_[at(r)] = 0;
    cut_routes_.clear();
    if (model_.prizes() && !tours_.absent().empty() && random_.unit() < parameters_.found_rate)
        found_route();
    else if (random_.unit() < parameters_.route_rate)
        ruin_route();
    else
        ruin_strings();
}

void Search::ruin_strings() {
    const double placed = double(model_.stops()) - double(tours_.absent().size());
    const double mean = placed / double(std::max<std::size_t>(1, tours_.active().size()));
    const auto strings = ruin::draw_strings(random_, std::max(1.0, mean), parameters_.mean_removed,
                                            parameters_.longest_string);
    const int seed = static_cast<int>(random_.below(static_cast<std::uint32_t>(model_.stops())));
    int ruined = 0;
    const auto visit = [&](int stop) {
        const int r = tours_.route_of(stop);
        if (r < 0 || (at(r) < cut_.size() && cut_[at(r)])) return;
        cut_route(stop, strings.longest);
        ++ruined;
    };
    visit(seed);
    for (const int near : neighbors_.of(seed)) {
        if (ruined >= strings.count) break;
        visit(near);
    }
}

// Inserts an optional unit at any price, with others near it that are left out. This finds routes
// and detours that pay only together. Nothing is removed.
void Search::found_route() {
    const auto& absent = tours_.absent();
    const int unit = absent[random_.below(static_cast<std::uint32_t>(absent.size()))];
    if (model_.unit(unit).required) {
        ruin_strings();
        return;
    }
    founding_ = unit;
}

// Removes all stops of a short route; later iterations remove strings of its neighbours.
void Search::ruin_route() {
    const int seed = static_cast<int>(random_.below(static_cast<std::uint32_t>(model_.stops())));
    const int r = tours_.route_of(seed);
    if (r < 0 || tours_.route(r).stops > 3 * parameters_.mean_removed) {
        ruin_strings();
        return;
    }
    const route::RouteState& route = tours_.route(r);
    for (int i = 1; i <= route.last(); ++i)
        if (route.element(i).code >= 0) removed_.push_back(route.element(i).code);
}

// Removes a string that includes the stop: of random length, at a random offset, with or without a
// part in its middle that stays.
void Search::cut_route(int stop, int longest) {
    const int r = tours_.route_of(stop);
    if (at(r) >= cut_.size()) cut_.resize(at(r) + 64, 0);
    cut_[at(r)] = 1;
    cut_routes_.push_back(r);
    const route::RouteState& route = tours_.route(r);
    const int size = route.last();
    const auto cut =
        ruin::draw_cut(random_, size, longest, parameters_.split_rate, parameters_.split_depth);
    const int total = cut.length + cut.kept;
    const int position = tours_.position_of(stop);
    const int first =
        random_.between(std::max(1, position - total + 1), std::min(position, size - total + 1));
    const int head = cut.kept > 0 ? random_.between(1, cut.length - 1) : cut.length;
    for (int i = 0; i < total; ++i) {
        if (i >= head && i < head + cut.kept) continue;
        const int code = route.element(first + i).code;
        if (code >= 0) removed_.push_back(code);
    }
}

// --- recreate ---

// Collects the removed units and some that were left out before: required ones, and those near the
// removed ones.
void Search::take_pending() {
    pending_.clear();
    const auto add = [&](int unit) {
        if (is_pending_[at(unit)] || !tours_.absent(unit)) return;
        is_pending_[at(unit)] = 1;
        pending_.push_back({0, unit});
    };
    for (const int stop : removed_) add(model_.stop(stop).unit);
    if (founding_ >= 0) {
        add(founding_);
        for (const int near : neighbors_.of(model_.unit(founding_).stops[0])) {
            if (static_cast<int>(pending_.size()) > 2 * parameters_.mean_removed) break;
            if (tours_.route_of(near) < 0 && random_.unit() < 0.7) add(model_.stop(near).unit);
        }
    }
    if (!tours_.absent().empty() && !removed_.empty()) {
        const std::size_t own = pending_.size();
        const int most = static_cast<int>(own) + parameters_.absent_tried;
        const auto full = [&] { return static_cast<int>(pending_.size()) >= most; };
        // Where most stops are left out, the nearest ones would be tried again and again, so some
        // are skipped.
        const int beside = removed_[random_.below(static_cast<std::uint32_t>(removed_.size()))];
        for (const int near : neighbors_.of(beside)) {
            if (full()) break;
            if (tours_.route_of(near) < 0 && random_.unit() < parameters_.absent_rate)
                add(model_.stop(near).unit);
        }
        if (tours_.missing() > 0) {
            const auto& absent = tours_.absent();
            const std::size_t begin = random_.below(static_cast<std::uint32_t>(absent.size()));
            for (std::size_t i = 0; i < absent.size() && !full(); ++i) {
                const int unit = absent[(begin + i) % absent.size()];
                if (model_.unit(unit).required) add(unit);
            }
        }
    }
    for (const Pending& p : pending_) is_pending_[at(p.unit)] = 0;
}

double Search::key_of(int unit, std::uint32_t order) {
    const Unit& u = model_.unit(unit);
    const route::StopData& s = model_.stop(u.stops[0]);
    const route::TypeData& type = model_.type(0);
    switch (order) {
        case 1: {  // large loads first
            double load = 0;
            for (const int stop : u.stops)
                load += double(std::max(model_.stop(stop).initial, model_.stop(stop).final));
            return -load;
        }
        case 2: return -model_.distance(type, type.start, s.location);
        case 3: return model_.distance(type, type.start, s.location);
        case 4: return s.close - s.open;
        case 5: return s.open;
        case 6: return -s.close;
        case 7: return -u.penalty;
        default: return random_.unit();
    }
}

void Search::sort_pending() {
    // Random, loads, far, near, and by windows; the first two are more likely.
    static constexpr std::uint8_t orders[] = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 4, 4, 5, 5, 6, 6};
    std::uint32_t order = orders[random_.below(model_.windows() ? 17 : 11)];
    if (model_.prizes() && random_.below(4) == 0) order = 7;
    for (Pending& p : pending_) p.key = key_of(p.unit, order);
    std::stable_sort(pending_.begin(), pending_.end(),
                     [](const Pending& a, const Pending& b) { return a.key < b.key; });
    if (founding_ < 0) return;
    const auto first = std::find_if(pending_.begin(), pending_.end(),
                                    [&](const Pending& p) { return p.unit == founding_; });
    std::rotate(pending_.begin(), first, first + 1);
}

// Choosing the cheapest position stop by stop would keep the mix of vehicles as it is, because the
// first stop that needs a larger or a new vehicle would have to pay for it alone.
VehicleWeights Search::draw_weights() {
    VehicleWeights weights;
    if (model_.types() < 2) return weights;
    if (random_.unit() < parameters_.mix_rate) weights.larger = random_.unit();
    if (random_.unit() < parameters_.mix_rate) weights.opened = random_.unit();
    return weights;
}

// An optional unit may cost a little more than its prize, because the iteration as a whole may too.
// This finds routes that pay only together.
bool Search::recreate(double bar) {
    for (const Pending& p : pending_) {
        const Unit& unit = model_.unit(p.unit);
        const double bound = p.unit == founding_ ? std::numeric_limits<double>::infinity()
                             : unit.required     ? unit.penalty
                                                 : unit.penalty + bar;
        Spot spot = places_.find(p.unit, bound, blinks_, random_, false);
        if (!spot.found() && unit.required)
            spot = places_.find(p.unit, bound, blinks_, random_, true);
        if (!spot.found()) {
            absences_[at(p.unit)] += 1;
            continue;
        }
        if (!places_.put(p.unit, spot)) return false;
    }
    return true;
}

void Search::fill(const StopRule& stop) {
    pending_.clear();
    for (const int unit : tours_.absent()) pending_.push_back({0, unit});
    random_.shuffle(std::span<Pending>(pending_));
    sort_pending();
    std::stable_partition(pending_.begin(), pending_.end(),
                          [&](const Pending& p) { return model_.unit(p.unit).required; });
    // Optional units are inserted at any price: many pay only beside others, and the search removes
    // those that do not.
    const double any = std::numeric_limits<double>::infinity();
    int vain_scans = 0;
    for (const Pending& p : pending_) {
        if (stop.out_of_time()) break;
        Spot spot = places_.find(p.unit, any, blinks_, random_, false);
        if (!spot.found() && model_.unit(p.unit).required && vain_scans < most_vain_scans) {
            spot = places_.find(p.unit, any, blinks_, random_, true);
            if (!spot.found()) ++vain_scans;
        }
        if (!spot.found()) continue;
        // If an insertion turns out infeasible, only that insertion is undone.
        const bool holds = places_.put(p.unit, spot);
        if (holds)
            tours_.commit();
        else
            tours_.roll_back();
    }
    improve_types();
    tours_.commit();
    balance_ = balance_now();
    keep_best();
}

// --- vehicle types ---

void Search::improve_types() {
    if (model_.types() < 2) return;
    const std::vector<int>& touched = tours_.touched();
    for (std::size_t k = 0; k < touched.size(); ++k) {
        const int r = touched[k];
        if (!tours_.route(r).used()) continue;
        try_family_types(r);
        try_other_families(r);
    }
}

// Chooses the cheapest type of the family that can carry the route as it is.
void Search::try_family_types(int r) {
    const route::RouteState& route = tours_.route(r);
    const auto family = model_.family(model_.type(route.type).family);
    if (family.size() < 2) return;
    int best = route.type;
    double best_cost = route.cost - model_.vehicle_price() - 1e-9;
    for (const int t : family) {
        const route::TypeData& type = model_.type(t);
        if (t == route.type || tours_.available_beside(t) <= 0) continue;
        const double cost = type.cost(route.distance, route.driving, route.duration);
        if (cost >= best_cost || route.elements[0].after > type.capacity) continue;
        if (model_.restricted() || model_.dimensions() > 1) {
            route::codes_of(route, codes_);
            if (!tours_.exact().evaluate(t, codes_).feasible) continue;
        }
        if (!type.way_holds(route.distance, route.driving) || route.stops > type.max_stops)
            continue;
        best = t;
        best_cost = cost;
    }
    if (best != route.type) tours_.change_type(r, best);
}

// Tries the same stops from another depot, or with another kind of vehicle.
void Search::try_other_families(int r) {
    const int own = tours_.route(r).type;
    const route::TypeData& now = model_.type(own);
    for (int t = 0; t < model_.types(); ++t) {
        const route::TypeData& type = model_.type(t);
        if (type.family == now.family || tours_.available_beside(t) <= 0) continue;
        const route::RouteState& route = tours_.route(r);
        const int first = route.element(1).location;
        const int last = route.element(route.last()).location;
        if (type.profile == now.profile) {
            const double distance =
                route.distance - route.element(1).way - route.elements.back().way +
                model_.distance(type, type.start, first) + model_.distance(type, last, type.end);
            const double least = type.fixed + type.per_distance * distance;
            if (least >= route.cost - model_.vehicle_price() - 1e-9) continue;
        } else if (random_.below(8) != 0) {
            continue;
        }
        route::codes_of(route, codes_);
        const route::Totals totals = tours_.exact().evaluate(t, codes_);
        if (!totals.feasible) continue;
        const double cost = type.cost(totals.distance, totals.driving, totals.duration);
        if (cost < route.cost - model_.vehicle_price() - 1e-9) tours_.rewrite(r, t, codes_);
    }
}

// --- annealing ---

double Search::absences(const std::vector<int>& units) const {
    double sum = 0;
    for (const int unit : units)
        if (model_.unit(unit).required) sum += absences_[at(unit)];
    return sum;
}

bool Search::accepts(double bar) {
    const double change = cost() - tours_.saved_cost() - saved_balance_;
    if (change < bar) return true;
    if (tours_.missing() == 0 || tours_.saved_missing() == 0) return false;
    return absences(tours_.absent()) < absences(tours_.saved_absent());
}

bool Search::step(double temperature) {
    saved_balance_ = balance_;
    const double bar = -temperature * std::log(1 - random_.unit());
    ruin();
    bool accepted = tours_.remove(removed_);
    if (accepted) {
        take_pending();
        if (model_.types() > 1 && !removed_.empty()) {
            for (const int r : tours_.touched())
                if (tours_.route(r).used()) try_family_types(r);
        }
        sort_pending();
        places_.weigh(draw_weights());
        accepted = recreate(bar);
    }
    if (accepted) {
        improve_types();
        balance_ = balance_now();
        accepted = accepts(bar);
    }
    if (!accepted) {
        tours_.roll_back();
        balance_ = saved_balance_;
        return false;
    }
    tours_.commit();
    const double now = cost();
    if (!(now < best_cost_ - 1e-9 * std::abs(best_cost_)) && std::isfinite(best_cost_))
        return false;
    keep_best();
    return true;
}

void Search::keep_best() {
    best_cost_ = cost();
    best_missing_ = tours_.missing();
    best_ = tours_.sketches();
}

void Search::drop_route() {
    int chosen = -1;
    double least = std::numeric_limits<double>::infinity();
    for (const int r : tours_.active()) {
        const route::RouteState& route = tours_.route(r);
        double sum = 0;
        for (int i = 1; i <= route.last(); ++i)
            if (route.element(i).code >= 0)
                sum += 1 + absences_[at(model_.stop(route.element(i).code).unit)];
        if (sum < least) {
            least = sum;
            chosen = r;
        }
    }
    if (chosen < 0) return;
    removed_.clear();
    const route::RouteState& route = tours_.route(chosen);
    for (int i = 1; i <= route.last(); ++i)
        if (route.element(i).code >= 0) removed_.push_back(route.element(i).code);
    tours_.remove(removed_);
    tours_.commit();
    tours_.limit_routes(static_cast<int>(tours_.active().size()));
    balance_ = balance_now();
}

void Search::free_routes() { tours_.limit_routes(model_.problem().vehicles()); }

}  // namespace odgear::fleet
