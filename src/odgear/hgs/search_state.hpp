// The mutable solution of the local search: each route is a contiguous sequence, and each customer
// has one cache line with all that a move needs to know about its surroundings.
//
// Replacing a route's sequence costs O(its length); everything else O(1). Memory O(N).
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "odgear/hgs/penalties.hpp"
#include "odgear/hgs/search_space.hpp"
#include "odgear/hgs/sector.hpp"

namespace odgear::hgs {

struct alignas(64) CustomerState {
    int previous = 0;  // 0 is the depot
    int next = 0;
    int after_next = 0;
    int route = 0;
    int position = 0;         // 1 .. size of the route
    float from_previous = 0;  // d(previous, this)
    float to_next = 0;        // d(this, next)
    float next_edge = 0;      // d(next, after_next); -infinity when next is the depot, so that a
                              // move that takes next along is never tempting
    int tested_at = 0;        // count of moves when this customer's moves were last tried
    Load load = 0;            // of the route up to and including this customer
    double travelled = 0;     // distance of the route up to here
    double reversed = 0;      // cost of the same stretch driven backwards
};

struct RouteState {
    double penalty = 0;
    int modified_at = 0;  // count of moves when it last changed
    int swap_tested_at = 0;
    int size = 0;
    Sector sector;
    Load load = 0;
    double distance = 0;
    double length = 0;    // distance and service time
    double reversed = 0;  // distance when driven backwards
};

class SearchState {
public:
    // `fleet` empty routes. Keeps its memory.
    void reset(const SearchSpace& space);

    int fleet() const { return static_cast<int>(routes_.size()); }
    CustomerState& customer(int c) { return customers_[c]; }
    const CustomerState& customer(int c) const { return customers_[c]; }
    RouteState& route(int r) { return routes_[r]; }
    const RouteState& route(int r) const { return routes_[r]; }

    // Positions 1 .. size; positions 0 and size + 1 are the depot.
    const int* sequence(int r) const { return sequences_[r].data(); }
    std::span<const int> visits(int r) const {
        return {sequences_[r].data() + 1, static_cast<std::size_t>(routes_[r].size)};
    }

    // An empty route, or -1.
    int empty_route() const { return empty_.empty() ? -1 : empty_.back(); }

    // Replaces the sequence of a route and recomputes all that depends on it.
    template <class Distances>
    void assign(const SearchSpace& space, const Distances& distances, const PenaltyWeights& weights,
                int r, std::span<const int> visits);

    static double penalty(const SearchSpace& space, const PenaltyWeights& weights, Load load,
                          double length) {
        double result =
            load > space.capacity() ? weights.load * double(load - space.capacity()) : 0;
        if (length > space.max_length()) result += weights.length * (length - space.max_length());
        return result;
    }

    double total_distance() const;
    double total_penalty() const;

private:
    void note_size(int r, int size);

    std::vector<CustomerState> customers_;
    std::vector<RouteState> routes_;
    std::vector<std::vector<int>> sequences_;
    std::vector<int> empty_;
    std::vector<int> empty_place_;  // of a route in empty_, or -1
};

template <class Distances>
void SearchState::assign(const SearchSpace& space, const Distances& distances,
                         const PenaltyWeights& weights, int r, std::span<const int> visits) {
    const int size = static_cast<int>(visits.size());
    note_size(r, size);
    auto& sequence = sequences_[r];
    sequence.resize(visits.size() + 3);
    sequence[0] = sequence[visits.size() + 1] = sequence[visits.size() + 2] = 0;
    std::copy(visits.begin(), visits.end(), sequence.begin() + 1);

    RouteState& route = routes_[r];
    Load load = 0;
    double travelled = 0;
    double reversed = 0;
    int before = 0;
    float edge = size == 0 ? 0 : distances(0, sequence[1]);
    if (size > 0) route.sector = Sector::at(space.angle(sequence[1]));
    for (int p = 1; p <= size; ++p) {
        const int here = sequence[p];
        const int next = sequence[p + 1];
        CustomerState& state = customers_[here];
        load += space.demand(here);
        travelled += edge;
        if constexpr (!Distances::symmetric) reversed += distances(here, before);
        state.previous = before;
        state.next = next;
        state.after_next = sequence[p + 2];
        state.route = r;
        state.position = p;
        state.from_previous = edge;
        edge = distances(here, next);
        state.to_next = edge;
        state.load = load;
        state.travelled = travelled;
        state.reversed = Distances::symmetric ? travelled : reversed;
        if (before != 0) customers_[before].next_edge = edge;
        route.sector.extend(space.angle(here));
        before = here;
    }
    if (size > 0) {
        customers_[before].next_edge = -std::numeric_limits<float>::infinity();
        travelled += edge;
        if constexpr (!Distances::symmetric) reversed += distances(0, before);
    }
    route.size = size;
    route.load = load;
    route.distance = travelled;
    route.reversed = Distances::symmetric ? travelled : reversed;
    route.length = travelled + space.service_time() * double(size);
    route.penalty = penalty(space, weights, load, route.length);
}

}  // namespace odgear::hgs
