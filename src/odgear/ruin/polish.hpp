// The moves that removing a few customers cannot make: exchanging the tails of two routes (2-opt*),
// with or without reversing one of them, and reversing a piece of a route (2-opt). They are tried
// around the customers that an iteration has moved. O(1) for each pair of neighbours.
#pragma once

#include <algorithm>
#include <span>
#include <utility>

#include "odgear/ruin/tours.hpp"

namespace odgear::ruin {

// A near customer with its distance (mean of both directions), for skipping positions early.
struct Near {
    int customer;
    float distance;
};

template <class Travel>
class Polish {
public:
    Polish(Tours<Travel>& tours, bool symmetric) : tours_(tours), symmetric_(symmetric) {}

    // Tries to make one of its near customers a neighbour of the customer in a route; returns
    // whether a move was made. A new arc must be shorter than one of the two arcs that it replaces
    // at the customer.
    bool improve(int customer, std::span<const Near> near) {
        for (const Near& n : near) {
            if (n.customer < 0) break;
            const Node& c = tours_.node(customer);
            const double gain_before = c.arc - n.distance;
            const double gain_after = tours_.node(c.next).arc - n.distance;
            if (std::max(gain_before, gain_after) <= 0) break;
            const Node& j = tours_.node(n.customer);
            if (c.route != j.route) {
                if (gain_after > 0 && give_successor(customer, n.customer, gain_after)) return true;
                if (gain_before > 0 && give_predecessor(customer, n.customer, gain_before))
                    return true;
            } else if (symmetric_) {
                if (gain_after > 0 && turn_successors(customer, n.customer, gain_after))
                    return true;
                if (gain_before > 0 && turn_predecessors(customer, n.customer, gain_before))
                    return true;
            }
        }
        return false;
    }

private:
    static constexpr double least_gain = 1e-7;

    double way(int a, int b) const { return tours_.distance(tours_.node(a), tours_.node(b)); }
    int next(int i) const { return tours_.node(i).next; }
    int previous(int i) const { return tours_.node(i).previous; }

    // Whether replacing the arc at j as well can pay: the second new arc must be shorter than the
    // sum of the first gain and the arc at j.
    bool can_pay(int x, int y, double gain, double arc) const {
        return tours_.within(tours_.node(x), tours_.node(y), gain + arc);
    }

    // The arc c -> j, or c - j with j's route reversed, replaces c -> c+.
    bool give_successor(int c, int j, double gain) {
        const int after = next(c);
        if (can_pay(previous(j), after, gain, tours_.node(j).arc) && straight(c, previous(j)))
            return true;
        return symmetric_ && can_pay(after, next(j), gain, tours_.node(next(j)).arc) &&
               turned(c, j);
    }

    // The arc j -> c, or j - c with j's route reversed, replaces c- -> c.
    bool give_predecessor(int c, int j, double gain) {
        const int before = previous(c);
        if (can_pay(before, next(j), gain, tours_.node(next(j)).arc) && straight(j, before))
            return true;
        return symmetric_ && can_pay(before, previous(j), gain, tours_.node(j).arc) &&
               turned(before, previous(j));
    }

    // Within one route: c - j and the arc between their successors replace c - c+ and j - j+.
    bool turn_successors(int c, int j, double gain) {
        if (!can_pay(next(c), next(j), gain, tours_.node(next(j)).arc)) return false;
        return tours_.precedes(c, j) ? turn(next(c), j) : turn(next(j), c);
    }

    bool turn_predecessors(int c, int j, double gain) {
        if (!can_pay(previous(c), previous(j), gain, tours_.node(j).arc)) return false;
        return tours_.precedes(c, j) ? turn(c, previous(j)) : turn(j, previous(c));
    }

    // ..a | a+.. and ..b | b+..  become  ..a b+.. and ..b a+..
    bool straight(int a, int b) {
        const double to_a = way(a, next(b));
        const double to_b = way(b, next(a));
        const double delta = to_a + to_b - tours_.node(next(a)).arc - tours_.node(next(b)).arc;
        if (delta >= -least_gain) return false;
        if (!tours_.joinable(tours_.up_to(a), tours_.beyond(b), to_a) ||
            !tours_.joinable(tours_.up_to(b), tours_.beyond(a), to_b))
            return false;
        tours_.exchange_tails(a, b);
        return true;
    }

    // ..a | a+.. and ..b | b+..  become  ..a b.. (reversed) and (reversed) ..a+ b+..
    bool turned(int a, int b) {
        const double heads = way(a, b);
        const double tails = way(next(a), next(b));
        const double delta = heads + tails - tours_.node(next(a)).arc - tours_.node(next(b)).arc;
        if (delta >= -least_gain) return false;
        if (!tours_.joinable(tours_.up_to(a), tours_.up_to(b), heads) ||
            !tours_.joinable(tours_.beyond(a), tours_.beyond(b), tails))
            return false;
        const int head = tours_.head(tours_.node(b).route);
        const int beyond = next(b);
        tours_.reverse(next(head), previous(head));
        tours_.exchange_tails(a, beyond);
        return true;
    }

    bool turn(int first, int last) {
        if (first == last || tours_.is_head(first) || tours_.is_head(last)) return false;
        const int before = previous(first);
        const int after = next(last);
        const double delta =
            way(before, last) + way(first, after) - tours_.node(first).arc - tours_.node(after).arc;
        if (delta >= -least_gain) return false;
        tours_.reverse(first, last);
        return true;
    }

    Tours<Travel>& tours_;
    bool symmetric_;
};

}  // namespace odgear::ruin
