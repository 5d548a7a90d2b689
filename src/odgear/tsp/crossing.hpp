// Crosses two tours by edge assembly (assembly.hpp). Holds the memory of one worker. O(N) per call,
// plus the cost of the children.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "odgear/core/index.hpp"
#include "odgear/core/random.hpp"
#include "odgear/tsp/ab_cycles.hpp"
#include "odgear/tsp/assembly.hpp"

namespace odgear::tsp {

// The edges in which a child differs from its parent, and by how much it is shorter. Empty if there
// is no child.
struct Child {
    std::vector<EdgeChange> changes;
    double gain = 0;
    std::vector<int> tour;
};

template <class Distance>
class Crossing {
public:
    explicit Crossing(const Space<Distance>& space)
        : space_(space), assembly_(space), cycles_(space.size()), links_(at(space.size())) {}

    // Builds at most `children` children of `a` and returns the best by `score(gain, changes)`. A
    // child is shorter than `a` and has the edges of one AB-cycle from `b`.
    template <class Score>
    void cross(std::span<const int> a, std::span<const int> b, int children, Random random,
               const Score& score, Child& best) {
        best.changes.clear();
        best.gain = 0;
        decompose(a, b, random);
        double most = 0;
        for (const int cycle : chosen(children, random)) {
            if (assembly_.build(cycles_.cycle(cycle))) {
                const double value = score(assembly_.gain(), assembly_.changes());
                if (value > most) {
                    most = value;
                    best.gain = assembly_.gain();
                    best.changes.assign(assembly_.changes().begin(), assembly_.changes().end());
                }
            }
            assembly_.take_back();
        }
        if (best.changes.empty()) return;
        assembly_.apply(best.changes);
        assembly_.walk(best.tour);
    }

    // Takes over from `other` every cycle that shortens the tour. Returns the gain. O(N) for each
    // cycle taken.
    double unite(std::vector<int>& tour, std::span<const int> other, Random random) {
        decompose(tour, other, random);
        double gain = 0;
        std::vector<int> next;
        for (int i = 0; i < cycles_.count(); ++i) {
            const std::span<const int> cycle = cycles_.cycle(i);
            // Joining the subtours of another cycle may have removed an edge of this one.
            if (!assembly_.has_removable(cycle)) continue;
            if (!assembly_.build(cycle)) {
                assembly_.take_back();
                continue;
            }
            gain += assembly_.gain();
            assembly_.walk(next);
            tour.swap(next);
            assembly_.begin(tour);
        }
        return gain;
    }

private:
    void decompose(std::span<const int> a, std::span<const int> b, Random& random) {
        assembly_.begin(a);
        link_up(b, links_);
        cycles_.decompose(assembly_.links(), links_, random);
    }
    // A random selection of the cycles whose edges of `b` are shorter.
    std::span<const int> chosen(int children, Random& random) {
        chosen_.clear();
        for (int i = 0; i < cycles_.count(); ++i)
            if (assembly_.gain_of(cycles_.cycle(i)) > space_.tiny()) chosen_.push_back(i);
        random.shuffle(std::span(chosen_));
        if (static_cast<int>(chosen_.size()) > children) chosen_.resize(at(children));
        return chosen_;
    }

    const Space<Distance>& space_;
    Assembly<Distance> assembly_;
    AbCycles cycles_;
    Links links_;  // of the other parent
    std::vector<int> chosen_;
};

}  // namespace odgear::tsp
