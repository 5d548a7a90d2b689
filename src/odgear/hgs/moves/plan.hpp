// A move in full: the new sequences of one or two routes as pieces of the old ones. Every kind of
// move is evaluated and applied in this form.
//
// Evaluating is O(pieces) from prefix sums, with reversed pieces at their true (asymmetric) cost.
// Applying is O(length of the routes).
#pragma once

#include <array>
#include <vector>

#include "odgear/hgs/search_state.hpp"

namespace odgear::hgs {

// Positions first..last of a route, both included; empty when first > last.
struct Piece {
    int route;
    int first;
    int last;
    bool reversed;
};

class NewRoute {
public:
    static constexpr int most_pieces = 5;

    NewRoute() = default;
    explicit NewRoute(int route) : route_(route) {}

    NewRoute& then(int route, int first, int last, bool reversed = false) {
        if (first <= last) pieces_[count_++] = {route, first, last, reversed};
        return *this;
    }
    int route() const { return route_; }  // the route that this sequence replaces
    const Piece* begin() const { return pieces_.data(); }
    const Piece* end() const { return pieces_.data() + count_; }

private:
    int route_ = -1;
    int count_ = 0;
    std::array<Piece, most_pieces> pieces_;  // the first count_ are in use
};

struct Plan {
    NewRoute first;
    NewRoute second;  // route() < 0 when only one route changes
    bool valid = false;
};

// The state and the weights that a move works on.
template <class Distances>
struct MoveContext {
    const SearchSpace& space;
    const Distances& distances;
    const PenaltyWeights& weights;
    SearchState& state;
    std::vector<int>& scratch_first;
    std::vector<int>& scratch_second;
};

template <class Distances>
double new_cost(const MoveContext<Distances>& context, const NewRoute& made) {
    const SearchState& state = context.state;
    double distance = 0;
    Load load = 0;
    int visits = 0;
    int before = 0;
    for (const Piece& piece : made) {
        const int* sequence = state.sequence(piece.route);
        const int head = sequence[piece.first];
        const int tail = sequence[piece.last];
        const CustomerState& at_head = state.customer(head);
        const CustomerState& at_tail = state.customer(tail);
        load += at_tail.load - at_head.load + context.space.demand(head);
        visits += piece.last - piece.first + 1;
        if (piece.reversed) {
            distance += context.distances(before, tail) + (at_tail.reversed - at_head.reversed);
            before = head;
        } else {
            distance += context.distances(before, head) + (at_tail.travelled - at_head.travelled);
            before = tail;
        }
    }
    if (before != 0) distance += context.distances(before, 0);
    const double length = distance + context.space.service_time() * double(visits);
    return distance + SearchState::penalty(context.space, context.weights, load, length);
}

// The exact change of penalised cost.
template <class Distances>
double evaluate(const MoveContext<Distances>& context, const Plan& plan) {
    const RouteState& first = context.state.route(plan.first.route());
    double change = new_cost(context, plan.first) - (first.distance + first.penalty);
    if (plan.second.route() >= 0) {
        const RouteState& second = context.state.route(plan.second.route());
        change += new_cost(context, plan.second) - (second.distance + second.penalty);
    }
    return change;
}

inline void write_visits(const SearchState& state, const NewRoute& made, std::vector<int>& visits) {
    visits.clear();
    for (const Piece& piece : made) {
        const int* sequence = state.sequence(piece.route);
        if (piece.reversed)
            for (int p = piece.last; p >= piece.first; --p) visits.push_back(sequence[p]);
        else
            visits.insert(visits.end(), sequence + piece.first, sequence + piece.last + 1);
    }
}

template <class Distances>
void apply(const MoveContext<Distances>& context, const Plan& plan) {
    const auto replace = [&](const NewRoute& made, const std::vector<int>& visits) {
        context.state.assign(context.space, context.distances, context.weights, made.route(),
                             visits);
    };
    write_visits(context.state, plan.first, context.scratch_first);
    if (plan.second.route() >= 0) write_visits(context.state, plan.second, context.scratch_second);
    replace(plan.first, context.scratch_first);
    if (plan.second.route() >= 0) replace(plan.second, context.scratch_second);
}

}  // namespace odgear::hgs
