// The search itself: ruin, recreate, accept or undo. Internal to the layer.
#pragma once

#include <cmath>
#include <limits>

#include "odgear/core/random.hpp"
#include "odgear/ruin/chance.hpp"
#include "odgear/ruin/polish.hpp"
#include "odgear/ruin/ruin_recreate.hpp"
#include "odgear/ruin/tours.hpp"

namespace odgear::ruin {

template <class Travel>
class Search {
public:
    Search(const Instance& instance, const NeighborLists& neighbors, const Solution& start,
           const Parameters& parameters, Travel travel, std::uint64_t seed);

    // Removes strings around a random customer.
    void ruin();
    // Puts all removed customers back. False when one found no position, or as soon as the change
    // of cost reaches the limit (further insertions only add to it).
    bool recreate(double limit = std::numeric_limits<double>::infinity());
    // Applies 2-opt* and 2-opt around the inserted customers as long as they pay.
    void polish();
    // One iteration at a temperature; returns whether the best solution improved.
    bool step(double temperature);

    const Tours<Travel>& tours() const { return tours_; }
    Tours<Travel>& tours() { return tours_; }
    double cost() const { return cost_; }
    double best_cost() const { return best_cost_; }

private:
    struct Place {
        int previous = -1;
        double delta = std::numeric_limits<double>::infinity();
    };

    void fill_near(const NeighborLists& neighbors);
    void ruin_route(int customer, int longest);
    void sort_removed();
    Place find_place(int customer, double limit);
    void try_touched(const Node& node, Place& best);
    void try_legs(const Node& node, Place& best);
    void try_between(const Node& node, int previous, const Node& before, const Node& after,
                     double arc, Place& best);

    const Instance& instance_;
    const Parameters& parameters_;
    Random random_;
    Tours<Travel> tours_;
    Polish<Travel> polish_;
    const NeighborLists& neighbors_;
    std::size_t width_;       // neighbours tried in an insertion
    std::vector<Near> near_;  // width_ for each node, padded with -1
    double slack_;  // 0 where near_ holds means of two directions, which do not bound either
    double unit_;
    double cost_;
    double best_cost_;
    Blinks blinks_;
    Blinks leg_draws_;
    Blinks wide_draws_;
    bool look_at_legs_ = false;  // in this iteration
    bool look_wide_ = false;     // likewise

    struct Pending {
        double key;
        int customer;
    };
    std::vector<Pending> pending_;
};

template <class Travel>
Search<Travel>::Search(const Instance& instance, const NeighborLists& neighbors,
                       const Solution& start, const Parameters& parameters, Travel travel,
                       std::uint64_t seed)
    : instance_(instance),
      parameters_(parameters),
      random_(seed),
      tours_(instance, start, travel),
      polish_(tours_, instance.symmetric()),
      neighbors_(neighbors),
      width_(static_cast<std::size_t>(std::min(parameters.neighbors, neighbors.width()))),
      slack_(instance.symmetric() ? 1 - 1e-6 : 0),
      unit_(mean_arc_cost(instance, start)),
      cost_(solution_cost(instance, start.routes)),
      best_cost_(cost_),
      blinks_(parameters.blink_rate),
      leg_draws_(parameters.leg_rate),
      wide_draws_(parameters.wide_rate) {
    pending_.reserve(static_cast<std::size_t>(instance.customers()));
    fill_near(neighbors);
}

template <class Travel>
void Search<Travel>::fill_near(const NeighborLists& neighbors) {
    near_.assign(static_cast<std::size_t>(instance_.nodes()) * width_, {-1, 0});
    for (int i = 1; i < instance_.nodes(); ++i) {
        const auto row = neighbors.of(i);
        Near* near = near_.data() + static_cast<std::size_t>(i) * width_;
        for (std::size_t n = 0; n < std::min(width_, row.size()); ++n) {
            const double d = tours_.distance(tours_.node(i), tours_.node(row[n]));
            near[n] = {row[n], static_cast<float>(d)};
        }
    }
}

template <class Travel>
void Search<Travel>::ruin() {
    const double mean_size = double(instance_.customers()) / std::max(1, tours_.active_routes());
    const Strings strings =
        draw_strings(random_, mean_size, parameters_.mean_removed, parameters_.longest_string);
    const int seed = random_.between(1, instance_.customers());
    ruin_route(seed, strings.longest);
    int ruined = 1;
    for (const int c : neighbors_.of(seed)) {
        if (ruined == strings.count) break;
        const int route = tours_.node(c).route;
        if (route < 0 || tours_.is_touched(route)) continue;
        ruin_route(c, strings.longest);
        ++ruined;
    }
}

// A string that includes the customer: of random length, at a random offset, with or without a part
// in its middle that stays.
template <class Travel>
void Search<Travel>::ruin_route(int customer, int longest) {
    const int size = tours_.size(tours_.node(customer).route);
    const auto [length, kept] =
        draw_cut(random_, size, longest, parameters_.split_rate, parameters_.split_depth);
    // How many of the string's customers (including kept ones) come before this one. The string
    // must not reach beyond the ends of the route.
    const int total = length + kept;
    int ahead = 0;
    for (int i = tours_.node(customer).previous; !tours_.is_head(i) && ahead < total - 1;
         i = tours_.node(i).previous)
        ++ahead;
    int behind = 0;
    for (int i = tours_.node(customer).next; !tours_.is_head(i) && behind < total - 1;
         i = tours_.node(i).next)
        ++behind;
    const int offset = random_.between(std::max(0, total - 1 - behind), ahead);
    int first = customer;
    for (int i = 0; i < offset; ++i) first = tours_.node(first).previous;
    const auto walk = [&](int from, int steps) {
        for (int i = 0; i < steps; ++i) from = tours_.node(from).next;
        return from;
    };
    if (kept == 0) {
        tours_.remove_string(first, walk(first, total - 1));
        return;
    }
    const int head_length = random_.between(1, length - 1);
    const int second = walk(first, head_length + kept);
    const int end = walk(second, length - head_length - 1);
    tours_.remove_string(first, walk(first, head_length - 1));
    tours_.remove_string(second, end);
}

// The order of insertion: random, large demands first, far from the depot first, or near first,
// with the weights of the paper (4, 4, 2, 1).
template <class Travel>
void Search<Travel>::sort_removed() {
    pending_.clear();
    const std::uint32_t draw = random_.below(11);
    for (std::size_t i = 0; i < tours_.removed_count(); ++i) {
        const int c = tours_.removed(i);
        const Node& node = tours_.node(c);
        double key = 0;
        if (draw < 4)
            key = random_.unit();
        else if (draw < 8)
            key = -double(node.demand);
        else
            key = (draw < 10 ? -1 : 1) * tours_.distance(tours_.node(0), node);
        // There are few of them: insertion sort, which is also stable.
        std::size_t at = pending_.size();
        pending_.push_back({key, c});
        for (; at > 0 && pending_[at - 1].key > key; --at) pending_[at] = pending_[at - 1];
        pending_[at] = {key, c};
    }
}

// Keeps the position between two nodes if it is the best so far; evaluates as little as possible.
template <class Travel>
void Search<Travel>::try_between(const Node& node, int previous, const Node& before,
                                 const Node& after, double arc, Place& best) {
    const double delta = tours_.distance(before, node) + tours_.distance(node, after) - arc;
    if (delta < best.delta && !blinks_(random_)) best = {previous, delta};
}

// Beside j, at distance d, the cost is d plus the distance to j's other neighbour minus the arc
// between these two. This bound skips most positions before a root is computed, and all that cost
// no less than the limit.
template <class Travel>
typename Search<Travel>::Place Search<Travel>::find_place(int customer, double limit) {
    const Node& node = tours_.node(customer);
    const bool limited = instance_.has_length_limit();
    Place best{-1, limit};
    const Near* near = near_.data() + static_cast<std::size_t>(customer) * width_;
    for (std::size_t n = 0; n < width_ && near[n].customer >= 0; ++n) {
        const int j = near[n].customer;
        const Node& beside = tours_.node(j);
        if (beside.route < 0 || !tours_.has_room(beside.route, node.demand)) continue;
        const Node& previous = tours_.node(beside.previous);
        const Node& next = tours_.node(beside.next);
        const double room = best.delta - slack_ * double(near[n].distance);
        Place here;
        if (tours_.within(previous, node, room + beside.arc))
            try_between(node, beside.previous, previous, beside, beside.arc, here);
        if (tours_.within(node, next, room + next.arc))
            try_between(node, j, beside, next, next.arc, here);
        if (here.delta < best.delta && (!limited || tours_.has_time(beside.route, here.delta)))
            best = here;
    }
    if (look_wide_) try_touched(node, best);
    if (look_at_legs_) try_legs(node, best);
    const int fresh = tours_.empty_route();
    if (fresh >= 0) {
        const Node& head = tours_.node(tours_.head(fresh));
        const double delta = tours_.distance(head, node) + tours_.distance(node, head);
        if (delta < best.delta) best = {tours_.head(fresh), delta};
    }
    return best;
}

// Every position in the routes that this iteration changed. Where demands fill nearly every route,
// these routes have room, and some of them pass far from the nearest customers.
template <class Travel>
void Search<Travel>::try_touched(const Node& node, Place& best) {
    for (std::size_t k = 0; k < tours_.touched_count(); ++k) {
        const int route = tours_.touched(k);
        if (tours_.size(route) == 0 || !tours_.has_room(route, node.demand)) continue;
        const int head = tours_.head(route);
        Place here{-1, best.delta};
        double in = tours_.distance(tours_.node(head), node);
        int i = head;
        do {
            const int j = tours_.node(i).next;
            const double out = tours_.distance(node, tours_.node(j));
            const double delta = in + out - tours_.node(j).arc;
            if (delta < here.delta && !blinks_(random_)) here = {i, delta};
            in = instance_.symmetric() ? out : tours_.distance(tours_.node(j), node);
            i = j;
        } while (i != head);
        if (here.delta < best.delta && tours_.has_time(route, here.delta)) best = here;
    }
}

// The first and last arc of every route, which pass by however far its customers are. Where
// customers live in towns with nothing between, a route with room finds its last customers there.
template <class Travel>
void Search<Travel>::try_legs(const Node& node, Place& best) {
    const Node& depot = tours_.node(0);
    const double out = tours_.distance(depot, node);
    const double back = tours_.distance(node, depot);
    for (int k = 0; k < tours_.active_routes(); ++k) {
        const int route = tours_.active(k);
        if (!tours_.has_room(route, node.demand)) continue;
        const Node& head = tours_.node(tours_.head(route));
        const Node& first = tours_.node(head.next);
        const Node& last = tours_.node(head.previous);
        Place here;
        if (tours_.within(node, first, best.delta + first.arc - out))
            try_between(node, tours_.head(route), head, first, first.arc, here);
        if (tours_.within(last, node, best.delta + head.arc - back))
            try_between(node, head.previous, last, head, head.arc, here);
        if (here.delta < best.delta && tours_.has_time(route, here.delta)) best = here;
    }
}

template <class Travel>
bool Search<Travel>::recreate(double limit) {
    sort_removed();
    look_at_legs_ = leg_draws_(random_);
    look_wide_ = wide_draws_(random_);
    for (const Pending& p : pending_) {
        const Place place = find_place(p.customer, limit - tours_.change());
        if (place.previous < 0) return false;
        tours_.insert(p.customer, place.previous);
    }
    return tours_.lengths_hold();
}

template <class Travel>
void Search<Travel>::polish() {
    const std::size_t width =
        std::min(width_, static_cast<std::size_t>(parameters_.polish_neighbors));
    if (width == 0) return;
    for (const Pending& p : pending_) {
        const Near* near = near_.data() + static_cast<std::size_t>(p.customer) * width_;
        while (polish_.improve(p.customer, {near, width})) {
        }
    }
}

template <class Travel>
bool Search<Travel>::step(double temperature) {
    ruin();
    const double bar = -temperature * std::log(1 - random_.unit());
    bool accepted = recreate(bar + parameters_.polish_margin * unit_);
    if (accepted) {
        polish();
        accepted = tours_.change() < bar;
    }
    if (!accepted) {
        tours_.roll_back();
        return false;
    }
    cost_ += tours_.change();
    tours_.commit();
    if (!(cost_ < best_cost_ - 1e-9 * std::abs(best_cost_))) return false;
    best_cost_ = cost_;
    tours_.save_best();
    return true;
}

}  // namespace odgear::ruin
