// A population of tours. In a generation every tour is crossed with another one (crossing.hpp) and
// replaced by its child. Of several children, the one is taken that gains most relative to the
// entropy of edges that the population loses (Nagata), so that the tours stay different for longer.
// Memory O(P N) for P tours.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "odgear/core/index.hpp"
#include "odgear/core/random.hpp"
#include "odgear/core/stop.hpp"
#include "odgear/parallel/workers.hpp"
#include "odgear/tsp/crossing.hpp"
#include "odgear/tsp/edge_counts.hpp"
#include "odgear/tsp/parameters.hpp"

namespace odgear::tsp {

template <class Distance>
class Population {
public:
    Population(const Space<Distance>& space, const PopulationParameters& parameters,
               const Workers& workers)
        : parameters_(parameters), workers_(workers), counts_(space.size()) {
        for (int i = 0; i < workers.threads(); ++i)
            lanes_.push_back(std::make_unique<Crossing<Distance>>(space));
    }

    // Must be called for all tours before the first generation.
    void add(std::vector<int> tour, double cost) {
        counts_.add_tour(tour, 1);
        members_.push_back({std::move(tour), cost, {}});
    }
    std::size_t size() const { return members_.size(); }
    std::size_t best() const {
        const auto shorter = [](const Member& a, const Member& b) { return a.cost < b.cost; };
        return std::size_t(std::min_element(members_.begin(), members_.end(), shorter) -
                           members_.begin());
    }
    const std::vector<int>& tour(std::size_t i) const { return members_[i].tour; }
    double cost(std::size_t i) const { return members_[i].cost; }

    // Crosses at most `most_pairs` pairs; returns how many tours were replaced by a child. The
    // pairs of a block are crossed at the same time and see the same counts, so the result does not
    // depend on the threads.
    int generation(std::int64_t most_pairs, Random& random, const StopRule& stop) {
        std::vector<int> order(size());
        std::iota(order.begin(), order.end(), 0);
        random.shuffle(std::span(order));
        const std::uint64_t seed = random();
        note_entropy();
        const int pairs = static_cast<int>(std::min<std::int64_t>(most_pairs, int(size())));
        int replaced = 0;
        for (int from = 0; from < pairs && !stop.out_of_time(); from += parameters_.block) {
            const int count = std::min(pairs - from, parameters_.block);
            workers_.run(count, 1, [&](int begin, int end, int worker) {
                for (int i = from + begin; i < from + end; ++i)
                    cross(order, i, worker, Random::stream(seed, std::uint64_t(i)));
            });
            for (int i = from; i < from + count; ++i)
                if (grow_up(members_[at(order[at(i)])])) ++replaced;
        }
        return replaced;
    }

private:
    struct Member {
        std::vector<int> tour;
        double cost;
        Child child;
    };

    void cross(const std::vector<int>& order, int i, int worker, Random random) {
        Member& a = members_[at(order[at(i)])];
        const Member& b = members_[at(order[at(i) + 1 == order.size() ? 0 : at(i) + 1])];
        lanes_[at(worker)]->cross(
            a.tour, b.tour, parameters_.children, random,
            [this](double gain, std::span<const EdgeChange> changes) {
                return gain / std::max(least_loss, -entropy_change(changes));
            },
            a.child);
    }
    bool grow_up(Member& member) {
        Child& child = member.child;
        if (child.changes.empty()) return false;
        for (const EdgeChange& edge : child.changes)
            counts_.add(edge.a, edge.b, edge.added ? 1 : -1);
        member.tour.swap(child.tour);
        member.cost -= child.gain;
        return true;
    }

    // An edge that c of P tours have contributes -(c / P) log(c / P).
    void note_entropy() {
        entropy_.assign(size() + 1, 0);
        for (std::size_t c = 1; c <= size(); ++c) {
            const double share = double(c) / double(size());
            entropy_[c] = -share * std::log(share);
        }
    }
    double entropy_change(std::span<const EdgeChange> changes) const {
        double sum = 0;
        for (const EdgeChange& edge : changes) {
            const int count = counts_.of(edge.a, edge.b);
            const int then = std::clamp(count + (edge.added ? 1 : -1), 0, int(size()));
            sum += entropy_[at(then)] - entropy_[at(count)];
        }
        return sum;
    }

    static constexpr double least_loss = 1e-9;

    const PopulationParameters& parameters_;
    const Workers& workers_;
    EdgeCounts counts_;
    std::vector<Member> members_;
    std::vector<std::unique_ptr<Crossing<Distance>>> lanes_;
    std::vector<double> entropy_;  // by count
};

}  // namespace odgear::tsp
