// The routes of a search, the units left out, and a journal: the changes of an iteration are kept
// or undone as a whole. A route is saved when it first changes, so undoing costs O(length) of the
// changed routes.
#pragma once

#include <span>
#include <vector>

#include "odgear/core/fleet/plan.hpp"
#include "odgear/core/index.hpp"
#include "odgear/route/state.hpp"

namespace odgear::fleet {

// A route as a plain value: type and codes without breaks.
struct Sketch {
    int type = 0;
    std::vector<int> codes;
    bool operator==(const Sketch&) const = default;
};

// What is needed for a first judgement of the positions beside a visited stop. One cache line.
struct alignas(64) Beside {
    int route = -1;  // -1: not visited
    int position = 0;
    int before = -1;  // locations of the element before and after; -1 where open
    int after = -1;
    double way = 0;     // from the element before
    double way_on = 0;  // to the element after
    double ready = 0;   // here
    double due = 0;     // here
    double ready_before = 0;
    double due_after = 0;
};

// What is needed for a first judgement of a route.
struct Room {
    Load initial = 0;  // room for a first load, in the largest vehicle of the family
    Load final = 0;
    double per_distance = 0;  // the lowest of the family
    double release = 0;
    int profile = 0;
    bool exact = false;
};

class Tours {
public:
    explicit Tours(const route::Model& model);

    void clear();
    // Replaces its routes by these; infeasible routes are left out with all their units.
    void load(std::span<const Sketch> routes);
    std::vector<Sketch> sketches() const;

    const route::RouteState& route(int r) const { return routes_[at(r)]; }
    int route_of(int stop) const { return beside_[at(stop)].route; }
    int position_of(int stop) const { return beside_[at(stop)].position; }
    const Beside& beside(int stop) const { return beside_[at(stop)]; }
    const Room& room(int r) const { return rooms_[at(r)]; }
    const std::vector<int>& active() const { return active_; }
    // Vehicles of the type that are not in use.
    int available(int type) const;
    // The same for a route that changes its type, so that the number of routes stays the same.
    int available_beside(int type) const { return model_->type(type).count - used_[at(type)]; }
    void limit_routes(int limit) { limit_ = limit; }
    int limit() const { return limit_; }

    bool absent(int unit) const { return absent_at_[at(unit)] >= 0; }
    const std::vector<int>& absent() const { return absent_; }
    int missing() const { return missing_; }  // required units that are absent
    double cost() const { return cost_; }     // routes, prizes and virtual prices

    // Removes the marked stops and all other stops of their units; the units become absent. False
    // if a route is infeasible without them (distances that break the triangle inequality).
    bool remove(std::span<const int> stops);
    // Replaces the codes of a route, and possibly its type. False if that is infeasible.
    bool rewrite(int route, int type, std::span<const int> codes);
    // Inserts a stop after an element, with the route's type or another of its family.
    bool insert(int route, int type, int position, int stop);
    // Opens a new route; returns its index, or -1 if it is infeasible.
    int open(int type, std::span<const int> codes);
    void mark_present(int unit);
    void change_type(int route, int type);

    double saved_cost() const { return saved_cost_; }
    int saved_missing() const { return saved_missing_; }
    const std::vector<int>& saved_absent() const { return saved_absent_; }

    const std::vector<int>& touched() const { return touched_; }
    void commit();
    void roll_back();

    route::Exact& exact() { return exact_; }

private:
    void touch(int route);
    void place(int route);
    void retire(int route);
    void mark_absent(int unit);
    bool settle(int route);
    bool compact(int route);

    const route::Model* model_;
    route::Exact exact_;
    std::vector<route::RouteState> routes_;
    std::vector<int> active_;
    // of each route: index in the list of active routes, -1 when unused
    std::vector<int> active_at_;
    std::vector<int> used_;  // vehicles in use by type
    std::vector<Beside> beside_;
    std::vector<Room> rooms_;
    std::vector<int> absent_;
    std::vector<int> absent_at_;
    int missing_ = 0;
    int limit_;
    double cost_ = 0;

    // The journal.
    std::vector<int> touched_;
    std::vector<route::RouteState> saved_;
    std::vector<char> is_touched_;
    std::vector<int> saved_absent_;
    int saved_missing_ = 0;
    double saved_cost_ = 0;
    std::vector<int> codes_;
    std::vector<int> removed_from_;
    std::vector<char> marked_;
};

}  // namespace odgear::fleet
