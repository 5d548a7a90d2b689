// The routes under search: doubly linked circular lists through one head each, with a journal that
// takes back everything since the last commit. Removals and insertions are O(1) for each customer
// concerned, tail exchanges and reversals O(length); nothing is allocated after construction.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/ruin/travel.hpp"

namespace odgear::ruin {

template <class Travel>
class Tours {
public:
    // What comes before a point of a route, or after it.
    struct Piece {
        Load load;
        double duration;  // travel from (or to) the depot and service, the cut arc left out
    };

    Tours(const Instance& instance, const Solution& start, Travel travel);

    const Node& node(int i) const { return nodes_[index(i)]; }
    bool is_head(int i) const { return i >= heads_; }
    int head(int route) const { return heads_ + route; }
    int active_routes() const { return active_; }
    int size(int route) const { return routes_[index(route)].size; }
    // A route without customers, or -1 when the fleet is used up.
    int empty_route() const { return active_ < slots_ ? order_[index(active_)] : -1; }

    // Nodes of two heads are one depot, whatever a matrix says of the way from it to itself.
    double distance(const Node& a, const Node& b) const {
        return a.location == b.location ? 0 : travel_(a, b);
    }
    // False only when the distance is not below the limit; cheaper than the distance.
    bool within(const Node& a, const Node& b, double limit) const {
        return a.location == b.location ? 0 < limit : travel_.within(a, b, limit);
    }
    bool has_room(int route, Load demand) const {
        return routes_[index(route)].load + demand <= instance_.capacity();
    }
    bool has_time(int route, double delta) const {
        return routes_[index(route)].duration + delta + instance_.service_time() <=
               instance_.max_route_length();
    }
    // Whether two pieces make one route when `way` joins them.
    bool joinable(const Piece& a, const Piece& b, double way) const {
        return a.load + b.load <= instance_.capacity() &&
               a.duration + b.duration + way <= instance_.max_route_length();
    }
    // The route up to and with node i, and what follows it. O(size) after a change, then O(1).
    Piece up_to(int i);
    Piece beyond(int i);
    // Whether a comes before b; both in one route.
    bool precedes(int a, int b);

    // Takes out the customers from `first` to `last` of one route.
    void remove_string(int first, int last);
    // Puts a removed customer behind `previous`, a customer or a route's head.
    void insert(int customer, int previous);
    // What follows a, and what follows b of another route, change places. Heads may be given.
    void exchange_tails(int a, int b);
    // Turns around what lies from `first` to `last` of one route. For symmetric distances only.
    void reverse(int first, int last);

    // What happened since the last commit: to the cost, which customers were removed (and where
    // they are now), which routes changed.
    double change() const { return change_; }
    std::size_t removed_count() const { return removed_.size(); }
    int removed(std::size_t i) const { return removed_[i].customer; }
    bool is_touched(int route) const { return routes_[index(route)].saved; }
    // Whether every changed route is within the length limit. Insertions are checked beforehand;
    // this is for removals where a detour is shorter than the direct way.
    bool lengths_hold() const;

    void commit();
    void roll_back();

    void save_best();
    Solution best() const {
        return chains([this](int i) { return best_next_[index(i)]; });
    }
    Solution current() const {
        return chains([this](int i) { return nodes_[index(i)].next; });
    }

private:
    struct RouteState {
        Load load = 0;
        double duration = 0;
        int size = 0;
        int rank = 0;          // in order_
        bool saved = false;    // in the journal
        bool ordered = false;  // whether the marks of its nodes are up to date
    };
    struct Mark {  // of a node within its route
        int position;
        Piece piece;
    };
    struct SavedRoute {
        int route;
        Load load;
        double duration;
        int size;
    };
    struct Removed {
        int customer;
        double arc;
    };
    enum class Kind : std::uint8_t { removal, insertion, tails, reversal };
    struct Entry {
        Kind kind;
        int a;  // removal: before the string; insertion: the customer; else first argument
        int b;  // removal: after the string; insertion: before it; else second argument
        double next_arc;    // removal, insertion: of the node behind, as it was
        int route;          // removal
        std::size_t begin;  // removal: in removed_
        std::size_t end;
    };

    static std::size_t index(int i) { return static_cast<std::size_t>(i); }
    Node& at(int i) { return nodes_[index(i)]; }

    void fill(const Route& route);
    void touch(int route);
    void resize(int route, int size);
    void set_order(int route);
    void link(int before, int after) {
        at(before).next = after;
        at(after).previous = before;
        mark_dirty(before);
    }
    void mark_dirty(int i) {
        if (is_dirty_[index(i)] != 0) return;
        is_dirty_[index(i)] = 1;
        dirty_.push_back(i);
    }
    void relabel(int first, int end, int route) {
        for (int i = first; i != end; i = node(i).next) at(i).route = route;
    }
    void swap_tails(int a, int b);
    void turn(int first, int last);
    void undo(const Entry& entry);
    void forget();
    template <class Next>
    Solution chains(Next next) const;

    const Instance& instance_;
    Travel travel_;
    int heads_;  // the node of the first route's head; customers come before
    int slots_;  // routes there may be
    std::vector<Node> nodes_;
    std::vector<RouteState> routes_;
    std::vector<Mark> marks_;
    std::vector<int> order_;  // active routes first
    int active_ = 0;
    double change_ = 0;

    std::vector<Removed> removed_;
    std::vector<Entry> journal_;
    std::vector<SavedRoute> saved_routes_;

    std::vector<int> best_next_;
    std::vector<char> is_dirty_;
    std::vector<int> dirty_;  // nodes whose `next` may differ from best_next_
};

template <class Travel>
Tours<Travel>::Tours(const Instance& instance, const Solution& start, Travel travel)
    : instance_(instance),
      travel_(travel),
      heads_(instance.nodes()),
      slots_(std::min(instance.max_vehicles(), instance.customers())),
      nodes_(index(heads_ + slots_)),
      routes_(index(slots_)),
      marks_(nodes_.size()),
      order_(index(slots_)),
      best_next_(nodes_.size()),
      is_dirty_(nodes_.size(), 0) {
    removed_.reserve(index(instance.customers()));
    journal_.reserve(index(instance.customers()) * 3);
    saved_routes_.reserve(index(slots_));
    dirty_.reserve(nodes_.size());
    for (int i = 0; i < int(nodes_.size()); ++i) {
        const int location = i < heads_ ? i : 0;
        at(i).location = location;
        at(i).demand = instance.demand(location);
        if (!instance.has_points()) continue;
        at(i).x = instance.point(location).x;
        at(i).y = instance.point(location).y;
    }
    for (int r = 0; r < slots_; ++r) {
        order_[index(r)] = routes_[index(r)].rank = r;
        at(head(r)).previous = at(head(r)).next = head(r);
        at(head(r)).route = r;
    }
    for (const Route& route : start.routes) fill(route);
    commit();
    for (std::size_t i = 0; i < nodes_.size(); ++i) best_next_[i] = nodes_[i].next;
    save_best();
}

template <class Travel>
void Tours<Travel>::fill(const Route& route) {
    if (route.empty()) return;
    int before = head(empty_route());
    for (const int c : route) {
        insert(c, before);
        before = c;
    }
}

// Saves what a route was at the last commit, once.
template <class Travel>
void Tours<Travel>::touch(int route) {
    RouteState& state = routes_[index(route)];
    state.ordered = false;
    if (state.saved) return;
    state.saved = true;
    saved_routes_.push_back({route, state.load, state.duration, state.size});
}

// Keeps the active routes in front of order_.
template <class Travel>
void Tours<Travel>::resize(int route, int size) {
    RouteState& state = routes_[index(route)];
    const bool opens = state.size == 0 && size > 0;
    const bool closes = state.size > 0 && size == 0;
    state.size = size;
    if (!opens && !closes) return;
    const int target = opens ? active_++ : --active_;
    const int other = order_[index(target)];
    std::swap(order_[index(target)], order_[index(state.rank)]);
    std::swap(routes_[index(other)].rank, state.rank);
}

template <class Travel>
void Tours<Travel>::set_order(int route) {
    RouteState& state = routes_[index(route)];
    if (state.ordered) return;
    state.ordered = true;
    Mark mark{0, {0, 0}};
    marks_[index(head(route))] = mark;
    for (int i = node(head(route)).next; !is_head(i); i = node(i).next) {
        ++mark.position;
        mark.piece.load += node(i).demand;
        mark.piece.duration += node(i).arc + instance_.service_time();
        marks_[index(i)] = mark;
    }
}

template <class Travel>
typename Tours<Travel>::Piece Tours<Travel>::up_to(int i) {
    set_order(node(i).route);
    return marks_[index(i)].piece;
}

template <class Travel>
typename Tours<Travel>::Piece Tours<Travel>::beyond(int i) {
    const Piece before = up_to(i);
    const RouteState& state = routes_[index(node(i).route)];
    return {state.load - before.load, state.duration - before.duration - node(node(i).next).arc};
}

template <class Travel>
bool Tours<Travel>::precedes(int a, int b) {
    set_order(node(a).route);
    return marks_[index(a)].position < marks_[index(b)].position;
}

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
    // The way home changes its arc only where the tail is empty: elsewhere it is the same way.
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
        // Visited from the back: each node's way in is the old way out of it.
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

template <class Travel>
void Tours<Travel>::save_best() {
    for (const int i : dirty_) {
        best_next_[index(i)] = node(i).next;
        is_dirty_[index(i)] = 0;
    }
    dirty_.clear();
}

template <class Travel>
template <class Next>
Solution Tours<Travel>::chains(Next next) const {
    std::vector<Route> routes;
    for (int r = 0; r < slots_; ++r) {
        Route route;
        for (int c = next(head(r)); c != head(r); c = next(c)) route.push_back(c);
        if (!route.empty()) routes.push_back(std::move(route));
    }
    return make_solution(instance_, std::move(routes));
}

}  // namespace odgear::ruin
