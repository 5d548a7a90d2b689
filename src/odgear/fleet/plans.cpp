#include "odgear/fleet/plans.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "odgear/core/fleet/schedule.hpp"
#include "odgear/core/index.hpp"
#include "odgear/core/short_number.hpp"
#include "odgear/fleet/neighbors.hpp"
#include "odgear/fleet/places.hpp"

namespace odgear::fleet {

namespace {

std::vector<bool> visited_stops(const route::Model& model, const std::vector<Sketch>& routes) {
    std::vector<bool> visited(at(model.stops()), false);
    for (const Sketch& sketch : routes)
        for (const int code : sketch.codes)
            if (code >= 0) visited[at(code)] = true;
    return visited;
}

// Most positions that the explanation of one plan evaluates.
constexpr std::int64_t most_places = 20'000'000;

// The reason if there was no time to look for a position.
Unassigned unjudged(const route::Model& model, int unit, int stop) {
    const std::string who = model.problem().stop_name(stop) + ": ";
    if (model.unit(unit).required)
        return {stop, Reason::no_room, who + "no place was found for it in time"};
    return {stop, Reason::not_worth,
            who + "leaving it out costs " +
                short_number(model.unit(unit).penalty / model.problem().units().cost) +
                ", and no cheaper way to visit it was found in time"};
}

// The reason of a unit that could be visited at a price, or not at all in this plan.
Unassigned judge(const route::Model& model, Places& places, int unit, int stop) {
    ruin::Blinks never(0);
    Random random(1);
    const double anything = std::numeric_limits<double>::infinity();
    const Spot spot = places.find(unit, anything, never, random, true);
    const std::string who = model.problem().stop_name(stop) + ": ";
    if (!spot.found())
        return {stop, Reason::no_room, who + "no vehicle has room, time and distance left for it"};
    // A position became free at the end of the search.
    if (model.unit(unit).required) return unjudged(model, unit, stop);
    const double scale = model.problem().units().cost;
    return {stop, Reason::not_worth,
            who + "visiting it costs " + short_number(spot.delta / scale) + ", leaving it out " +
                short_number(model.unit(unit).penalty / scale)};
}

}  // namespace

Plan make_plan(const route::Model& model, const std::vector<Sketch>& routes) {
    Plan plan;
    route::Exact exact(model);
    std::vector<int> used(at(model.types()), 0);
    for (const Sketch& sketch : routes) {
        PlannedRoute planned;
        planned.type = sketch.type;
        planned.vehicle = used[at(sketch.type)]++;
        exact.evaluate(sketch.type, sketch.codes);
        for (const int code : exact.with_breaks()) {
            if (code >= 0)
                planned.steps.push_back(visit(code));
            else if (route::is_reload(code))
                planned.steps.push_back(reload_at(route::index_of(code)));
            else
                planned.steps.push_back(take_break(route::index_of(code)));
        }
        plan.routes.push_back(std::move(planned));
    }
    std::stable_sort(plan.routes.begin(), plan.routes.end(),
                     [](const PlannedRoute& a, const PlannedRoute& b) { return a.type < b.type; });
    schedule(model.problem(), plan);
    return plan;
}

std::vector<Sketch> sketches_of(const route::Model& model, const Plan& plan) {
    std::vector<Sketch> result;
    std::vector<bool> taken(at(model.units()), false);
    for (const PlannedRoute& route : plan.routes) {
        if (route.type < 0 || route.type >= model.types()) continue;
        std::vector<int> codes;
        std::vector<int> stops;
        for (const Step& step : route.steps) {
            if (step.kind == Step::Kind::stop && step.index >= 0 && step.index < model.stops()) {
                codes.push_back(step.index);
                stops.push_back(step.index);
            }
            // The route may come from another fleet. Its reloads stay only if the type reloads
            // there.
            const std::vector<int>& reloads = model.type(route.type).reloads;
            if (step.kind == Step::Kind::reload && std::ranges::count(reloads, step.index) > 0)
                codes.push_back(route::reload_code(step.index));
        }
        // A unit stays if it was not seen before and, if tied, is complete and in order.
        const auto whole = [&](int stop) {
            const route::Unit& unit = model.unit(model.stop(stop).unit);
            if (unit.kind != route::Unit::Kind::tied) return true;
            std::vector<std::size_t> places;
            for (const int s : unit.stops)
                places.push_back(static_cast<std::size_t>(std::find(stops.begin(), stops.end(), s) -
                                                          stops.begin()));
            for (std::size_t k = 0; k < places.size(); ++k) {
                if (places[k] == stops.size()) return false;
                for (const int w : unit.waits[k])
                    if (places[at(w)] > places[k]) return false;
            }
            return true;
        };
        Sketch sketch;
        sketch.type = route.type;
        std::vector<bool> here(at(model.stops()), false);
        std::vector<int> own;
        for (const int code : codes) {
            if (code >= 0) {
                const int unit = model.stop(code).unit;
                const bool tied = model.unit(unit).kind == route::Unit::Kind::tied;
                if (here[at(code)] || taken[at(unit)] || !whole(code)) continue;
                here[at(code)] = true;
                own.push_back(unit);
                if (!tied) taken[at(unit)] = true;
            }
            sketch.codes.push_back(code);
        }
        for (const int unit : own) taken[at(unit)] = true;
        if (!own.empty()) result.push_back(std::move(sketch));
    }
    return result;
}

std::vector<Unassigned> explain(const route::Model& model, const std::vector<Sketch>& routes,
                                const StopRule& stop_rule) {
    const std::vector<bool> visited = visited_stops(model, routes);
    if (std::find(visited.begin(), visited.end(), false) == visited.end()) return {};
    std::vector<const Impossible*> impossible(visited.size(), nullptr);
    for (const Impossible& i : model.problem().impossible()) impossible[at(i.stop)] = &i;
    const Neighbors neighbors(model, 0);
    Tours tours(model);
    tours.load(routes);
    Places places(model, neighbors, tours);
    std::vector<Unassigned> result;
    std::int64_t looked_at = 0;
    for (int unit = 0; unit < model.units(); ++unit) {
        if (!tours.absent(unit)) continue;
        for (const int stop : model.unit(unit).stops) {
            if (const Impossible* known = impossible[at(stop)])
                result.push_back({stop, known->reason, known->text});
            else if (looked_at > most_places || stop_rule.out_of_time())
                result.push_back(unjudged(model, unit, stop));
            else
                result.push_back(judge(model, places, unit, stop));
            looked_at += model.stops();
        }
    }
    std::sort(result.begin(), result.end(),
              [](const Unassigned& a, const Unassigned& b) { return a.stop < b.stop; });
    return result;
}

Plan explained_plan(const route::Model& model, const std::vector<Sketch>& routes,
                    const StopRule& stop) {
    Plan plan = make_plan(model, routes);
    plan.unassigned = explain(model, routes, stop);
    return plan;
}

}  // namespace odgear::fleet
