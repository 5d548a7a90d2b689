// The routes under search: doubly linked circular lists through one head each, with a journal that
// takes back everything since the last commit. All operations are O(1) for each customer concerned;
// nothing is allocated after construction.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "odgear/core/instance.hpp"
#include "odgear/core/solution.hpp"
#include "odgear/ruin/travel.hpp"

namespace odgear::ruin {

template <class Travel>
class Tours {
public:
    Tours(const Instance& instance, const Solution& start, Travel travel)
        : instance_(instance),
          travel_(travel),
          heads_(instance.nodes()),
          slots_(std::min(instance.max_vehicles(), instance.customers())),
          nodes_(index(heads_ + slots_)),
          routes_(index(slots_)),
          order_(index(slots_)),
          best_next_(nodes_.size()),
          is_dirty_(nodes_.size(), 0) {
        reserve_journal();
        for (int i = 0; i < int(nodes_.size()); ++i) place(i, i < heads_ ? i : 0);
        for (int r = 0; r < slots_; ++r) {
            order_[index(r)] = r;
            routes_[index(r)].rank = r;
            Node& head = nodes_[index(heads_ + r)];
            head.previous = head.next = heads_ + r;
            head.route = r;
        }
        for (const Route& route : start.routes) fill(route);
        commit();
        for (std::size_t i = 0; i < nodes_.size(); ++i) best_next_[i] = nodes_[i].next;
        save_best();
    }

    const Node& node(int i) const { return nodes_[index(i)]; }
    bool is_head(int i) const { return i >= heads_; }
    int active_routes() const { return active_; }
    int size(int route) const { return routes_[index(route)].size; }
    // Whether a route has been changed since the last commit.
    bool is_touched(int route) const { return routes_[index(route)].saved; }
    double change() const { return change_; }  // of the cost since the last commit
    std::size_t removed_count() const { return removed_.size(); }
    double distance(const Node& a, const Node& b) const { return travel_(a, b); }
    // The customers removed since the last commit.
    int removed(std::size_t i) const { return removed_[i].customer; }

    bool has_room(int route, Load demand) const {
        return routes_[index(route)].load + demand <= instance_.capacity();
    }
    bool has_time(int route, double delta) const {
        return routes_[index(route)].duration + delta + instance_.service_time() <=
               instance_.max_route_length();
    }
    // A route without customers, or -1 when the fleet is used up.
    int empty_route() const { return active_ < slots_ ? order_[index(active_)] : -1; }
    int head(int route) const { return heads_ + route; }

    // Takes out the customers from `first` to `last` of one route.
    void remove_string(int first, int last);
    // Puts a removed customer behind `previous`, a customer or a route's head.
    void insert(int customer, int previous);

    // Whether every route changed since the last commit is within the length limit. Insertions are
    // checked beforehand; this is for removals where a detour is shorter than the direct way.
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
        int rank = 0;        // in order_
        bool saved = false;  // in the journal
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
    struct String {
        std::size_t begin;  // in removed_
        std::size_t end;
        int previous;
        int next;
        int route;
        double next_arc;
    };
    struct Inserted {
        int customer;
        int previous;
        double next_arc;
    };

    static std::size_t index(int i) { return static_cast<std::size_t>(i); }

    void reserve_journal() {
        removed_.reserve(index(instance_.customers()));
        strings_.reserve(index(instance_.customers()));
        inserted_.reserve(index(instance_.customers()));
        saved_routes_.reserve(index(slots_));
        dirty_.reserve(nodes_.size());
    }
    void place(int i, int location) {
        Node& node = nodes_[index(i)];
        node.location = location;
        node.demand = instance_.demand(location);
        if (!instance_.has_points()) return;
        node.x = instance_.point(location).x;
        node.y = instance_.point(location).y;
    }
    void fill(const Route& route);
    void forget() {
        removed_.clear();
        strings_.clear();
        inserted_.clear();
        saved_routes_.clear();
        change_ = 0;
    }
    void touch(int route);
    void resize(int route, int size);
    void mark_dirty(int i) {
        if (is_dirty_[index(i)] != 0) return;
        is_dirty_[index(i)] = 1;
        dirty_.push_back(i);
    }
    template <class Next>
    Solution chains(Next next) const;

    const Instance& instance_;
    Travel travel_;
    int heads_;  // the node of the first route's head; customers come before
    int slots_;  // routes there may be
    std::vector<Node> nodes_;
    std::vector<RouteState> routes_;
    std::vector<int> order_;  // active routes first
    int active_ = 0;
    double change_ = 0;

    std::vector<Removed> removed_;
    std::vector<String> strings_;
    std::vector<Inserted> inserted_;
    std::vector<SavedRoute> saved_routes_;

    std::vector<int> best_next_;
    std::vector<char> is_dirty_;
    std::vector<int> dirty_;  // nodes whose `next` may differ from best_next_
};

template <class Travel>
void Tours<Travel>::fill(const Route& route) {
    if (route.empty()) return;
    int at = head(empty_route());
    for (const int c : route) {
        insert(c, at);
        at = c;
    }
}

// Saves what a route was at the last commit, once.
template <class Travel>
void Tours<Travel>::touch(int route) {
    RouteState& state = routes_[index(route)];
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
void Tours<Travel>::remove_string(int first, int last) {
    const int route = nodes_[index(first)].route;
    const int before = nodes_[index(first)].previous;
    const int after = nodes_[index(last)].next;
    touch(route);
    RouteState& state = routes_[index(route)];
    const std::size_t begin = removed_.size();
    double gone = nodes_[index(after)].arc;
    for (int c = first; c != after; c = nodes_[index(c)].next) {
        Node& node = nodes_[index(c)];
        node.route = -1;
        gone += node.arc;
        state.load -= node.demand;
        removed_.push_back({c, node.arc});
    }
    strings_.push_back({begin, removed_.size(), before, after, route, nodes_[index(after)].arc});
    nodes_[index(before)].next = after;
    nodes_[index(after)].previous = before;
    // Both ends at the head: the route is empty, and no way leads from the depot to itself.
    const double way = before == after ? 0 : travel_(nodes_[index(before)], nodes_[index(after)]);
    nodes_[index(after)].arc = way;
    const int count = static_cast<int>(removed_.size() - begin);
    state.duration -= gone - way + count * instance_.service_time();
    change_ -= gone - way;
    resize(route, state.size - count);
}

template <class Travel>
void Tours<Travel>::insert(int customer, int previous) {
    Node& before = nodes_[index(previous)];
    const int next = before.next;
    Node& after = nodes_[index(next)];
    Node& node = nodes_[index(customer)];
    const int route = before.route;
    touch(route);
    inserted_.push_back({customer, previous, after.arc});
    const double in = travel_(before, node);
    const double out = travel_(node, after);
    const double delta = in + out - after.arc;
    before.next = customer;
    after.previous = customer;
    after.arc = out;
    node.previous = previous;
    node.next = next;
    node.route = route;
    node.arc = in;
    RouteState& state = routes_[index(route)];
    state.load += node.demand;
    state.duration += delta + instance_.service_time();
    change_ += delta;
    resize(route, state.size + 1);
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
    for (const String& s : strings_) mark_dirty(s.previous);
    for (const Removed& r : removed_) mark_dirty(r.customer);
    for (const Inserted& i : inserted_) {
        mark_dirty(i.customer);
        mark_dirty(i.previous);
    }
    for (const SavedRoute& s : saved_routes_) routes_[index(s.route)].saved = false;
    forget();
}

template <class Travel>
void Tours<Travel>::roll_back() {
    for (auto it = inserted_.rbegin(); it != inserted_.rend(); ++it) {
        const Node& node = nodes_[index(it->customer)];
        nodes_[index(node.previous)].next = node.next;
        nodes_[index(node.next)].previous = node.previous;
        nodes_[index(node.next)].arc = it->next_arc;
        nodes_[index(it->customer)].route = -1;
    }
    for (auto it = strings_.rbegin(); it != strings_.rend(); ++it) {
        int before = it->previous;
        for (std::size_t i = it->begin; i < it->end; ++i) {
            Node& node = nodes_[index(removed_[i].customer)];
            nodes_[index(before)].next = removed_[i].customer;
            node.previous = before;
            node.arc = removed_[i].arc;
            node.route = it->route;
            before = removed_[i].customer;
        }
        nodes_[index(before)].next = it->next;
        nodes_[index(it->next)].previous = before;
        nodes_[index(it->next)].arc = it->next_arc;
    }
    for (const SavedRoute& s : saved_routes_) {
        RouteState& state = routes_[index(s.route)];
        state.load = s.load;
        state.duration = s.duration;
        state.saved = false;
        resize(s.route, s.size);
    }
    forget();
}

template <class Travel>
void Tours<Travel>::save_best() {
    for (const int i : dirty_) {
        best_next_[index(i)] = nodes_[index(i)].next;
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
