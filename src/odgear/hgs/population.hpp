// The population of Vidal et al. (2012), section 4.5: feasible and infeasible individuals in two
// parts, ranked by cost and by contribution to diversity; survivors; parents by binary tournament.
//
// Adding costs O(N) for each individual of the same part (broken-pairs distance). Individuals live
// in slots that are reused, so nothing is allocated once the population has its full size.
#pragma once

#include <cstdint>
#include <vector>

#include "odgear/core/random.hpp"
#include "odgear/hgs/individual.hpp"
#include "odgear/hgs/parameters.hpp"

namespace odgear::hgs {

class Population {
public:
    // Also empties it.
    void configure(const Parameters& parameters, bool symmetric);
    void clear();

    // Copies the individual. When its part is full, the part is reduced to its minimal size.
    void add(const Individual& individual, const PenaltyWeights& weights);

    // To be called when the weights have changed: recomputes and reorders the costs of the
    // infeasible part.
    void reprice(const PenaltyWeights& weights);

    // Draws two individuals from both parts and returns the one with the better biased fitness.
    const Individual& tournament(Random& random);

    int size() const { return feasible_size() + infeasible_size(); }
    int feasible_size() const { return static_cast<int>(parts_[0].size()); }
    int infeasible_size() const { return static_cast<int>(parts_[1].size()); }

    // By rank of cost; for inspection.
    const Individual& feasible(int rank) const { return slots_[parts_[0][rank].slot]; }
    const Individual& infeasible(int rank) const { return slots_[parts_[1][rank].slot]; }
    double feasible_fitness(int rank);

private:
    struct Proximity {
        double distance;
        int slot;
    };
    struct Member {
        int slot = 0;
        double cost = 0;
        double fitness = 0;
    };
    using Part = std::vector<Member>;  // sorted by cost

    int take_slot();
    void link(const Part& part, int slot);
    void remove(Part& part, std::size_t rank);
    void select_survivors(Part& part);
    void update_fitness(Part& part);
    double diversity(int slot, int count) const;
    bool has_clone(int slot) const;

    Parameters parameters_;
    bool symmetric_ = true;
    Part parts_[2];
    bool fitness_current_ = false;
    std::vector<Individual> slots_;
    std::vector<std::vector<Proximity>> near_;  // by slot: others of the same part, nearest first
    std::vector<int> free_slots_;
    std::vector<std::pair<double, int>> ranking_;
};

}  // namespace odgear::hgs
