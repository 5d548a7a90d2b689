#include "odgear/fleet/part.hpp"

#include <algorithm>
#include <utility>

#include "odgear/core/index.hpp"

namespace odgear::fleet {

namespace {

std::vector<double> extract(const std::vector<double>& matrix, std::size_t size,
                            const std::vector<int>& rows) {
    std::vector<double> result;
    if (matrix.empty()) return result;
    result.reserve(rows.size() * rows.size());
    for (const int i : rows)
        for (const int j : rows) result.push_back(matrix[at(i) * size + at(j)]);
    return result;
}

// Whole units: tied stops and the other stops of a group are included.
std::vector<int> stops_of(const route::Model& model, const std::vector<Sketch>& routes,
                          std::span<const int> chosen, std::span<const int> absent) {
    std::vector<char> taken(at(model.units()), 0);
    for (const int r : chosen)
        for (const int code : routes[at(r)].codes)
            if (code >= 0) taken[at(model.stop(code).unit)] = 1;
    for (const int unit : absent) taken[at(unit)] = 1;
    std::vector<int> stops;
    for (int i = 0; i < model.stops(); ++i)
        if (taken[at(model.stop(i).unit)]) stops.push_back(i);
    return stops;
}

// Copies the locations of the depots and stops, renumbered, and the matrices of only these.
void take_places(const ProblemData& from, const std::vector<int>& stops, ProblemData& to) {
    std::vector<int> number(from.locations.size(), -1);
    std::vector<int> kept;
    const auto take = [&](int location) {
        if (number[at(location)] < 0) {
            number[at(location)] = static_cast<int>(kept.size());
            kept.push_back(location);
        }
        return number[at(location)];
    };
    to.depots = from.depots;
    for (Depot& depot : to.depots) depot.location = take(depot.location);
    for (const int i : stops) {
        to.stops.push_back(from.stops[at(i)]);
        to.stops.back().location = take(to.stops.back().location);
    }
    for (const int location : kept) to.locations.push_back(from.locations[at(location)]);
    for (const Profile& profile : from.profiles) {
        Profile own{profile.label, profile.rule, {}, {}, profile.speed, profile.duration_rounding};
        own.distances = extract(profile.distances, from.locations.size(), kept);
        own.durations = extract(profile.durations, from.locations.size(), kept);
        to.profiles.push_back(std::move(own));
    }
}

void take_ties(const ProblemData& from, const std::vector<int>& own, ProblemData& to) {
    for (Stop& stop : to.stops)
        if (stop.after >= 0) stop.after = own[at(stop.after)];
    for (const Shipment& s : from.shipments)
        if (own[at(s.pickup)] >= 0)
            to.shipments.push_back({own[at(s.pickup)], own[at(s.delivery)], s.amount});
    for (Group group : from.groups) {
        if (own[at(group.stops[0])] < 0) continue;
        for (int& stop : group.stops) stop = own[at(stop)];
        to.groups.push_back(std::move(group));
    }
}

}  // namespace

Part make_part(const route::Model& model, const std::vector<Sketch>& routes,
               std::span<const int> chosen, std::span<const int> absent,
               std::span<const int> counts) {
    const ProblemData& from = model.problem().data();
    std::vector<int> stops = stops_of(model, routes, chosen, absent);
    std::vector<int> own(at(model.stops()), -1);
    for (std::size_t i = 0; i < stops.size(); ++i) own[at(stops[i])] = static_cast<int>(i);
    ProblemData to;
    to.name = from.name;
    to.dimensions = from.dimensions;
    take_places(from, stops, to);
    take_ties(from, own, to);
    to.vehicles = from.vehicles;
    for (std::size_t t = 0; t < to.vehicles.size(); ++t) to.vehicles[t].count = counts[t];
    to.objective = from.objective;
    to.backhauls_alone = from.backhauls_alone;
    to.units = from.units;
    std::vector<Sketch> start;
    for (const int r : chosen) {
        start.push_back(routes[at(r)]);
        for (int& code : start.back().codes)
            if (code >= 0) code = own[at(code)];
    }
    return {Problem(std::move(to)), std::move(stops), std::move(own), std::move(start)};
}

std::vector<Sketch> Part::whole(std::vector<Sketch> routes) const {
    for (Sketch& sketch : routes)
        for (int& code : sketch.codes)
            if (code >= 0) code = stops[at(code)];
    return routes;
}

}  // namespace odgear::fleet
