// Where to insert a unit: the cheapest feasible position beside one of its near stops, or in a
// route of its own. A position in an ordinary route is judged in O(1). In routes with breaks,
// reloads or several windows, positions that could be the cheapest by their distance alone are
// judged in O(length).
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "odgear/core/random.hpp"
#include "odgear/fleet/neighbors.hpp"
#include "odgear/fleet/tours.hpp"
#include "odgear/ruin/chance.hpp"

namespace odgear::fleet {

// How much of the price of a larger vehicle, and of the fixed cost of a new route, counts when a
// position is chosen. With less than 1, a route can change to a larger vehicle, or open, even
// though its first stop alone does not pay for that. The cost of the iteration as a whole is always
// counted in full.
struct VehicleWeights {
    double larger = 1;
    double opened = 1;
};

struct Spot {
    double delta = std::numeric_limits<double>::infinity();
    int route = -1;          // -1: a new route
    int type = -1;           // -1: no position was found
    int stop = -1;           // of a group: the stop to visit
    int position = 0;        // insert after this element
    bool rewritten = false;  // Places::codes() holds the codes of the whole route

    bool found() const { return type >= 0; }
};

class Places {
public:
    Places(const route::Model& model, const Neighbors& neighbors, Tours& tours)
        : model_(model), neighbors_(neighbors), tours_(tours), seen_(16, 0) {}

    // The best position of an absent unit with a change of cost below `bound` (not counting its
    // penalty). With `everywhere`, all routes are tried instead of those of near stops.
    Spot find(int unit, double bound, ruin::Blinks& blinks, Random& random, bool everywhere);

    void weigh(const VehicleWeights& weights) { weights_ = weights; }

    // Inserts the unit there; false if the route turns out infeasible.
    bool put(int unit, const Spot& spot);

    // The change of cost from inserting one stop after an element, infinity if infeasible. For
    // tests.
    double change(int stop, int route, int position);

private:
    using Element = route::Element;
    using Model = route::Model;
    using RouteState = route::RouteState;
    using StopData = route::StopData;
    using TypeData = route::TypeData;
    using Unit = route::Unit;

    // The distances from and to one stop for one profile, as rows.
    struct Rows {
        int profile = -1;
        const double* in = nullptr;  // distances into the stop
        const double* out = nullptr;
        const double* in_time = nullptr;
        const double* out_time = nullptr;
    };

    void find_single(int stop, bool everywhere);
    void try_beside(int stop, int location, const Beside& beside);
    void try_position(int stop, int r, int position);
    void try_simple(int stop, int r, int position);
    void try_exact(int stop, int r, int position);
    void try_with_reload(int stop, int r, int position, double way);
    bool evaluate_codes(int r, int stop);
    double cost_with(const RouteState& route, int type, double distance, double driving,
                     double duration) const;
    void choose_type(const RouteState& route, int stop, int r, int position, double extra,
                     double driving, double duration);
    bool loads_fit(const RouteState& route, const TypeData& type, int stop, int position) const;
    void find_longest();
    double balance_change(double before, double after) const;
    void try_new(int stop);
    void try_new_with(std::span<const int> codes);

    void find_tied(int unit, bool everywhere);
    void try_pair(int unit, int r);
    template <bool timed>
    void try_pair_simple(int first, int second, int r);
    void try_chain(int unit, int r);
    void set_rows(int stop, const TypeData& type);
    double way_in(const TypeData& type, int from, int stop) const;
    double way_out(const TypeData& type, int stop, int to) const;
    double time_in(const TypeData& type, int from, int stop) const;
    double time_out(const TypeData& type, int stop, int to) const;
    bool first_look(int r);

    const Model& model_;
    const Neighbors& neighbors_;
    Tours& tours_;
    VehicleWeights weights_;
    Rows rows_;
    int row_stop_ = -1;
    Spot best_;
    ruin::Blinks* blinks_ = nullptr;
    Random* random_ = nullptr;
    std::vector<int> codes_;       // being evaluated
    std::vector<int> best_codes_;  // of the best position, if the route is rewritten
    std::vector<int> base_;
    std::vector<unsigned> seen_;
    unsigned stamp_ = 0;
    double longest_ = 0;  // durations, where balance counts
    double second_longest_ = 0;
};

}  // namespace odgear::fleet
