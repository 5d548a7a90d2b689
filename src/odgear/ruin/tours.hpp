// The routes under search: doubly linked circular lists, each with one head, and a journal that
// undoes everything since the last commit. Removals and insertions are O(1) per customer, tail
// exchanges and reversals O(length). Nothing is allocated after construction.
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
    // The part of a route before or after a point.
    struct Piece {
        Load load;
        double duration;  // travel from (or to) the depot and service, without the cut arc
    };

    Tours(const Instance& instance, const Solution& start, Travel travel);

    const Node& node(int i) const { return nodes_[index(i)]; }
    bool is_head(int i) const { return i >= heads_; }
    int head(int route) const { return heads_ + route; }
    int active_routes() const { return active_; }
    // The routes with customers, in no particular order.
    int active(int k) const { return order_[index(k)]; }
    int size(int route) const { return routes_[index(route)].size; }
    // A route without customers, or -1 when the whole fleet is in use.
    int empty_route() const { return active_ < slots_ ? order_[index(active_)] : -1; }

    // The distance between two heads is 0: both are the depot, whatever a matrix says about it.
    double distance(const Node& a, const Node& b) const {
        return a.location == b.location ? 0 : travel_(a, b);
    }
    // False only if the distance is not below the limit; cheaper than computing the distance.
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
    // Whether two pieces form a feasible route when an arc of length `way` joins them.
    bool joinable(const Piece& a, const Piece& b, double way) const {
        return a.load + b.load <= instance_.capacity() &&
               a.duration + b.duration + way <= instance_.max_route_length();
    }
    // The route up to and including node i, and the part after it. O(size) after a change, then
    // O(1).
    Piece up_to(int i);
    Piece beyond(int i);
    // Whether a comes before b in their common route.
    bool precedes(int a, int b);

    // Removes the customers from `first` to `last` of one route.
    void remove_string(int first, int last);
    // Inserts a removed customer after `previous`, a customer or the head of a route.
    void insert(int customer, int previous);
    // Exchanges the parts after a and after b, which are in different routes. Heads may be given.
    void exchange_tails(int a, int b);
    // Reverses the part from `first` to `last` of one route. For symmetric distances only.
    void reverse(int first, int last);

    // What happened since the last commit: the change of cost, the removed customers (and where
    // they are now), and the changed routes.
    double change() const { return change_; }
    std::size_t removed_count() const { return removed_.size(); }
    int removed(std::size_t i) const { return removed_[i].customer; }
    std::size_t touched_count() const { return saved_routes_.size(); }
    int touched(std::size_t k) const { return saved_routes_[k].route; }
    bool is_touched(int route) const { return routes_[index(route)].saved; }
    // Whether every changed route is within the length limit. Insertions are checked beforehand;
    // this is for removals where a detour is shorter than the direct arc.
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
        double next_arc;    // removal, insertion: arc of the following node, before the change
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
    int heads_;  // the node of the first route's head; customers have smaller numbers
    int slots_;  // most routes there can be
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

// Saves the state of a route at the last commit, once.
template <class Travel>
void Tours<Travel>::touch(int route) {
    RouteState& state = routes_[index(route)];
    state.ordered = false;
    if (state.saved) return;
    state.saved = true;
    saved_routes_.push_back({route, state.load, state.duration, state.size});
}

// Keeps the active routes at the front of order_.
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

#include "odgear/ruin/tours_moves.hpp"
