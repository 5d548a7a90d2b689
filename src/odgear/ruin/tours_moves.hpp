// The moves of Tours and how its journal undoes them. Included by tours.hpp.
#pragma once

#include "odgear/ruin/tours.hpp"

namespace odgear::ruin {

template <class Travel>
void Tours<Travel>::remove_string(int first, int last) {
    const int route = node(first).route;
    const int before = node(first).previous;
    const int after = node(last).next;
    touch(route);
    RouteState& state = routes_[index(route)];
    const std::size_t begin = removed_.size();
    double gone = node(after).arc;
    for (int c = first; c != after; c = node(c).next) {
        at(c).route = -1;
        gone += node(c).arc;
        state.load -= node(c).demand;
        removed_.push_back({c, node(c).arc});
    }
    journal_.push_back(
        {Kind::removal, before, after, node(after).arc, route, begin, removed_.size()});
    link(before, after);
    at(after).arc = distance(node(before), node(after));
    const int count = static_cast<int>(removed_.size() - begin);
    state.duration -= gone - node(after).arc + count * instance_.service_time();
    change_ -= gone - node(after).arc;
    resize(route, state.size - count);
}

template <class Travel>
void Tours<Travel>::insert(int customer, int previous) {
    const int next = node(previous).next;
    const int route = node(previous).route;
    touch(route);
    journal_.push_back({Kind::insertion, customer, previous, node(next).arc, route, 0, 0});
    const double in = distance(node(previous), node(customer));
    const double out = distance(node(customer), node(next));
    const double delta = in + out - node(next).arc;
    link(previous, customer);
    link(customer, next);
    at(next).arc = out;
    at(customer).route = route;
    at(customer).arc = in;
    RouteState& state = routes_[index(route)];
    state.load += node(customer).demand;
    state.duration += delta + instance_.service_time();
    change_ += delta;
    resize(route, state.size + 1);
}

template <class Travel>
void Tours<Travel>::exchange_tails(int a, int b) {
    const int route_a = node(a).route;
    const int route_b = node(b).route;
    const Piece head_a = up_to(a);
    const Piece head_b = up_to(b);
    const Piece tail_a = beyond(a);
    const Piece tail_b = beyond(b);
    const int kept_a = marks_[index(a)].position;
    const int kept_b = marks_[index(b)].position;
    const double old_arcs = node(node(a).next).arc + node(node(b).next).arc;
    touch(route_a);
    touch(route_b);
    journal_.push_back({Kind::tails, a, b, 0, 0, 0, 0});
    swap_tails(a, b);
    const double arc_a = node(node(a).next).arc;
    const double arc_b = node(node(b).next).arc;
    RouteState& state_a = routes_[index(route_a)];
    RouteState& state_b = routes_[index(route_b)];
    state_a.load = head_a.load + tail_b.load;
    state_b.load = head_b.load + tail_a.load;
    state_a.duration = head_a.duration + arc_a + tail_b.duration;
    state_b.duration = head_b.duration + arc_b + tail_a.duration;
    change_ += arc_a + arc_b - old_arcs;
    const int size_a = kept_a + state_b.size - kept_b;
    resize(route_b, kept_b + state_a.size - kept_a);
    resize(route_a, size_a);
}

template <class Travel>
void Tours<Travel>::swap_tails(int a, int b) {
    const int head_a = head(node(a).route);
    const int head_b = head(node(b).route);
    const int first_a = node(a).next;
    const int first_b = node(b).next;
    const int last_a = node(head_a).previous;
    const int last_b = node(head_b).previous;
    relabel(first_a, head_a, node(b).route);
    relabel(first_b, head_b, node(a).route);
    const auto attach = [&](int to, int first, int last, bool empty, int end) {
        link(to, empty ? end : first);
        if (!empty) link(last, end);
    };
    // The arc back to the depot changes only where the tail is empty.
    const double home_a = node(head_a).arc;
    const double home_b = node(head_b).arc;
    attach(a, first_b, last_b, first_b == head_b, head_a);
    attach(b, first_a, last_a, first_a == head_a, head_b);
    at(head_a).arc = home_b;
    at(head_b).arc = home_a;
    at(node(a).next).arc = distance(node(a), node(node(a).next));
    at(node(b).next).arc = distance(node(b), node(node(b).next));
}

template <class Travel>
void Tours<Travel>::reverse(int first, int last) {
    const int after = node(last).next;
    const double old_arcs = node(first).arc + node(after).arc;
    touch(node(first).route);
    journal_.push_back({Kind::reversal, first, last, 0, 0, 0, 0});
    turn(first, last);
    const double delta = node(last).arc + node(after).arc - old_arcs;
    routes_[index(node(first).route)].duration += delta;
    change_ += delta;
}

template <class Travel>
void Tours<Travel>::turn(int first, int last) {
    const int before = node(first).previous;
    const int after = node(last).next;
    double arc = 0;
    for (int i = last, end = before; i != end;) {
        // Visited from the end: the new arc to each node is the old arc from it.
        const int next_to_visit = node(i).previous;
        const double way_in = node(i).arc;
        at(i).arc = arc;
        std::swap(at(i).previous, at(i).next);
        mark_dirty(i);
        arc = way_in;
        i = next_to_visit;
    }
    link(before, last);
    link(first, after);
    at(last).arc = distance(node(before), node(last));
    at(after).arc = distance(node(first), node(after));
}

template <class Travel>
bool Tours<Travel>::lengths_hold() const {
    if (!instance_.has_length_limit()) return true;
    return std::none_of(saved_routes_.begin(), saved_routes_.end(), [&](const SavedRoute& s) {
        const RouteState& state = routes_[index(s.route)];
        return state.size > 0 && state.duration > instance_.max_route_length();
    });
}

template <class Travel>
void Tours<Travel>::commit() {
    for (const SavedRoute& s : saved_routes_) routes_[index(s.route)].saved = false;
    forget();
}

template <class Travel>
void Tours<Travel>::roll_back() {
    for (auto it = journal_.rbegin(); it != journal_.rend(); ++it) undo(*it);
    for (const SavedRoute& s : saved_routes_) {
        RouteState& state = routes_[index(s.route)];
        state.load = s.load;
        state.duration = s.duration;
        state.saved = false;
        state.ordered = false;
        resize(s.route, s.size);
    }
    forget();
}

template <class Travel>
void Tours<Travel>::undo(const Entry& entry) {
    switch (entry.kind) {
        case Kind::insertion: {
            const int next = node(entry.a).next;
            link(entry.b, next);
            at(next).arc = entry.next_arc;
            at(entry.a).route = -1;
            break;
        }
        case Kind::removal: {
            int before = entry.a;
            for (std::size_t i = entry.begin; i < entry.end; ++i) {
                const int customer = removed_[i].customer;
                link(before, customer);
                at(customer).arc = removed_[i].arc;
                at(customer).route = entry.route;
                before = customer;
            }
            link(before, entry.b);
            at(entry.b).arc = entry.next_arc;
            break;
        }
        case Kind::tails: swap_tails(entry.a, entry.b); break;
        case Kind::reversal: turn(entry.b, entry.a); break;
    }
}

template <class Travel>
void Tours<Travel>::forget() {
    removed_.clear();
    journal_.clear();
    saved_routes_.clear();
    change_ = 0;
}

}  // namespace odgear::ruin
