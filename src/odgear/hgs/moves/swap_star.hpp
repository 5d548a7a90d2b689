// SWAP* (Vidal 2022): u and v of two routes swap routes, but not positions: each is inserted into
// its new route where this costs least. Moving only one of them is included.
//
// The three cheapest positions of every customer in the other route decide it, so a pair of routes
// with m and n customers costs O(m n) time. Between short routes, the distances of the first pass
// are kept for the second; between long ones they are read again, so memory is O(m + n).
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "odgear/hgs/moves/candidate.hpp"
#include "odgear/hgs/moves/plan.hpp"

namespace odgear::hgs {

// The cheapest insertions of one customer into a route.
struct CheapestPlaces {
    static constexpr int count = 3;
    std::array<float, count> cost;
    std::array<int, count> behind;  // position

    void clear() {
        cost.fill(std::numeric_limits<float>::infinity());
        behind.fill(-2);
    }
    void offer(float value, int position) {
        if (value >= cost[2]) return;
        int k = 2;
        for (; k > 0 && value < cost[k - 1]; --k) {
            cost[k] = cost[k - 1];
            behind[k] = behind[k - 1];
        }
        cost[k] = value;
        behind[k] = position;
    }
    // The cheapest insertion that does not touch the customer at `position`, which leaves.
    int rank_apart_from(int position) const {
        for (int k = 0; k < count; ++k)
            if (behind[k] != position && behind[k] != position - 1) return k;
        return -1;
    }
    float cost_apart_from(int position) const {
        const int rank = rank_apart_from(position);
        return rank < 0 ? std::numeric_limits<float>::infinity() : cost[rank];
    }
};

class SwapStar {
public:
    // Finds the best improving move between two different routes, neither empty, if any.
    template <class Distances>
    bool find(const MoveContext<Distances>& context, int route_a, int route_b, Candidate& found) {
        load(context, route_a, a_);
        load(context, route_b, b_);
        keep_ = a_.size <= most_kept && b_.size <= most_kept;
        rank_places(context);
        const Choice choice = choose(context);
        if (choice.i == 0 && choice.j == 0) return false;
        found.change = -context.space.tolerance();
        return found.take_if_better(context, spell_out(context, choice));
    }

private:
    static constexpr int most_kept = 256;

    struct Side {
        int route = 0;
        int size = 0;
        const int* sequence = nullptr;
        std::vector<float> gone;  // change when the customer at a position leaves
        std::vector<float> edge;  // from position k to k + 1
        std::vector<float> skip;  // from position k - 1 to k + 1
        std::vector<CheapestPlaces> places;
    };
    struct Choice {  // positions in a and b; 0: no customer leaves that route
        int i = 0;
        int j = 0;
        double change = 0;
    };

    template <class Distances>
    void load(const MoveContext<Distances>& context, int route, Side& side);
    template <class Distances>
    void read_row(const MoveContext<Distances>& context, int i);
    template <class Distances>
    void rank_places(const MoveContext<Distances>& context);
    template <class Distances>
    Choice choose(const MoveContext<Distances>& context);
    template <class Distances>
    Plan spell_out(const MoveContext<Distances>& context, const Choice& choice) const;
    template <class Distances>
    static int place_of(const MoveContext<Distances>& context, const Side& to, int leaver,
                        int customer, const CheapestPlaces& places);
    static NewRoute with_exchanged(const Side& side, int leaver, const Side& other, int joiner,
                                   int behind);

    // Row i: distances between a's position i and every position of b, both ways.
    float* row(std::vector<float>& rows, int i) const {
        const int stored = keep_ ? i : i & 3;
        return rows.data() +
               static_cast<std::size_t>(stored) * static_cast<std::size_t>(b_.size + 2);
    }

    Side a_;
    Side b_;
    bool keep_ = true;
    std::vector<float> there_;  // d(a_i, b_j)
    std::vector<float> back_;   // d(b_j, a_i), where that differs
};

template <class Distances>
void SwapStar::load(const MoveContext<Distances>& context, int route, Side& side) {
    side.route = route;
    side.size = context.state.route(route).size;
    side.sequence = context.state.sequence(route);
    const auto entries = static_cast<std::size_t>(side.size) + 2;
    if (side.gone.size() < entries) {
        side.gone.resize(entries);
        side.edge.resize(entries);
        side.skip.resize(entries);
        side.places.resize(entries);
    }
    side.edge[0] = context.state.customer(side.sequence[1]).from_previous;
    for (int k = 1; k <= side.size; ++k) {
        const CustomerState& state = context.state.customer(side.sequence[k]);
        side.edge[k] = state.to_next;
        side.skip[k] = context.distances(state.previous, state.next);
        side.gone[k] = side.skip[k] - state.from_previous - state.to_next;
        side.places[k].clear();
    }
}

template <class Distances>
void SwapStar::read_row(const MoveContext<Distances>& context, int i) {
    const auto fill = [&](std::vector<float>& rows, const auto& distances) {
        float* out = row(rows, i);
        for (int j = 0; j <= b_.size + 1; ++j) out[j] = distances[b_.sequence[j]];
    };
    fill(there_, context.distances.from(a_.sequence[i]));
    if constexpr (!Distances::symmetric) fill(back_, context.distances.to(a_.sequence[i]));
}

template <class Distances>
void SwapStar::rank_places(const MoveContext<Distances>& context) {
    const std::size_t rows = keep_ ? static_cast<std::size_t>(a_.size) + 2 : 4;
    const std::size_t entries = rows * static_cast<std::size_t>(b_.size + 2);
    if (there_.size() < entries) there_.resize(entries);
    if (!Distances::symmetric && back_.size() < entries) back_.resize(entries);
    auto& returns = Distances::symmetric ? there_ : back_;
    for (int i = 0; i <= a_.size + 1; ++i) {
        read_row(context, i);
        const float* there = row(there_, i);
        const float* back = row(returns, i);
        if (i >= 1 && i <= a_.size)
            for (int k = 0; k <= b_.size; ++k)
                a_.places[i].offer(back[k] + there[k + 1] - b_.edge[k], k);
        if (i == 0) continue;
        const float* before = row(there_, i - 1);
        for (int j = 1; j <= b_.size; ++j)
            b_.places[j].offer(before[j] + back[j] - a_.edge[i - 1], i - 1);
    }
}

template <class Distances>
SwapStar::Choice SwapStar::choose(const MoveContext<Distances>& context) {
    const SearchSpace& space = context.space;
    const RouteState& route_a = context.state.route(a_.route);
    const RouteState& route_b = context.state.route(b_.route);
    const double bound = route_a.penalty + route_b.penalty;
    auto& returns = Distances::symmetric ? there_ : back_;
    Choice best{0, 0, -space.tolerance()};
    // `leaves` is the load that route a loses and b gains.
    const auto consider = [&](int i, int j, Load leaves, int count, float in_a, float in_b) {
        const double service = space.service_time() * count;
        const double change = double(in_a) + in_b - bound +
                              SearchState::penalty(space, context.weights, route_a.load - leaves,
                                                   route_a.length + in_a - service) +
                              SearchState::penalty(space, context.weights, route_b.load + leaves,
                                                   route_b.length + in_b + service);
        if (change < best.change) best = {i, j, change};
    };
    if (!keep_)
        for (const int i : {0, 1}) read_row(context, i);
    for (int i = 1; i <= a_.size; ++i) {
        if (!keep_) read_row(context, i + 1);
        const Load of_u = space.demand(a_.sequence[i]);
        const CheapestPlaces& places_u = a_.places[i];
        const float* there = row(there_, i);
        const float* back = row(returns, i);
        const float* there_before = row(there_, i - 1);
        const float* back_behind = row(returns, i + 1);
        if (a_.gone[i] + places_u.cost[0] < bound + best.change)
            consider(i, 0, of_u, 1, a_.gone[i], places_u.cost[0]);
        for (int j = 1; j <= b_.size; ++j) {
            const float u_in =
                std::min(places_u.cost_apart_from(j), back[j - 1] + there[j + 1] - b_.skip[j]);
            const float v_in = std::min(b_.places[j].cost_apart_from(i),
                                        there_before[j] + back_behind[j] - a_.skip[i]);
            const float in_a = a_.gone[i] + v_in;
            const float in_b = b_.gone[j] + u_in;
            if (in_a + in_b < bound + best.change)
                consider(i, j, of_u - space.demand(b_.sequence[j]), 0, in_a, in_b);
        }
    }
    for (int j = 1; j <= b_.size; ++j) {
        const float cheapest = b_.places[j].cost[0];
        if (b_.gone[j] + cheapest < bound + best.change)
            consider(0, j, -space.demand(b_.sequence[j]), -1, cheapest, b_.gone[j]);
    }
    return best;
}

// The position in `to` after which `customer` is inserted when the customer at `leaver` leaves.
template <class Distances>
int SwapStar::place_of(const MoveContext<Distances>& context, const Side& to, int leaver,
                       int customer, const CheapestPlaces& places) {
    if (leaver == 0) return places.behind[0];
    const int rank = places.rank_apart_from(leaver);
    const float in_place = context.distances(to.sequence[leaver - 1], customer) +
                           context.distances(customer, to.sequence[leaver + 1]) - to.skip[leaver];
    return rank >= 0 && places.cost[rank] < in_place ? places.behind[rank] : leaver - 1;
}

NewRoute inline SwapStar::with_exchanged(const Side& side, int leaver, const Side& other,
                                         int joiner, int behind) {
    NewRoute made(side.route);
    const auto join = [&] {
        if (joiner > 0) made.then(other.route, joiner, joiner);
    };
    if (joiner == 0) behind = leaver - 1;
    if (leaver == 0) {
        made.then(side.route, 1, behind);
        join();
        made.then(side.route, behind + 1, side.size);
    } else if (behind < leaver) {
        made.then(side.route, 1, behind);
        join();
        made.then(side.route, behind + 1, leaver - 1).then(side.route, leaver + 1, side.size);
    } else {
        made.then(side.route, 1, leaver - 1).then(side.route, leaver + 1, behind);
        join();
        made.then(side.route, behind + 1, side.size);
    }
    return made;
}

template <class Distances>
Plan SwapStar::spell_out(const MoveContext<Distances>& context, const Choice& choice) const {
    const auto [i, j, change] = choice;
    const int place_u = i == 0 ? 0 : place_of(context, b_, j, a_.sequence[i], a_.places[i]);
    const int place_v = j == 0 ? 0 : place_of(context, a_, i, b_.sequence[j], b_.places[j]);
    return {with_exchanged(a_, i, b_, j, place_v), with_exchanged(b_, j, a_, i, place_u), true};
}

}  // namespace odgear::hgs
