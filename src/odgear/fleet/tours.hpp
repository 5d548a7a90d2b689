// The routes of a search with their units left out, and a journal: what an iteration changes is
// kept or taken back as a whole. A route is saved when it is first touched, so taking back costs
// O(length) of the touched routes.
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

// What the places beside a visited stop need to be judged at first sight: one cache line.
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

// What a route needs at first sight.
struct Room {
    Load initial = 0;  // the largest vehicle of the family has so much room left
    Load final = 0;
    double per_distance = 0;  // the least of the family
    double release = 0;
    int profile = 0;
    bool exact = false;
};

class Tours {
public:
    explicit Tours(const route::Model& model);

    void clear();
    // Takes over routes in place of its own; those that are infeasible are left out with all their
    // units.
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
    // The same for a route that changes its type: the number of routes stays.
    int available_beside(int type) const { return model_->type(type).count - used_[at(type)]; }
    void limit_routes(int limit) { limit_ = limit; }
    int limit() const { return limit_; }

    bool absent(int unit) const { return absent_at_[at(unit)] >= 0; }
    const std::vector<int>& absent() const { return absent_; }
    int missing() const { return missing_; }  // required units that are absent
    double cost() const { return cost_; }     // routes, prizes and virtual prices

    // Removes the marked stops and with them all stops of their units; the units become absent.
    // False when a route does not hold without them (ways that break the triangle inequality).
    bool remove(std::span<const int> stops);
    // Replaces the codes of a route, perhaps with another type. False when that is infeasible.
    bool rewrite(int route, int type, std::span<const int> codes);
    // A stop behind an element, with the route's type or another of its family.
    bool insert(int route, int type, int position, int stop);
    // A new route; its index, or -1 when it is infeasible.
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
    std::vector<int> active_at_;  // of each route, -1 when unused
    std::vector<int> used_;       // vehicles in use by type
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
