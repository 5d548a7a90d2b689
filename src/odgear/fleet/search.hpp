// Ruin and recreate for rich problems. Strings of stops around a random one are removed and
// inserted again one by one at their cheapest positions, some of which are skipped; simulated
// annealing decides what is kept. Every state is feasible except for required stops that are left
// out. The search brings these in by counting how often each could not be inserted (Christiaens and
// Vanden Berghe, 2020). An iteration costs O(removed * (neighbours + length of a route)).
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

    // Starts again from these routes.
    void start(std::span<const Sketch> routes);
    // Inserts every absent unit at its cheapest position: the construction, and the repair of a
    // start. Units that are not inserted in time stay absent.
    void fill(const StopRule& stop = {});
    // One iteration; returns whether the best solution improved.
    bool step(double temperature);
    // Removes the route whose stops were easiest to insert so far, and forbids opening another one.
    void drop_route();
    // Allows as many routes as the fleet has again.
    void free_routes();
    // Goes back to the best solution.
    void restart_from_best();

    Tours& tours() { return tours_; }
    const Tours& tours() const { return tours_; }
    double cost() const { return tours_.cost() + balance_; }
    double best_cost() const { return best_cost_; }
    int best_missing() const { return best_missing_; }
    const std::vector<Sketch>& best() const { return best_; }
    // The mean cost of an arc between stops, the unit of temperatures.
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
    int founding_ = -1;  // a unit that this iteration inserts at any price
    std::vector<Pending> pending_;
    std::vector<char> is_pending_;
    std::vector<double> absences_;  // of each unit: iterations that could not insert it
    std::vector<int> absent_before_;
    std::vector<int> codes_;
    std::vector<char> cut_;  // routes that this iteration has cut
    std::vector<int> cut_routes_;
    double balance_ = 0;  // current cost of the balance
    double saved_balance_ = 0;
    double best_cost_;
    int best_missing_;
    std::vector<Sketch> best_;
};

}  // namespace odgear::fleet
