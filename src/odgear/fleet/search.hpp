// Ruin and recreate for rich problems: strings of stops around a random one are removed and put
// back one by one at their cheapest places, some of which are overlooked; simulated annealing
// decides what stays. Every state is feasible but for required stops that are left out; those are
// brought in by counting how often each could not be placed (Christiaens and Vanden Berghe, 2020).
// An iteration costs O(removed * (neighbours + length of a route)).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "odgear/core/random.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/fleet/neighbors.hpp"
#include "odgear/fleet/parameters.hpp"
#include "odgear/fleet/places.hpp"
#include "odgear/fleet/tours.hpp"
#include "odgear/ruin/chance.hpp"

namespace odgear::fleet {

class Search {
public:
    Search(const route::Model& model, const Neighbors& neighbors, const Parameters& parameters,
           std::uint64_t seed);

    // Begins anew from these routes.
    void start(std::span<const Sketch> routes);
    // Puts every absent unit in its cheapest place: the construction, and the repair of a start.
    // What does not come in before the time is up stays absent.
    void fill(const StopRule& stop = {});
    // One iteration; whether the best improved.
    bool step(double temperature);
    // Takes a route out, whose stops were easiest to place so far, and forbids another one.
    void drop_route();
    // From now on as many routes as the fleet has.
    void free_routes();
    // Goes back to the best.
    void restart_from_best();

    Tours& tours() { return tours_; }
    const Tours& tours() const { return tours_; }
    double cost() const { return tours_.cost() + balance_; }
    double best_cost() const { return best_cost_; }
    int best_missing() const { return best_missing_; }
    const std::vector<Sketch>& best() const { return best_; }
    // The mean cost of an arc between stops, which temperatures are measured in.
    double mean_arc_cost() const;
    double mean_route() const;

private:
    struct Pending {
        double key;
        int unit;
    };

    void ruin();
    void ruin_strings();
    void ruin_route();
    void found_route();
    void cut_route(int stop, int longest);
    void take_pending();
    void sort_pending();
    double key_of(int unit, std::uint32_t order);
    VehicleWeights draw_weights();
    bool recreate(double bar);
    void improve_types();
    void try_family_types(int route);
    void try_other_families(int route);
    double balance_now() const;
    bool accepts(double bar);
    double absences(const std::vector<int>& units) const;
    void keep_best();

    const route::Model& model_;
    const Neighbors& neighbors_;
    const Parameters& parameters_;
    Random random_;
    ruin::Blinks blinks_;
    Tours tours_;
    Places places_;
    std::vector<int> removed_;
    int founding_ = -1;  // a unit that this iteration brings in at any price
    std::vector<Pending> pending_;
    std::vector<char> is_pending_;
    std::vector<double> absences_;  // of each unit: iterations in which it found no place
    std::vector<int> absent_before_;
    std::vector<int> codes_;
    std::vector<char> cut_;  // routes that this iteration has cut
    std::vector<int> cut_routes_;
    double balance_ = 0;  // its cost now
    double saved_balance_ = 0;
    double best_cost_;
    int best_missing_;
    std::vector<Sketch> best_;
};

}  // namespace odgear::fleet
